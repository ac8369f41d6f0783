import { config } from '~/platform/settings/config.server'
import { log } from '~/platform/telemetry/log.server'
import { refusals } from '~/platform/telemetry/metrics.server'
import { sendHeader } from '../cookies/cookie.server'
import { type Context, incomingContext } from '../http/incoming.server'
import { hostMatchesOrigin, hostOf } from '../request-info/origin.server'
import { refuse } from '../responses/refusal.server'
import { hasSafeMethod, isDataRequest, routeContext } from './route.server'

/** Returns whether Origin and Sec-Fetch-Site match this site. A request with neither header is not from a browser. */
export function isSameOrigin(request: Request, publicOrigins: readonly string[]): boolean {
  const fetchSite = request.headers.get('Sec-Fetch-Site')
  if (fetchSite !== null && fetchSite !== 'same-origin') return false
  const origin = request.headers.get('Origin')
  if (origin === null) return true
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false
  if (publicOrigins.length > 0) return publicOrigins.includes(origin)
  return hostMatchesOrigin(origin, hostOf(request))
}

/** Middleware: shows an error page for an invalid URL, because a person may have followed a broken link. */
export const refuseMalformedUrl = (request: Request, context: Context): Promise<Response> | undefined =>
  context.get(incomingContext)?.isMalformed ? refuse(request, context, 'bad-request') : undefined

/** Rejects methods other than GET, HEAD and POST on pages, because actions would treat them as POST. */
export function refuseOtherMethods(request: Request, context: Context): Promise<Response> | undefined {
  if (['GET', 'HEAD', 'POST'].includes(request.method)) return undefined
  sendHeader(context, 'Allow', 'GET, HEAD, POST')
  return refuse(request, context, 'method')
}

/** Middleware for routes without a page. Rejects `.data` requests, which would get the root loader's data. */
export const refusePageData = (request: Request, context: Context): Promise<Response> | undefined =>
  isDataRequest(request) ? refuse(request, context, 'not-found') : undefined

/** Middleware: rejects writes sent from another site (CSRF). */
export function refuseCrossSite(request: Request, context: Context): Promise<Response> | undefined {
  const { handle } = context.get(routeContext)
  // The back office has its own origin, and neither origin may send forms to the other.
  const ownOrigins =
    handle.isBackoffice && config.backoffice.origin !== undefined ? [config.backoffice.origin] : config.publicOrigins
  if (hasSafeMethod(request) || isSameOrigin(request, ownOrigins)) return undefined
  if (handle.isMachineEndpoint) return undefined
  refusals.inc({ reason: 'origin' })
  log.warn({ origin: request.headers.get('Origin'), site: request.headers.get('Sec-Fetch-Site') }, 'origin refused')
  return refuse(request, context, 'forbidden')
}
