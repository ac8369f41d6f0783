import type { RouterContextProvider } from 'react-router'
import { matchPath } from 'react-router'
import { toNewAddress } from '~/platform/old-names'
import { config } from '~/platform/settings/config.server'
import { type RouteHandle, routeContext } from '~/server/middleware/route.server'
import type { Middleware } from '~/server/middleware/run-middleware.server'
import { isFromThisMachine, isOwnHost, isPastProxies } from '~/server/request-info/client-ip.server'
import { hostMatchesOrigin, hostOf, isBackofficeHost } from '~/server/request-info/origin.server'
import { refuse } from '~/server/responses/refusal.server'

/** By default, only local requests to a site without a proxy are answered (docs/backoffice.md, in a browser). */
function isBackofficeOpen(request: Request, context: Readonly<RouterContextProvider>): boolean {
  const { backoffice, money, publicOrigins, trustedProxies, upstream } = config
  if (upstream.url !== undefined || backoffice.web === 'off') return false
  if (backoffice.web === 'on') return backoffice.origin === undefined || isBackofficeHost(hostOf(request))
  return (
    money === 'play' &&
    backoffice.origin === undefined &&
    trustedProxies === 0 &&
    publicOrigins.every((origin) => isOwnHost(new URL(origin).host)) &&
    isFromThisMachine(request, context)
  )
}

/** Returns whether the command endpoint is open: without a proxy, or if /backoffice is open to other machines. */
function isCommandApiOpen(request: Request, context: Readonly<RouterContextProvider>): boolean {
  const { backoffice } = config
  if (isFromThisMachine(request, context) || isPastProxies(request, context)) return true
  const isItsHost = backoffice.origin === undefined || hostMatchesOrigin(backoffice.origin, hostOf(request))
  return backoffice.web !== 'off' && isItsHost
}

const handle = { kind: 'embedded', isBackoffice: true } satisfies RouteHandle

/** Middleware for the back office. If it is closed, its pages respond with 404. Its own host serves nothing else. */
export const findBackoffice: Middleware = {
  before(request, context) {
    const { pattern, handle: asked } = context.get(routeContext)
    const { pathname, search } = new URL(request.url)
    if (asked.takesBackofficeCommands)
      return isCommandApiOpen(request, context) ? undefined : refuse(request, context, 'not-found')
    // The router has no routes for these paths, so they match its catch-all.
    const isScreen = pattern === '/*' && matchPath('/backoffice/*', toNewAddress(pathname)) !== null
    if (isScreen && isBackofficeOpen(request, context)) {
      if (toNewAddress(pathname) !== pathname) return movedTo(toNewAddress(pathname + search))
      context.set(routeContext, { pattern: '/backoffice/*', handle })
    } else if (isBackofficeHost(hostOf(request))) return refuse(request, context, 'not-found')
    return undefined
  },
}

/** Middleware that loads the back office on its first request, so that other visitors never load it. */
export const serveBackoffice: Middleware = {
  for: ({ isBackoffice }) => isBackoffice === true,
  before: async (request, context) => (await import('./backoffice.server')).answer(request, context),
}

/** Browsers must not cache it. A site that is rolled back to 1.0.0 has only the old URL. */
const movedTo = (location: string) =>
  new Response(null, { status: 308, headers: { Location: location, 'Cache-Control': 'no-store' } })
