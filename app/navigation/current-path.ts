import { href, type Location, useLocation } from 'react-router'
import { pathOnSite } from '~/values/addresses'
import { useRouteHandle } from './route-handle'

/**
 * Path and query for a form's `next`, which leads the member back to a page. Drops `lng`, which would undo a language
 * chosen meanwhile. Returns `/` for a path that could leave the site, such as that of a not-found page at `//host`.
 */
export function nextPathOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(search)
  query.delete('lng')
  const rest = query.toString()
  return pathOnSite(rest ? `${pathname}?${rest}` : pathname) ?? href('/')
}

/** Path and query of the current page, for `next`. */
export function useCurrentPath(): string {
  return nextPathOf(useLocation())
}

/** The `next` of a page that a visitor logs in or signs up on; undefined without one, and on all other pages. */
export function useNextOfLogin(): string | undefined {
  const { search } = useLocation()
  const { isLogin } = useRouteHandle()
  return isLogin ? pathOnSite(new URLSearchParams(search).get('next')) : undefined
}

/** The path to open after a login from here: this page, or the `next` of one that a visitor logs in on. */
export function usePathAfterLogin(): string {
  const here = useCurrentPath()
  const { isLogin } = useRouteHandle()
  const next = useNextOfLogin()
  return isLogin ? (next ?? href('/')) : here
}
