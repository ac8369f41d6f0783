import { LRUCache } from 'lru-cache'
import {
  createContext,
  href,
  matchRoutes,
  type Params,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { MessageKey } from '~/i18n/i18n'
import { serverBuild } from '../server-build.server'

/**
 * What a route declares to the steps of app/middleware.server.ts: `export const handle = { … } satisfies RouteHandle`. Rules
 * depend on this and never on the URL's text: the router decodes paths and ignores case, so one page has many spellings.
 */
export type RouteHandle = {
  /**
   * page (default): HTML with session, limits and upstream. api: JSON, errors included. probe: needs no session or
   * upstream and is never limited. embedded: a page of the embedded upstream; its body is forwarded unchanged and no
   * session is read. file: bytes that depend on the URL alone.
   */
  kind?: RouteKind
  /** A screen of the back office, which answers before the router. */
  isBackoffice?: true
  /** The door of the back office's commands, which is not open to every network. */
  takesBackofficeCommands?: true
  /** Called by machines with a signature or bearer token and no cookie, so the origin check does not apply. */
  isMachineEndpoint?: true
  /** A program signs its requests: once that is checked, they count for the program and not for its IP. */
  isSigned?: true
  /** Bounds its own work and may wait for another server: it takes no place among the requests that run at once. */
  boundsItself?: true
  /** Others than visitors of served countries get the 451 page. */
  servedCountriesOnly?: true
  /** A screen of the cashier that is closed during a break or self-exclusion; its entry of the menu says so as well. */
  closedWhileExcluded?: true
  /** For how many ms a rendered page is served from the page cache to anonymous visitors. */
  pageCacheMs?: number
  /** false: the page is sent without scripts. */
  script?: false
  /**
   * Play or paying begins here: after a login this page may first lead to the question about new documents. Never on
   * what must stay open: withdrawals, help, history, logout.
   */
  requiresConsent?: true
  /**
   * A page for everybody, which search engines list and messengers preview: the message that describes it, and a query
   * parameter that a shared link keeps. All other pages are `noindex`.
   */
  indexed?: { description: MessageKey; sharedQuery?: 'code' }
  /**
   * A visitor logs in or registers on the page: its frame has no login form of its own, and a login returns to the page's
   * `next`.
   */
  isLogin?: true
  /**
   * The frame's button for deposits stands back: the page has a primary button, or must not suggest a deposit. As a function
   * of what its loader returned.
   */
  demotesDepositButton?: true | ((loaderData: unknown) => boolean)
  /** The page moves money: the frame has no buttons for that beside it. */
  movesMoney?: true
  /** The page says to visitors only what is in `locales/<locale>.json`, which every page loads. */
  hasFewMessages?: true
  /**
   * The id of the page's form, which is shown again as it was typed: after a login when its session had ended, and in
   * another language or on a lite page. It has `data-restored`.
   */
  restoresForm?: string
  /** The form of another page may come along with a preference: its passwords and codes are dropped as the body is read. */
  takesOtherForms?: true
  /** Flash messages that the page shows where they belong, in place of its top. */
  flashesInPage?: readonly MessageKey[]
}

export type RouteKind = 'page' | 'api' | 'probe' | 'embedded' | 'file'

/** The route of a request: its pattern in app/routes.ts (`/api/routes/:segment`), its handle, and the pattern's parts. */
export type MatchedRoute = { pattern: string; handle: RouteHandle; params?: Params }

/** Whether a request is a probe or asks for a file: its log line is of level debug, and it has no trace. */
export function isRoutine({ kind }: RouteHandle): boolean {
  return kind === 'probe' || kind === 'file'
}

/** The defaults, which URLs that match no route have. */
const unmatchedRoute: MatchedRoute = { pattern: '*', handle: {} }

/** The route of this request. */
export const routeContext = createContext<MatchedRoute>(unmatchedRoute)

const matchers = new WeakMap<ServerBuild['routes'], (pathname: string) => MatchedRoute>()

/** Step: finds the route of a request in this build's table. The later steps' rules hang on its handle. */
export function matchRoute(request: Request, context: Readonly<RouterContextProvider>): undefined {
  const { routes } = serverBuild()
  const matchInBuild = matchers.get(routes) ?? createRouteMatcher(routes)
  matchers.set(routes, matchInBuild)
  context.set(routeContext, matchInBuild(new URL(request.url).pathname))
}

/**
 * Creates a function that matches a path (with or without `.data`) to a route of the build, by the router's own rules.
 */
export function createRouteMatcher(routes: ServerBuild['routes']): (pathname: string) => MatchedRoute {
  const all = Object.values(routes).filter((route) => route !== undefined)
  const childrenOf = (parent: string | undefined): RouteObject[] =>
    all
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, path, index, caseSensitive, module }) => {
        const known = { id, path, caseSensitive, handle: module.handle }
        return index ? { ...known, index } : { ...known, children: childrenOf(id) }
      })
  const table = childrenOf(undefined)
  // Cached, because the router ranks all routes again for each path.
  const routesByPath = new LRUCache<string, MatchedRoute>({ max: maxCachedPaths })
  const match = (path: string): MatchedRoute => {
    const matches = matchRoutes(table, path)
    if (!matches) return unmatchedRoute
    const pattern = matches.flatMap(({ route }) => route.path || []).join('/')
    const last = matches.at(-1)
    return {
      pattern: `/${pattern}`,
      handle: (last?.route.handle as RouteHandle | undefined) ?? {},
      params: last?.params ?? {},
    }
  }
  return (pathname) => {
    const path = pagePathOf(pathname)
    if (path.length > maxCachedPathCharacters) return match(path)
    const route = routesByPath.get(path) ?? match(path)
    routesByPath.set(path, route)
    return route
  }
}

const maxCachedPaths = 1_000
const maxCachedPathCharacters = 200

/**
 * The URL of the page that a request is for, as the browser shows it. A data request has a different URL
 * (`/deposit.data?_routes=…`), which the framework passes on unchanged.
 */
export function pageUrlOf(request: Request): { path: string; search: string } {
  const { pathname, searchParams, search } = new URL(request.url)
  if (!isDataRequest(request)) return { path: pathname, search }
  searchParams.delete('_routes')
  const rest = searchParams.toString()
  return { path: pagePathOf(pathname), search: rest === '' ? '' : `?${rest}` }
}

/** The path of a page, from the path of its document or of its data request. */
function pagePathOf(pathname: string): string {
  const path = pathname.endsWith('/_.data') ? pathname.slice(0, -'_.data'.length) : pathname.replace(/\.data$/, '')
  // A trailing slash names the same page. Each run of slashes is tried once: a path may have thousands.
  return path.replace(/(?<=[^/])\/+$|^\/+$/, '') || href('/')
}

/** Whether a script asks for a page's data rather than its document. The framework tests the same path suffix. */
export function isDataRequest(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data')
}

/** Whether the request has a safe HTTP method: it only reads. */
export function hasSafeMethod(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
}

/** The paths of the routes that are for everybody, in the order of the table. They have no parameters. */
export function listIndexedPaths(routes: ServerBuild['routes']): string[] {
  return Object.values(routes).flatMap((route) =>
    (route?.module.handle as RouteHandle | undefined)?.indexed ? [`/${route?.path ?? ''}`] : [],
  )
}
