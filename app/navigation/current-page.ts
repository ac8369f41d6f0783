import { href, type Location, useLocation } from 'react-router'
import { pathOnSite } from '~/values/addresses'
import { useRouteHandle } from './route-handle'

/**
 * Path and query for a form's `next`. Drops `lng`, which would undo a language change. Returns `/` for a path that
 * could leave the site, such as a not-found page at `//host`.
 */
export function nextPathOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(search)
  query.delete('lng')
  const rest = query.toString()
  return pathOnSite(rest ? `${pathname}?${rest}` : pathname) ?? href('/')
}

export function useCurrentPath(): string {
  return nextPathOf(useLocation())
}

/** The `next` of a login or registration page; undefined elsewhere. */
export function useNextOfLogin(): string | undefined {
  const { search } = useLocation()
  const { isLogin } = useRouteHandle()
  return isLogin ? pathOnSite(new URLSearchParams(search).get('next')) : undefined
}

export function usePathAfterLogin(): string {
  const here = useCurrentPath()
  const { isLogin } = useRouteHandle()
  const next = useNextOfLogin()
  return isLogin ? (next ?? href('/')) : here
}
