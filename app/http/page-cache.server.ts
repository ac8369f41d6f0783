import { LRUCache } from 'lru-cache'
import { createContext, type MiddlewareFunction } from 'react-router'
import { cookiesOf } from '~/session/cookie.server'
import { isForData } from '~/session/page-path.server'
import { encodingOf } from './compress.server'
import { incomingContext } from './incoming.server'
import { type MatchedRoute, routeContext } from './route.server'
import { type Visit, visitContext } from './visit.server'

/**
 * Whether the page about to be rendered may be shared among visitors: it then holds no cookie, nonce, code or number
 * of one person. Set before the page is rendered, by the cache alone.
 */
export const cacheableContext = createContext(false)

const secondMs = 1000

/** An outdated copy is still sent for this long while a fresh one is made, so that no visitor waits for it. */
const staleMs = 60 * secondMs
/** Of all copies together. Hosts are a stranger's choice while PUBLIC_ORIGIN is unset: the copies must not grow with them. */
const copiesBytesMax = 16 * 1024 * 1024
/** What a copy takes beside its bytes. */
const besideBytes = 2_048

/** Cookies that every copy is kept apart by; any other is about a person, and then nothing is shared. */
const harmlessCookies = new Set(['lng', 'theme', 'lite'])

type Copy = { bytes: Uint8Array<ArrayBuffer>; headers: [string, string][]; madeMs: number }

/**
 * Answers with a copy that visitors share, where the route allows it and the request says nothing of a person.
 *
 * @param render makes the page, fit to be shared or not.
 */
type SharePage = (
  request: Request,
  facts: { visit: Visit; route: MatchedRoute },
  render: (shared: boolean) => Promise<Response>,
) => Promise<Response>

/** The cache by a clock: the machine's, or a test's own. */
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
    // The page holds its address: another spelling of it is served by the copy, and never makes one.
    if (pathname !== route.pattern) return render(false)

    const running = inTheMaking.get(key)
    if (running) {
      const made = copy && age < fresh + staleMs ? copy : await running
      // What could not be kept for one visitor is rendered for each.
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

/** The visitors' pages of this process. */
export const sharePage = sharedPagesBy(Date.now)

/** The cache behind another server than our own, whose front door has it before the framework. */
export const pageCache: MiddlewareFunction<Response> = ({ request, context }, next) => {
  if (context.get(incomingContext)) return next()
  return sharePage(request, { visit: context.get(visitContext), route: context.get(routeContext) }, (shared) => {
    context.set(cacheableContext, shared)
    return next()
  })
}
