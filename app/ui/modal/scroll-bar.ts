/**
 * Records on <html>, before a dialog stops the page from scrolling, whether the scroll bar takes up width. base.css.ts
 * then reserves that width, so nothing shifts. Overlay scroll bars (phones) take up none.
 */
export function reserveScrollBarWidth(): void {
  const html = document.documentElement
  if (document.querySelector('[role=dialog][data-state=open]')) return
  html.toggleAttribute('data-scroll-bar', window.innerWidth > html.clientWidth)
}
