/**
 * Remembers on <html>, before a dialog stops the page from scrolling, whether a scroll bar takes room: base.css keeps
 * that room then, so that nothing jumps. Bars that lie over the page (phones) take none.
 */
export function keepPlaceOfScrollBar(): void {
  const html = document.documentElement
  if (document.querySelector('[role=dialog][data-state=open]')) return
  html.toggleAttribute('data-scroll-bar', window.innerWidth > html.clientWidth)
}
