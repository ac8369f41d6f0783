import { LRUCache } from 'lru-cache'
import { createContext, type MiddlewareFunction } from 'react-router'
import { parseCookies } from '~/session/cookie.server'
import { isDataRequest } from '~/session/page-url.server'
import { minutes } from '~/time/durations'
import { acceptedEncoding, recompressBrotli } from './compress.server'
import { incomingContext } from './incoming.server'
import { type RequestInfo, requestInfoContext } from './request-info.server'
import { type MatchedRoute, routeContext } from './route.server'

/**
 * Whether the page being rendered will be shared among visitors, so that it must not contain a cookie, nonce, code or
 * request id. Set before rendering, by the front door or `pageCache`.
 */
export const isSharedPageContext = createContext(false)

/** A stale copy is served for this much longer while a fresh one is rendered. */
const staleMs = minutes(1)
/** Of all copies together. Bounded because without PUBLIC_ORIGIN clients choose the Host, which is part of the key. */
const maxCacheBytes = 16 * 1024 * 1024
/** Estimated overhead of a copy. */
const copyOverheadBytes = 2_048
/** A copy that was sent this often, and those after it, are compressed again in the best quality. */
const warmAfterHits = 20

/** Cookies whose values are part of the cache key. A request with any other cookie bypasses the cache. */
const keyCookies = new Set(['lng', 'theme', 'lite'])

type CachedPage = {
  bytes: Uint8Array<ArrayBuffer>
  headers: [string, string][]
  renderedAtMs: number
  /** How often it was sent, from the cache; a copy of a warm page begins with `warmAfterHits`. */
  hits: number
}

/**
 * Serves a cached page if the route allows it and the request is anonymous; renders it otherwise.
 *
 * @param render renders the page; `shared` says whether the result will be cached.
 */
type ServePage = (
  request: Request,
  about: { requestInfo: RequestInfo; route: MatchedRoute },
  render: (shared: boolean) => Promise<Response>,
) => Promise<Response>

/** Creates a page cache. @param now milliseconds; tests pass their own clock. */
export function createPageCache(now: () => number): ServePage {
  const cachedPages = new LRUCache<string, CachedPage>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ bytes }) => bytes.byteLength + copyOverheadBytes,
  })
  const rendering = new Map<string, Promise<CachedPage | undefined>>()

  const store = async (key: string, response: Response): Promise<CachedPage | undefined> => {
    if (response.status !== 200 || response.headers.has('Set-Cookie') || !response.headers.has('Vary')) return undefined
    const isWarm = (cachedPages.peek(key)?.hits ?? 0) >= warmAfterHits
    const copy = {
      bytes: new Uint8Array(await response.clone().arrayBuffer()),
      headers: [...response.headers],
      renderedAtMs: now(),
      hits: isWarm ? warmAfterHits : 0,
    }
    // The copy before it is sent meanwhile.
    if (isWarm) await recompress(copy)
    cachedPages.set(key, copy)
    return copy
  }

  return async (request, { requestInfo, route }, render) => {
    const freshMs = route.handle.pageCacheMs
    if (freshMs === undefined || !isAnonymous(request)) return render(false)
    const { pathname, search } = new URL(request.url)
    if (search !== '' || isDataRequest(request)) return render(false)

    const { origin, locale, theme, lite } = requestInfo
    const key = [route.pattern, locale, theme, lite, acceptedEncoding(request), origin].join(' ')
    const copy = cachedPages.get(key)
    const ageMs = copy ? now() - copy.renderedAtMs : Number.POSITIVE_INFINITY
    if (copy && ageMs < freshMs) return toResponse(copy)
    // The page contains its URL, so another spelling of the URL may use a copy but never creates one.
    if (pathname !== route.pattern) return render(false)

    const running = rendering.get(key)
    if (running) {
      const page = copy && ageMs < freshMs + staleMs ? copy : await running
      // A page that could not be cached is rendered for each visitor.
      return page ? toResponse(page) : render(false)
    }

    const rendered = render(true)
    const storing = rendered.then((response) => store(key, response))
    rendering.set(key, storing)
    const done = storing.finally(() => rendering.delete(key)).catch(() => undefined)
    if (copy && ageMs < freshMs + staleMs) return toResponse(copy)
    await done
    return rendered
  }
}

function isAnonymous(request: Request): boolean {
  if (request.method !== 'GET' || request.headers.has('Authorization')) return false
  return [...parseCookies(request.headers.get('Cookie')).keys()].every((name) => keyCookies.has(name))
}

function toResponse(page: CachedPage): Response {
  page.hits += 1
  if (page.hits === warmAfterHits) void recompress(page)
  return new Response(page.bytes, { status: 200, headers: page.headers })
}

/** Replaces the bytes of a cached page by fewer. Until then it is sent as it was rendered. */
async function recompress(page: CachedPage): Promise<void> {
  if (!page.headers.some(([name, value]) => name === 'content-encoding' && value === 'br')) return
  const bytes = new Uint8Array(await recompressBrotli(page.bytes))
  page.headers = page.headers.map(([name, value]) => [name, name === 'content-length' ? `${bytes.byteLength}` : value])
  page.bytes = bytes
}

/** The page cache of this process. */
export const servePage = createPageCache(Date.now)

/** Middleware that applies the cache behind another server. The front door applies it before the framework. */
export const pageCache: MiddlewareFunction<Response> = ({ request, context }, next) => {
  if (context.get(incomingContext)) return next()
  return servePage(
    request,
    { requestInfo: context.get(requestInfoContext), route: context.get(routeContext) },
    (shared) => {
      context.set(isSharedPageContext, shared)
      return next()
    },
  )
}
