import type { RouteHandle } from '../steps/route.server'
import { forwardToEmbedded } from '../upstream/forward-to-embedded.server'

/** Callbacks are signed and the desk sends a bearer token; neither sends a cookie. */
export const handle = { kind: 'embedded', isMachineEndpoint: true } satisfies RouteHandle

export const loader = forwardToEmbedded
export const action = forwardToEmbedded
