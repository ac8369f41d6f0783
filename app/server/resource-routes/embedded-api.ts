import type { RouteHandle } from '../middleware/route.server'
import { forwardToEmbedded } from '../upstream/forward-to-embedded.server'

/** The back office sends a bearer token and no cookies, so requests from other origins are not rejected. */
export const handle = { kind: 'embedded', isMachineEndpoint: true, takesBackofficeCommands: true } satisfies RouteHandle

export const loader = forwardToEmbedded
export const action = forwardToEmbedded
