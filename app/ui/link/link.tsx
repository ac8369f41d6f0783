import type { MouseEvent } from 'react'
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router'

/** Whether a click asks for the link in this tab, not in a new one or as a download. */
export function isPlainClick(event: MouseEvent | globalThis.MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

export interface LinkProps
  extends Omit<RouterLinkProps, 'to' | 'relative' | 'mask' | 'prefetch' | 'discover' | 'defaultShouldRevalidate'> {
  /** A path of this site, or a whole URL. Never relative to the page. */
  to: string
}

/**
 * A link: the router's in the browser, and on the server the plain element that it renders. The router resolves each of
 * a page's sixty links against the page's routes, which nothing but a relative one needs: docs/performance.md.
 */
export function Link(link: LinkProps) {
  // All routes are known to the browser, so there is none to discover.
  if (!import.meta.env.SSR) return <RouterLink discover="none" {...link} />
  const { to, reloadDocument, replace, state, preventScrollReset, viewTransition, ...attributes } = link
  return <a {...attributes} href={to} />
}
