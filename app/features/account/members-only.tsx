import { Outlet } from 'react-router'
import { requireMember, requireOwner } from '~/server/middleware/guard.server'
import type { Route } from './+types/members-only'

/**
 * The guard of all member screens. It is middleware, because a browser can request one route's data without running the
 * parents' loaders. For the same reason each member screen has its own loader.
 */
export const middleware: Route.MiddlewareFunction[] = [requireOwner, requireMember]

export function loader() {
  return null
}

/** Loads nothing again: the guard stands before each page's data. */
export const shouldRevalidate = () => false

/** Passes on the headers of a thrown error page, such as Retry-After. */
export function headers({ errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? new Headers()
}

export default function MembersOnly() {
  return <Outlet />
}
