import type { MouseEvent } from 'react'
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router'

/** Returns whether a click opens a link in this tab, instead of a new tab or as a download. */
export function isPlainClick(event: MouseEvent | globalThis.MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

export interface LinkProps
  extends Omit<RouterLinkProps, 'to' | 'relative' | 'mask' | 'prefetch' | 'discover' | 'defaultShouldRevalidate'> {
  /** A path on this site, or an absolute URL. It is never relative to the page. */
  to: string
}

/** Renders a plain element on the server, because the router is slow to resolve the sixty links of a page. */
export function Link(link: LinkProps) {
  // Disables route discovery, because the browser already has all routes.
  if (!import.meta.env.SSR) return <RouterLink discover="none" {...link} />
  const { to, reloadDocument, replace, state, preventScrollReset, viewTransition, ...attributes } = link
  return <a {...attributes} href={to} />
}
