import { requireMember, requireOwner } from '~/server/middleware/guard.server'
import type { Route } from './+types/members-only'

/** Guards member screens. A loader here couldn't do so, because browsers can request a child's data without it. */
export const middleware: Route.MiddlewareFunction[] = [requireOwner, requireMember]

export const loader = () => null

/** The layout has no data of its own. */
export const shouldRevalidate = () => false

export { headers } from '~/server/responses/problem'
