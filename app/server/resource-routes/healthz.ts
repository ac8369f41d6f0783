import type { RouteHandle } from '../middleware/route.server'

export const handle = { kind: 'probe' } satisfies RouteHandle

/** Liveness: answers 200 while the process runs, without checking its dependencies. */
export function loader() {
  return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } })
}
