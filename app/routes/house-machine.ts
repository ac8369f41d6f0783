import { toEmbedded } from '~/http/embedded.server'
import type { RouteHandle } from '~/http/route.server'

/** Callbacks are signed and the desk sends a bearer token; neither sends a cookie. */
export const handle = { kind: 'embedded', fromMachines: true } satisfies RouteHandle

export const loader = toEmbedded
export const action = toEmbedded
