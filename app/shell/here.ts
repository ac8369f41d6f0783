import { type Location, useLocation } from 'react-router'
import { pathOnSite } from '~/paths/path-on-site'

/**
 * The address a form gives as `next`, so that the member comes back to the page they left: path and search, without
 * the `lng` that would undo the language just chosen. A page at `//host`, which exists as a page not found, has no
 * address that leads back to it: then it is home.
 */
export function addressOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(search)
  query.delete('lng')
  const rest = query.toString()
  return pathOnSite(rest ? `${pathname}?${rest}` : pathname) ?? '/'
}

/** The page being shown, as `next`. */
export function useHere(): string {
  return addressOf(useLocation())
}

/** Where a login leads from here: back to this page, or on to where /login was asked to lead. */
export function useAfterLogin(): string {
  const { pathname, search } = useLocation()
  if (pathname !== '/login' && pathname !== '/register') return addressOf({ pathname, search })
  return pathOnSite(new URLSearchParams(search).get('next')) ?? '/'
}
