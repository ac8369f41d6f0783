import { LRUCache } from 'lru-cache'
import {
  createContext,
  data,
  type MiddlewareFunction,
  matchRoutes,
  type RouteObject,
  type ServerBuild,
} from 'react-router'
import { isForData, pagePathOf } from '~/session/page-path.server'

/**
 * What a route says of itself to the code that runs before it: `export const handle = { … } satisfies RouteHandle`.
 * Rules of a request hang on this, never on the text of its address: the router decodes addresses and ignores case, so
 * one page has many spellings.
 */
export type RouteHandle = {
  /**
   * page (when nothing is said): HTML with session, limits and upstream. api: answers in JSON, its errors too. probe: asks
   * for nothing and is never limited. embedded: a page of the embedded upstream, a third party: its body is handed on
   * untouched and no session is read. file: bytes that are drawn from the address alone.
   */
  kind?: RouteKind
  /** Machines call it, with a signature or a bearer token and no cookie: a forged form gains nothing there. */
  fromMachines?: true
  /** For this many ms one copy of the page is sent to every visitor whose cookies say nothing of a person. */
  sharedMs?: number
  /** false: the page is sent without any script. */
  script?: false
}

export type RouteKind = 'page' | 'api' | 'probe' | 'embedded' | 'file'

/** The route that a request reached: its pattern in app/routes.ts (`/api/routes/:segment`), and what it says of itself. */
export type MatchedRoute = { pattern: string; handle: RouteHandle }

/** What is known of an address that no route has: nothing is allowed it. */
const noRoute: MatchedRoute = { pattern: '*', handle: {} }

/** The route of this request. Set first of all. */
export const routeContext = createContext<MatchedRoute>(noRoute)

/** A middleware for routes of these kinds alone. */
export function onlyFor(
  kinds: readonly RouteKind[],
  middleware: MiddlewareFunction<Response>,
): MiddlewareFunction<Response> {
  return (args, next) =>
    kinds.includes(args.context.get(routeContext).handle.kind ?? 'page') ? middleware(args, next) : next()
}

/** Pages alone have data beside their document: the framework would answer for every other route with the root's part. */
export const dataOfPages: MiddlewareFunction<Response> = ({ request, context }) => {
  if (!isForData(request) || (context.get(routeContext).handle.kind ?? 'page') === 'page') return
  throw data({ problem: 'not-found' }, { status: 404 })
}

/** Finds the route of an address (path with or without `.data`) in the table of a build, by the router's own rules. */
export function routeTable(routes: ServerBuild['routes']): (pathname: string) => MatchedRoute {
  const all = Object.values(routes).filter((route) => route !== undefined)
  const under = (parent: string | undefined): RouteObject[] =>
    all
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, path, index, caseSensitive, module }) => {
        const known = { id, path, caseSensitive, handle: module.handle }
        return index ? { ...known, index } : { ...known, children: under(id) }
      })
  const table = under(undefined)
  // The router ranks all of its routes anew for each address; most requests ask for few of them.
  const found = new LRUCache<string, MatchedRoute>({ max: foundAddressesMax })
  const match = (path: string): MatchedRoute => {
    const matches = matchRoutes(table, path)
    if (!matches) return noRoute
    const pattern = matches.flatMap(({ route }) => route.path || []).join('/')
    return { pattern: `/${pattern}`, handle: (matches.at(-1)?.route.handle as RouteHandle | undefined) ?? {} }
  }
  return (pathname) => {
    const path = pagePathOf(pathname)
    if (path.length > rememberedCharactersMax) return match(path)
    const route = found.get(path) ?? match(path)
    found.set(path, route)
    return route
  }
}

const foundAddressesMax = 1_000
const rememberedCharactersMax = 200
