import type { RouteHandle } from '../middleware/route.server'
import { forwardToEmbedded } from '../upstream/forward-to-embedded.server'

/** The back office authenticates with a bearer token instead of cookies, so it needs no origin check. */
export const handle = { kind: 'embedded', isMachineEndpoint: true, takesBackofficeCommands: true } satisfies RouteHandle

export const loader = forwardToEmbedded
export const action = forwardToEmbedded
