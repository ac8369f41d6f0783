import { LRUCache } from 'lru-cache'
import { createContext, type RouterContextProvider } from 'react-router'
import { minutes } from '~/values/durations'
import { acceptedEncoding, recompressBrotli } from './compress.server'
import { incomingContext } from './incoming.server'
import { requestInfoContext } from './request-info.server'
import { isDataRequest, routeContext } from './route.server'

type SharedRendering = { key: string; settle: (copy: CachedPage | undefined) => void }

/**
 * Set while a page is rendered that all visitors will share, so that it must not contain a cookie, nonce, code or request
 * id.
 */
export const sharedRenderingContext = createContext<SharedRendering | null>(null)

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

/** The steps of a page cache: one answers from it, the other stores what was rendered. */
type PageCache = {
  /**
   * Step: answers an anonymous visitor's request with the stored page, if its route allows that. Where none is stored,
   * the first request renders it for all others; while a stale copy is sent, nobody waits.
   */
  serve(request: Request, context: Readonly<RouterContextProvider>): Promise<Response | undefined>
  /** Stores the page that `serve` has left to this request to render. */
  store(response: Response, request: Request, context: Readonly<RouterContextProvider>): Promise<void>
}

/** Creates a page cache. @param now milliseconds; tests pass their own clock. */
export function createPageCache(now: () => number): PageCache {
  const cachedPages = new LRUCache<string, CachedPage>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ bytes }) => bytes.byteLength + copyOverheadBytes,
  })
  const rendering = new Map<string, Promise<CachedPage | undefined>>()

  const toCopy = async (key: string, response: Response): Promise<CachedPage | undefined> => {
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
    return copy
  }

  /** Leaves the page to this request to render: others wait for it. */
  const beginRendering = (key: string, context: Readonly<RouterContextProvider>) => {
    let settle: SharedRendering['settle'] = () => undefined
    rendering.set(key, new Promise((resolve) => (settle = resolve)))
    context.set(sharedRenderingContext, { key, settle })
  }

  return {
    async serve(request, context) {
      const { handle, pattern } = context.get(routeContext)
      const freshMs = handle.pageCacheMs
      const { cookies, origin, locale, theme, lite } = context.get(requestInfoContext)
      if (freshMs === undefined || !isAnonymous(request, cookies)) return undefined
      const { pathname, search } = new URL(request.url)
      if (search !== '' || isDataRequest(request)) return undefined

      const key = [pattern, locale, theme, lite, acceptedEncoding(request), origin].join(' ')
      const copy = cachedPages.get(key)
      const ageMs = copy ? now() - copy.renderedAtMs : Number.POSITIVE_INFINITY
      if (copy && ageMs < freshMs) return toResponse(copy)
      // The page contains its URL, so another spelling of the URL may use a copy but never creates one.
      if (pathname !== pattern) return undefined

      const running = rendering.get(key)
      const isUsable = copy && ageMs < freshMs + staleMs
      if (running) {
        const page = isUsable ? copy : await running
        // A page that could not be stored is rendered for each visitor.
        return page && toResponse(page)
      }
      const incoming = context.get(incomingContext)
      if (isUsable && incoming?.renewCachedPage) {
        incoming.renewCachedPage()
        return toResponse(copy)
      }
      beginRendering(key, context)
      return undefined
    },

    async store(response, _request, context) {
      const shared = context.get(sharedRenderingContext)
      if (!shared) return
      let copy: CachedPage | undefined
      try {
        copy = await toCopy(shared.key, response)
        if (copy) cachedPages.set(shared.key, copy)
      } finally {
        rendering.delete(shared.key)
        shared.settle(copy)
      }
    },
  }
}

function isAnonymous(request: Request, cookies: ReadonlyMap<string, string>): boolean {
  if (request.method !== 'GET' || request.headers.has('Authorization')) return false
  return [...cookies.keys()].every((name) => keyCookies.has(name))
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
export const pageCache = createPageCache(Date.now)
