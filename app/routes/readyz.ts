import type { RouteHandle } from '~/http/route.server'
import { sharedStore } from '~/redis/redis.server'
import { check } from '~/telemetry/check.server'
import { readiness } from '~/telemetry/readiness.server'
import { connection } from '~/upstream/connect.server'
import type { Route } from './+types/readyz'

export const handle = { kind: 'probe' } satisfies RouteHandle

/** The store is asked to write, which all probes of this time share. */
const storeFreshMs = 5_000

/**
 * Whether requests may be sent here: 503 while the process starts or drains, else 200 with what stands behind it.
 * `?strict=1`: 503 as well when one of those fails. Source: docs/operations.md, probes.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const status = readiness()
  const headers = { 'Cache-Control': 'no-store' }
  if (status !== 'ready') return Response.json({ status }, { status: 503, headers })

  const { embedded, check: ask } = await connection()
  const [upstream, redis] = await Promise.all([
    check('upstream', ask, embedded ? storeFreshMs : undefined),
    sharedStore && check('redis', () => sharedStore?.check()),
  ])
  const checks = {
    upstream,
    // The embedded house is its store; a real upstream keeps its own, and the site has none.
    store: embedded ? upstream : { ok: true, ms: 0, kind: 'none' },
    ...(redis ? { redis } : {}),
  }
  const strict = new URL(request.url).searchParams.get('strict') === '1'
  const failed = Object.values(checks).some(({ ok }) => !ok)
  return Response.json({ status, checks }, { status: strict && failed ? 503 : 200, headers })
}
