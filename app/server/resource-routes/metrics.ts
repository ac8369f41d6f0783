import { createHash, timingSafeEqual } from 'node:crypto'
import { config } from '~/platform/settings/config.server'
import { registry } from '~/platform/telemetry/metrics.server'
import type { RouteHandle } from '../middleware/route.server'
import { isFromThisMachine } from '../request-info/client-ip.server'
import type { Route } from './+types/metrics'

export const handle = { kind: 'probe' } satisfies RouteHandle

/** Sends the metrics. Without METRICS_TOKEN, only direct requests from this machine are allowed. */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (config.metricsToken) {
    if (!isSameSecret(request.headers.get('Authorization') ?? '', `Bearer ${config.metricsToken.reveal()}`)) {
      return new Response(null, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } })
    }
  } else if (!isFromThisMachine(request, context)) {
    return new Response(null, { status: 403 })
  }
  return new Response(await registry.metrics(), {
    headers: { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' },
  })
}

/** Compares digests in constant time, so that timing reveals neither the length nor a matching prefix. */
function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
