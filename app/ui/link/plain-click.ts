import type { MouseEvent } from 'react'

/** Whether a click asks for the link in this tab, not in a new one or as a download. */
export function isPlainClick(event: MouseEvent | globalThis.MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
