import { checkDependency, readiness, reuse } from '~/platform/readiness.server'
import { sharedStore } from '~/platform/redis.server'
import { config } from '~/platform/settings/config.server'
import { readQuery } from '~/server/request-info/query.server'
import { seconds } from '~/values/durations'
import { version } from '../../../package.json'
import type { RouteHandle } from '../middleware/route.server'
import { checkUpstream } from '../upstream/connection.server'
import type { Route } from './+types/readyz'

export const handle = { kind: 'probe' } satisfies RouteHandle

const { check: probeRedis } = sharedStore ?? {}
const checkRedis = probeRedis && reuse(() => checkDependency(probeRedis), seconds(1))

/**
 * Returns 503 while the process starts or drains, otherwise 200 with the checks. With `?strict=1`, also returns 503 if
 * a check fails. `providers` and `payments` must be equal on all replicas. Source: docs/monitoring.md, probes.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const status = readiness()
  const headers = { 'Cache-Control': 'no-store' }
  if (status !== 'ready') return Response.json({ status, version }, { status: 503, headers })

  const [upstream, redis] = await Promise.all([checkUpstream(), checkRedis?.()])
  const checks = {
    upstream,
    // With an external upstream, the site has no store.
    store: config.upstream.url === undefined ? upstream : { ok: true, ms: 0, kind: 'none' },
    ...(redis ? { redis } : {}),
  }
  const strict = readQuery(request.url).strict === '1'
  const failed = Object.values(checks).some(({ ok }) => !ok)
  const { digests } = config.embedded
  return Response.json({ status, version, ...digests, checks }, { status: strict && failed ? 503 : 200, headers })
}
