import { type Location, useLocation } from 'react-router'

/**
 * The address a form gives as `next`, so that the member comes back to the page they left: path and search, without
 * the `lng` that would undo the language just chosen.
 */
export function addressOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(search)
  query.delete('lng')
  const rest = query.toString()
  return rest ? `${pathname}?${rest}` : pathname
}

/** The page being shown, as `next`. */
export function useHere(): string {
  return addressOf(useLocation())
}

/** A path of this site, whatever a `next` says: an absolute address, or what a browser would read as one, is dropped. */
export function pathOnly(next: string | null | undefined): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/'
}

/** Where a login leads from here: back to this page, or on to where /login was asked to lead. */
export function useAfterLogin(): string {
  const { pathname, search } = useLocation()
  if (pathname !== '/login' && pathname !== '/register') return addressOf({ pathname, search })
  return pathOnly(new URLSearchParams(search).get('next'))
}
