import { forwardToEmbedded } from '../forward-to-embedded.server'
import type { RouteHandle } from '../route.server'

/** Callbacks are signed and the desk sends a bearer token; neither sends a cookie. */
export const handle = { kind: 'embedded', isMachineEndpoint: true } satisfies RouteHandle

export const loader = forwardToEmbedded
export const action = forwardToEmbedded
