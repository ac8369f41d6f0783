import { data, type MiddlewareFunction } from 'react-router'
import { config } from '~/config/config.server'
import { hasSafeMethod } from '~/session/page-url.server'
import { log } from '~/telemetry/log.server'
import { refusals } from '~/telemetry/metrics.server'
import { incomingContext } from './incoming.server'
import { hostMatchesOrigin, hostOf } from './public-origin.server'
import { refuseRequest } from './refusal.server'
import { sendHeader } from './response-headers.server'
import { routeContext } from './route.server'

/**
 * Whether a request comes from this site. Origin, if sent, must be in PUBLIC_ORIGIN, or match the request's Host
 * without that setting. Sec-Fetch-Site, if sent, must be same-origin. Requests with neither do not come from a browser
 * and pass.
 */
export function isSameOrigin(request: Request, publicOrigins: readonly string[]): boolean {
  const fetchSite = request.headers.get('Sec-Fetch-Site')
  if (fetchSite !== null && fetchSite !== 'same-origin') return false
  const origin = request.headers.get('Origin')
  if (origin === null) return true
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false
  if (publicOrigins.length > 0) return publicOrigins.includes(origin)
  return hostMatchesOrigin(origin, hostOf(request))
}

/** Middleware that refuses what the front door marked as refused, and cross-site writes (CSRF) to pages and the API. */
export const hostAndOrigin: MiddlewareFunction<Response> = ({ request, context }, next) => {
  const refused = context.get(incomingContext)?.refusal
  if (refused === 405) {
    sendHeader(context, 'Allow', 'GET, HEAD, POST')
    throw data(null, { status: 405 })
  }
  if (refused === 400) throw data({ problem: 'bad-request' }, { status: 400 })
  if (refused) throw refuseRequest(context, refused.problem, refused.retryAfterSeconds)

  if (hasSafeMethod(request) || isSameOrigin(request, config.publicOrigins)) return next()
  if (context.get(routeContext).handle.isMachineEndpoint) return next()
  refusals.inc({ reason: 'origin' })
  log.warn({ origin: request.headers.get('Origin'), site: request.headers.get('Sec-Fetch-Site') }, 'origin refused')
  throw refuseRequest(context, 'forbidden')
}
