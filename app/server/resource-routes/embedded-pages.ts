import type { RouteHandle } from '../middleware/route.server'
import { forwardToEmbedded } from '../upstream/forward-to-embedded.server'

export const handle = { kind: 'embedded', closedForMaintenance: true } satisfies RouteHandle

export const loader = forwardToEmbedded
export const action = forwardToEmbedded
