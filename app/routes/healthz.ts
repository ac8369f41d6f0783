import type { RouteHandle } from '~/http/route.server'

export const handle = { kind: 'probe' } satisfies RouteHandle

/** Whether this process answers at all; nothing behind it is asked. */
export function loader() {
  return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } })
}
