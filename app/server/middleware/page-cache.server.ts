import { LRUCache } from 'lru-cache'
import { createContext } from 'react-router'
import { brand } from '~/brand/brand.server'
import { minutes } from '~/values/durations'
import type { Context } from '../http/incoming.server'
import { requestInfoContext } from '../request-info/request-info.server'
import { acceptedEncoding } from '../responses/compress.server'
import { isDataRequest, routeContext } from './route.server'

/** The cache key of a page that all visitors share. Such a page has no cookie, nonce, request code or request id. */
export const sharedRenderingContext = createContext<string | null>(null)

/** How long a stale copy is served while one request renders a fresh copy. */
const staleMs = minutes(1)
const maxCacheBytes = 16 * 1024 * 1024
const copyOverheadBytes = 2_048

/** Cookies whose values are part of the cache key. Any other cookie bypasses the cache. */
const keyCookies = new Set(['lng', 'theme', 'lite'])

type CachedPage = {
  bytes: Uint8Array<ArrayBuffer>
  headers: [string, string][]
  renderedAtMs: number
  staleAtMs: number
}

/** @param bannersOf returns the home page's banners at a given time. If they change, the page is rendered again. */
export function createPageCache(now: () => number, bannersOf = brand.banners) {
  const cachedPages = new LRUCache<string, CachedPage>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ bytes }) => bytes.byteLength + copyOverheadBytes,
  })

  return {
    serve(request: Request, context: Context): Response | undefined {
      const { handle, pattern } = context.get(routeContext)
      const freshMs = handle.pageCacheMs
      const { cookies, origin, locale, theme, lite, isCountryServed } = context.get(requestInfoContext)
      if (freshMs === undefined || !isAnonymous(request, cookies)) return undefined
      const { pathname, search } = new URL(request.url)
      if (search !== '' || isDataRequest(request)) return undefined

      const banners = bannersOf(locale, now()).map(({ src }) => src)
      const encoding = acceptedEncoding(request)
      const key = [pattern, locale, theme, lite, isCountryServed, encoding, origin, ...banners].join(' ')
      const copy = cachedPages.get(key)
      if (copy && now() < copy.staleAtMs) return new Response(copy.bytes, { status: 200, headers: copy.headers })
      // Pages contain their URL, so only a request for the canonical URL may create the shared copy.
      if (pathname !== pattern) return undefined

      // Other requests get the stale copy while this one renders the page.
      if (copy) copy.staleAtMs = Math.min(now() + freshMs, copy.renderedAtMs + freshMs + staleMs)
      context.set(sharedRenderingContext, key)
      return undefined
    },

    async store(response: Response, _request: Request, context: Context): Promise<void> {
      const key = context.get(sharedRenderingContext)
      if (!key || response.status !== 200 || response.headers.has('Set-Cookie') || !response.headers.has('Vary')) return
      const renderedAtMs = now()
      cachedPages.set(key, {
        bytes: new Uint8Array(await response.clone().arrayBuffer()),
        headers: [...response.headers],
        renderedAtMs,
        staleAtMs: renderedAtMs + (context.get(routeContext).handle.pageCacheMs ?? 0),
      })
    },
  }
}

function isAnonymous(request: Request, cookies: ReadonlyMap<string, string>): boolean {
  if (request.method !== 'GET' || request.headers.has('Authorization')) return false
  return [...cookies.keys()].every((name) => keyCookies.has(name))
}

/** This process's page cache, which routes opt into with `handle.pageCacheMs`. */
export const pageCache = createPageCache(Date.now)
