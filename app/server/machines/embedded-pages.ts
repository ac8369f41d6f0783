import { forwardToEmbedded } from '../forward-to-embedded.server'
import type { RouteHandle } from '../route.server'

export const handle = { kind: 'embedded' } satisfies RouteHandle

export const loader = forwardToEmbedded
export const action = forwardToEmbedded
