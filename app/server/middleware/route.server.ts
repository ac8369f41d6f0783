import { LRUCache } from 'lru-cache'
import type { ComponentType } from 'react'
import { createContext, href, matchRoutes, type Params, type RouteObject, type ServerBuild } from 'react-router'
import type { MessageKey } from '~/i18n/i18n'
import { memoize } from '~/values/memoize'
import type { Context } from '../http/incoming.server'

type OwnBuild = Pick<ServerBuild, 'routes' | 'assetsBuildDirectory' | 'publicPath'>

let current: OwnBuild | undefined

/** Stores the server build. Called by the build itself (vite.config.ts) to avoid a circular import. @public */
export function setServerBuild(build: OwnBuild): void {
  current = build
}

export function serverBuild(): OwnBuild {
  if (!current) throw new Error('the server build is not loaded')
  return current
}

/** The properties that a route declares for the middleware. Rules never depend on the URL: pages have several URLs. */
export type RouteHandle = {
  /**
   * page (default): HTML. api: JSON, including errors. probe: no session or limits. embedded: forwarded unchanged.
   * file: bytes that depend only on the URL.
   */
  kind?: RouteKind
  isBackoffice?: true
  /** The endpoint for back-office commands. It is closed to some networks. */
  takesBackofficeCommands?: true
  /** Needs no cookie and no origin check, because requests are signed, carry a token or change nothing. */
  isMachineEndpoint?: true
  /** Requests are signed by a program. Rate limits are keyed by that program, not by IP. */
  isSigned?: true
  /** The route limits its own concurrency and may wait for another server, so its requests take no slot. */
  boundsItself?: true
  servedCountriesOnly?: true
  /** Closed during site maintenance, as pages and the API are. */
  closedForMaintenance?: true
  /** Closed during a break or self-exclusion, and left out of the menu. */
  closedWhileExcluded?: true
  /** Shows settlement news on the error page that replaces this page during a break or self-exclusion. */
  NewsWhileExcluded?: ComponentType<{ news: unknown }>
  pageCacheMs?: number
  script?: false
  /**
   * Play or payment starts on this page, so a member who has just logged in may first be asked to accept new documents.
   * Never set on withdrawals, help, history or logout.
   */
  requiresConsent?: true
  /** The description for search engines, and the parameter to keep in shared links. Other pages are `noindex`. */
  indexed?: { description: MessageKey; sharedQuery?: 'code' }
  /** A login or registration page. The shell shows no login form on it. */
  isLogin?: true
  /** Gives the shell's deposit button less emphasis: always, or depending on the loader's data. */
  demotesDepositButton?: true | ((loaderData: unknown) => boolean)
  /** The lobby that the menu marks as current on a page outside it. */
  section?: (loaderData: unknown) => 'casino' | 'slot' | 'sport' | undefined
  movesMoney?: true
  /** For visitors, the page needs only the messages in `locales/<locale>.json`. */
  hasFewMessages?: true
  /** The id of the form whose values are restored after a login, a language change or a switch to lite pages. */
  restoresForm?: string
  /** Requests may include a form from another page. Its passwords and codes are dropped. */
  takesOtherForms?: true
  flashesInPage?: readonly MessageKey[]
}

export type RouteKind = 'page' | 'api' | 'probe' | 'embedded' | 'file'

/** A request's route: its id and pattern in app/routes.ts (such as `/api/routes/:segment`), handle and parameters. */
export type MatchedRoute = { id?: string; pattern: string; handle: RouteHandle; params?: Params }

export const isRoutine = ({ kind }: RouteHandle): boolean => kind === 'probe' || kind === 'file'

const unmatchedRoute: MatchedRoute = { pattern: '*', handle: {} }

export const routeContext = createContext<MatchedRoute>(unmatchedRoute)

const matcherOf = memoize(createRouteMatcher)

export function matchRoute(request: Request, context: Context): undefined {
  const match = matcherOf(serverBuild().routes)
  context.set(routeContext, match(new URL(request.url).pathname))
}

/** Creates a function that matches paths to routes by the router's rules. */
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
  // Cached, because `matchRoutes` ranks all routes again on every call.
  const routesByPath = new LRUCache<string, MatchedRoute>({ max: maxCachedPaths })
  const match = (path: string): MatchedRoute => {
    const matches = matchRoutes(table, path)
    if (!matches) return unmatchedRoute
    const pattern = matches.flatMap(({ route }) => route.path || []).join('/')
    const last = matches.at(-1)
    return {
      id: last?.route.id,
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

/** Returns the URL of the page as shown in the browser, even for data requests. */
export function pageUrlOf(request: Request): { path: string; search: string } {
  const { pathname, searchParams, search } = new URL(request.url)
  if (!isDataRequest(request)) return { path: pathname, search }
  searchParams.delete('_routes')
  const rest = searchParams.toString()
  return { path: pagePathOf(pathname), search: rest === '' ? '' : `?${rest}` }
}

function pagePathOf(pathname: string): string {
  const path = pathname.endsWith('/_.data') ? pathname.slice(0, -'_.data'.length) : pathname.replace(/\.data$/, '')
  return path.replace(/(?<=[^/])\/+$|^\/+$/, '') || href('/')
}

/** Returns whether a request is for a page's data, not its document. The framework checks for the same suffix. */
export const isDataRequest = (request: Request): boolean => new URL(request.url).pathname.endsWith('.data')

export const hasSafeMethod = (request: Request): boolean =>
  request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'

export function listIndexedPaths(routes: ServerBuild['routes']): string[] {
  return Object.values(routes).flatMap((route) =>
    (route?.module.handle as RouteHandle | undefined)?.indexed ? [`/${route?.path ?? ''}`] : [],
  )
}
