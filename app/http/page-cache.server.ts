import { LRUCache } from 'lru-cache'
import { createContext, type MiddlewareFunction } from 'react-router'
import { cookiesOf } from '~/session/cookie.server'
import { isForData } from '~/session/page-path.server'
import { encodingOf } from './compress.server'
import { incomingContext } from './incoming.server'
import { type MatchedRoute, routeContext } from './route.server'
import { type Visit, visitContext } from './visit.server'

/**
 * Whether the page being rendered will be shared among visitors, so that it must not contain a cookie, nonce, code or
 * request id. Set before rendering, by the front door or `pageCache`.
 */
export const cacheableContext = createContext(false)

const secondMs = 1000

/** A stale copy is served for this much longer while a fresh one is rendered. */
const staleMs = 60 * secondMs
/** Of all copies together. Bounded because without PUBLIC_ORIGIN clients choose the Host, which is part of the key. */
const copiesBytesMax = 16 * 1024 * 1024
/** Estimated overhead of a copy. */
const besideBytes = 2_048

/** Cookies whose values are part of the cache key. A request with any other cookie bypasses the cache. */
const harmlessCookies = new Set(['lng', 'theme', 'lite'])

type Copy = { bytes: Uint8Array<ArrayBuffer>; headers: [string, string][]; madeMs: number }

/**
 * Serves a cached page if the route allows it and the request is anonymous; renders it otherwise.
 *
 * @param render renders the page; `shared` says whether the result will be cached.
 */
type SharePage = (
  request: Request,
  facts: { visit: Visit; route: MatchedRoute },
  render: (shared: boolean) => Promise<Response>,
) => Promise<Response>

/** Creates a page cache. @param now milliseconds; tests pass their own clock. */
export function sharedPagesBy(now: () => number): SharePage {
  const copies = new LRUCache<string, Copy>({
    maxSize: copiesBytesMax,
    sizeCalculation: ({ bytes }) => bytes.byteLength + besideBytes,
  })
  const inTheMaking = new Map<string, Promise<Copy | undefined>>()

  const keep = async (key: string, response: Response): Promise<Copy | undefined> => {
    if (response.status !== 200 || response.headers.has('Set-Cookie') || !response.headers.has('Vary')) return undefined
    const copy = {
      bytes: new Uint8Array(await response.clone().arrayBuffer()),
      headers: [...response.headers],
      madeMs: now(),
    }
    copies.set(key, copy)
    return copy
  }

  return async (request, { visit, route }, render) => {
    const fresh = route.handle.sharedMs
    if (fresh === undefined || !isAnyVisitor(request)) return render(false)
    const { pathname, search } = new URL(request.url)
    if (search !== '' || isForData(request)) return render(false)

    const { origin, locale, theme, lite } = visit
    const key = [route.pattern, locale, theme, lite, encodingOf(request), origin].join(' ')
    const copy = copies.get(key)
    const age = copy ? now() - copy.madeMs : Number.POSITIVE_INFINITY
    if (copy && age < fresh) return answerOf(copy)
    // The page contains its URL, so another spelling of the URL may use a copy but never creates one.
    if (pathname !== route.pattern) return render(false)

    const running = inTheMaking.get(key)
    if (running) {
      const made = copy && age < fresh + staleMs ? copy : await running
      // A page that could not be cached is rendered for each visitor.
      return made ? answerOf(made) : render(false)
    }

    const rendered = render(true)
    const making = rendered.then((response) => keep(key, response))
    inTheMaking.set(key, making)
    const done = making.finally(() => inTheMaking.delete(key)).catch(() => undefined)
    if (copy && age < fresh + staleMs) return answerOf(copy)
    await done
    return rendered
  }
}

function isAnyVisitor(request: Request): boolean {
  if (request.method !== 'GET' || request.headers.has('Authorization')) return false
  return [...cookiesOf(request.headers.get('Cookie')).keys()].every((name) => harmlessCookies.has(name))
}

function answerOf({ bytes, headers }: Copy): Response {
  return new Response(bytes, { status: 200, headers })
}

/** The page cache of this process. */
export const sharePage = sharedPagesBy(Date.now)

/** Middleware that applies the cache behind another server. The front door applies it before the framework. */
export const pageCache: MiddlewareFunction<Response> = ({ request, context }, next) => {
  if (context.get(incomingContext)) return next()
  return sharePage(request, { visit: context.get(visitContext), route: context.get(routeContext) }, (shared) => {
    context.set(cacheableContext, shared)
    return next()
  })
}
