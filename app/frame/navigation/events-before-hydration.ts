/**
 * Events for which React hydrates the whole page at once, in one task of a third of a second on a slow phone, before it
 * lets the browser go on. Source: isDiscreteEventThatRequiresHydration of react-dom.
 */
const events = [
  ...['pointerdown', 'pointerup', 'pointercancel', 'mousedown', 'mouseup', 'click', 'auxclick', 'dblclick'],
  ...['touchstart', 'touchend', 'touchcancel', 'keydown', 'keypress', 'keyup', 'contextmenu'],
  ...['input', 'change', 'reset', 'compositionstart', 'compositionend', 'copy', 'cut', 'paste'],
  ...['dragstart', 'dragend', 'drop'],
] as const

/**
 * Keeps events of the page from React until it is hydrated: links, forms and pop-overs work as without script, at once,
 * while React hydrates in small steps. Call it before `hydrateRoot`.
 *
 * @returns ends it; call it once the page is hydrated.
 */
export function leaveEventsToBrowser(): () => void {
  const stopEvent = (event: Event) => event.stopPropagation()
  for (const name of events) window.addEventListener(name, stopEvent, true)
  return () => {
    for (const name of events) window.removeEventListener(name, stopEvent, true)
  }
}
