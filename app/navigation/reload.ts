import { useCallback, useEffect, useRef, useState } from 'react'
import { href, isRouteErrorResponse, replace, useNavigation, useRevalidator } from 'react-router'
import { isFromSite } from '~/session/site-response'
import { tabStateContext, useTabState } from '~/session/tab-state'
import type { ClientMiddleware, RouteResults } from './page-parts'

/**
 * Client middleware of the root route: if a page redirects after a history step or reload, replaces its history entry.
 * Otherwise, the router would add an entry, and Back would redirect again.
 */
export const replaceRedirected: ClientMiddleware = async ({ request }, next) => {
  const results = await next()
  if (request.method !== 'GET' || !isInAddressBar(request.url)) return results
  return Object.fromEntries(
    Object.entries(results).map(([id, { type, result }]) => [
      id,
      { type, result: result instanceof Response ? toReplace(result) : result },
    ]),
  )
}

const toReplace = ({ headers, status }: Response) => replace(headers.get('Location') ?? href('/'), { headers, status })

function isInAddressBar(url: string): boolean {
  const { pathname, search } = new URL(url)
  return pathname + search === window.location.pathname + window.location.search
}

type Reload = (options?: { keepsPage?: boolean }) => Promise<void>

/**
 * Returns a function that reloads the page's data. By default, it does nothing during a navigation, and the page stays
 * if the reload fails. @param news the page reloads when this changes but `loaded` doesn't. Must be null without a
 * session, because a reload would lead to the login.
 */
export function useReload(news: unknown = null, loaded?: unknown): Reload {
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  const tabState = useTabState()
  const isIdle = useRef(true)
  useEffect(() => {
    isIdle.current = state === 'idle'
    // A component that was removed by a navigation may reload later, such as when a game window closes.
    return () => {
      isIdle.current = true
    }
  }, [state])
  const reload = useCallback<Reload>(
    async ({ keepsPage = true } = {}) => {
      if (keepsPage && !isIdle.current) return
      tabState.keepsPage = keepsPage
      await revalidate()
    },
    [tabState, revalidate],
  )
  const before = useRef({ loaded, news })
  useEffect(() => {
    if (news === null) return
    const isNews = before.current.loaded === loaded && before.current.news !== news
    before.current = { loaded, news }
    if (isNews) reload()
  }, [loaded, news, reload])
  return reload
}

/** Reloads a page restored from the back-forward cache, which may predate a logout. Returns true until the reload. */
export function useReloadOnReturn(): boolean {
  const reload = useReload()
  const [isReturning, setIsReturning] = useState(false)
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      setIsReturning(true)
      reload({ keepsPage: false }).finally(() => setIsReturning(false))
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reload])
  return isReturning
}

/** Client middleware of the root route: preserves the current page if `useReload` fails. */
export const keepPageOnFailedReload: ClientMiddleware = async ({ request, context }, next) => {
  const state = context.get(tabStateContext)
  const isReload = state.keepsPage && request.method === 'GET' && isInAddressBar(request.url)
  state.keepsPage = false
  const results = await next()
  return isReload && isFailed(results) ? {} : results
}

/** Returns true if the site can't show the page now. An ended session, a break or a missing page isn't a failure. */
function isFailed(results: RouteResults): boolean {
  return Object.values(results).some(
    ({ type, result }) =>
      type === 'error' &&
      (!isFromSite(result) || (isRouteErrorResponse(result) && (result.status >= 500 || result.status === 429))),
  )
}

/** Calls `act` once, when the page is visible. @returns a function that cancels the wait */
export function whenVisible(act: () => unknown): () => void {
  const check = () => {
    if (document.visibilityState !== 'visible') return
    stop()
    act()
  }
  const stop = () => document.removeEventListener('visibilitychange', check)
  document.addEventListener('visibilitychange', check)
  check()
  return stop
}
