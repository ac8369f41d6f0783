import type { MouseEvent } from 'react'
import { isPlainClick } from '~/ui/link/plain-click'

/** The same-site URL that a plain click on a link opens; null for anything else, such as a new tab. */
export function getPlainClickUrl(event: MouseEvent | globalThis.MouseEvent): URL | null {
  if (event.defaultPrevented || !isPlainClick(event)) return null
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || (link.target && link.target !== '_self')) return null
  const url = new URL(link.href)
  return url.origin === window.location.origin ? url : null
}
