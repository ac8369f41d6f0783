import { type ContextType, use, useEffect } from 'react'
import {
  type ClientLoaderFunctionArgs,
  UNSAFE_DataRouterContext as DataRouter,
  UNSAFE_decodeViaTurboStream as decodeViaTurboStream,
  matchRoutes,
} from 'react-router'
import { getRouteManifest } from './route-manifest'
import type { RouteResults } from './unanswered-request'

/**
 * Loads a page's script and data while the pointer or the keyboard focus rests on a link to it, and hands the data to
 * the router when the link is pressed. Source: docs/decisions/022-prefetch-on-intent.md.
 */

/** What a route declares, in its `handle`: see RouteHandle. */
type PrefetchRule = 'path' | 'query' | undefined

/** How long the pointer rests on a link before its page is loaded. */
const restMs = 80
/** Prefetched data are used for this long. */
const freshMs = 10_000
/** A prefetch does not extend the session, so after this time without a request of the router the next one is real. */
const activityMs = 45_000

type Prefetched = { href: string; atMs: number; abort: AbortController; response: Promise<Response> }
let prefetched: Prefetched | undefined
let lastRequestAtMs = 0

/** Client middleware of the root route: answers a navigation with the prefetched data, once, and forgets all others. */
export async function prefetchMiddleware(
  { request }: Pick<ClientLoaderFunctionArgs, 'request'>,
  next: () => Promise<RouteResults>,
): Promise<RouteResults> {
  const found = prefetched
  prefetched = undefined
  const isFresh = found !== undefined && performance.now() - found.atMs < freshMs
  if (isFresh && request.method === 'GET' && found.href === hrefOf(new URL(request.url))) {
    const results = await found.response.then(readResults).catch(() => undefined)
    if (results) return results
  } else found?.abort.abort()
  lastRequestAtMs = performance.now()
  if (request.method === 'GET') return next()
  try {
    return await next()
  } finally {
    // What was loaded while a form was being sent tells of the time before it.
    forgetPrefetched()
  }
}

function forgetPrefetched(): void {
  prefetched?.abort.abort()
  prefetched = undefined
}

type Router = NonNullable<ContextType<typeof DataRouter>>['router']

/** Whether nothing is being loaded or sent: a prefetch would add to it, or be out of date when it is done. */
function isIdle({ state: { navigation, revalidation, fetchers } }: Router): boolean {
  const states = [navigation, ...fetchers.values()].map(({ state }) => state)
  return revalidation === 'idle' && states.every((state) => state === 'idle')
}

/** The data of all routes; undefined for a redirect, an error or anything that is not a page's data. */
async function readResults({ body, status }: Response): Promise<RouteResults | undefined> {
  if (status !== 200 || !body) return undefined
  const { value, done } = await decodeViaTurboStream(body, window)
  await done
  const routes = Object.entries(value as Record<string, { data?: unknown }>)
  if (routes.length === 0 || routes.some(([, route]) => !('data' in route))) return undefined
  return Object.fromEntries(routes.map(([id, { data }]) => [id, { type: 'data', result: data }]))
}

const hrefOf = ({ pathname, search }: URL) => pathname + search

/** Prefetches on intent. Not for fingers, which touch what they scroll, and not for who saves data. */
export function usePrefetchOnIntent(): void {
  const router = use(DataRouter)?.router
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } }
    if (!router || connection?.saveData) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = (target: EventTarget | null) => {
      clearTimeout(timer)
      const link = target instanceof Element ? target.closest('a') : null
      if (!link?.href || link.target || link.origin !== window.location.origin) return
      const url = new URL(link.href)
      const prefetchWhenIdle = () => {
        if (isIdle(router)) prefetch(url, router).catch(() => {})
        else timer = setTimeout(prefetchWhenIdle, restMs)
      }
      timer = setTimeout(prefetchWhenIdle, restMs)
    }
    const startByPointer = ({ pointerType, target }: PointerEvent) => pointerType === 'mouse' && start(target)
    const startByKeyboard = ({ target }: FocusEvent) =>
      target instanceof Element && target.matches(':focus-visible') && start(target)
    // The pointer may have come to rest on a link before this page could listen.
    if (matchMedia('(hover: hover)').matches) start(document.querySelector('a:hover'))
    document.addEventListener('pointerover', startByPointer)
    document.addEventListener('focusin', startByKeyboard)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', startByPointer)
      document.removeEventListener('focusin', startByKeyboard)
    }
  }, [router])
}

async function prefetch(url: URL, router: Router): Promise<void> {
  const href = hrefOf(url)
  if (href === hrefOf(new URL(window.location.href)) || prefetched?.href === href) return
  const matches = matchRoutes(router.routes, url.pathname) ?? []
  const page = matches.at(-1)?.route
  const rule = page === undefined ? undefined : await loadPrefetchRule(page.id)
  if (!rule || (rule === 'path' && url.search) || !isIdle(router)) return
  const now = performance.now()
  if (now - lastRequestAtMs > activityMs) return
  forgetPrefetched()
  const abort = new AbortController()
  const response = fetch(dataUrl(url, matches, router), {
    headers: { Purpose: 'prefetch' },
    signal: abort.signal,
  })
  response.catch(() => {})
  prefetched = { href, atMs: now, abort, response }
}

type DataRouteMatches = NonNullable<ReturnType<typeof matchRoutes<Router['routes'][number]>>>

/** The URL of a page's data, for those routes that the router would ask for when its link is pressed. */
function dataUrl(page: URL, matches: DataRouteMatches, { state }: Router): URL {
  const url = new URL(page)
  url.pathname = `${page.pathname === '/' ? '/_' : page.pathname}.data`
  const navigation = {
    currentUrl: new URL(window.location.href),
    currentParams: state.matches[0]?.params ?? {},
    nextUrl: page,
    nextParams: matches[0]?.params ?? {},
    defaultShouldRevalidate: true,
  }
  const needed = matches.filter(
    ({ route }) => !(route.id in state.loaderData) || route.shouldRevalidate?.(navigation) !== false,
  )
  if (needed.length < matches.length) url.searchParams.set('_routes', needed.map(({ route }) => route.id).join(','))
  return url
}

/** Imports a route's module, which the browser then has, and returns the rule in its handle. */
async function loadPrefetchRule(routeId: string): Promise<PrefetchRule> {
  const address = getRouteManifest()?.routes[routeId]?.module
  if (address === undefined) return undefined
  const { handle } = (await import(/* @vite-ignore */ address)) as { handle?: { prefetch?: PrefetchRule } }
  return handle?.prefetch
}
