import type { RouteHandle } from '../middleware/route.server'

export const handle = { kind: 'probe' } satisfies RouteHandle

/** Liveness probe: returns 200 without checking any dependencies. */
export const loader = () => Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } })
