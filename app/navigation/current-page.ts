import { useLayoutEffect, useRef, useState } from 'react'
import { href, type Location, useLocation, useMatches, useNavigationType } from 'react-router'
import type { RouteHandle } from '~/server/middleware/route.server'
import { pathOnSite } from '~/values/addresses'

/** Returns a key that changes with each navigation and response, but not when a fragment link only scrolls the page. */
export function usePageKey(): string {
  const location = useLocation()
  const isStep = useNavigationType() === 'POP'
  const [shown, setShown] = useState({ location, key: location.key })
  if (shown.location === location) return shown.key
  const { pathname, search, hash } = shown.location
  const isFragment = isStep && location.pathname === pathname && location.search === search && location.hash !== hash
  const key = isFragment ? shown.key : location.key
  setShown({ location, key })
  return key
}

/** Preserves one-time data while the page is shown. The router drops it on fragment links and reloads. */
export function useOneTimeData<Data>(latest: Data | null | undefined): [data: Data | undefined, forget: () => void] {
  const pageKey = usePageKey()
  const [known, setKnown] = useState({ pageKey, data: latest ?? undefined })
  const data = latest ?? (known.pageKey === pageKey ? known.data : undefined)
  if (known.pageKey !== pageKey || known.data !== data) setKnown({ pageKey, data })
  return [data, () => setKnown({ pageKey, data: undefined })]
}

export const useActionResult = <Result>(actionData: Result | null | undefined): Result | undefined =>
  useOneTimeData(actionData)[0]

/** Returns the style of the shell's deposit button. It is `quiet` on error pages. `none` hides all money buttons. */
export function useMoneyButtons(): 'filled' | 'quiet' | 'none' {
  const page = useMatches().at(-1)
  if (page?.loaderData === undefined) return 'quiet'
  const { demotesDepositButton, movesMoney } = (page.handle ?? {}) as RouteHandle
  if (movesMoney) return 'none'
  const isDemoted =
    typeof demotesDepositButton === 'function' ? demotesDepositButton(page.loaderData) : demotesDepositButton
  return isDemoted ? 'quiet' : 'filled'
}

/** Returns a ref. If its element has the focus when it is removed, the focus moves to <main>. */
export function useFocusMainOnRemoval<Box extends HTMLElement>() {
  const ref = useRef<Box>(null)
  useLayoutEffect(() => {
    const box = ref.current
    return () => {
      if (box?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [])
  return ref
}

/** Returns the page's path for the menu. A game's page is below its lobby. */
export function useMenuPath(): string {
  const { pathname } = useLocation()
  const page = useMatches().at(-1)
  const section = ((page?.handle ?? {}) as RouteHandle).section?.(page?.loaderData)
  return section ? `/${section}${pathname}` : pathname
}

export const useRouteHandle = (): RouteHandle => (useMatches().at(-1)?.handle ?? {}) as RouteHandle

/**
 * Returns the path and query for a form's `next`, without `lng`, which would undo a language change. Returns `/` for
 * paths that could lead to another site, such as `//host`.
 */
export function nextPathOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(search)
  query.delete('lng')
  const rest = query.toString()
  return pathOnSite(rest ? `${pathname}?${rest}` : pathname) ?? href('/')
}

export const useCurrentPath = (): string => nextPathOf(useLocation())

/** Returns the `next` parameter of a login or registration page, or undefined on other pages. */
export function useLoginNext(): string | undefined {
  const { search } = useLocation()
  const { isLogin } = useRouteHandle()
  return isLogin ? pathOnSite(new URLSearchParams(search).get('next')) : undefined
}
