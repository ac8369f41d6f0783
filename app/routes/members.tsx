import { Outlet } from 'react-router'
import { requireMember } from '~/http/guard.server'
import type { Route } from './+types/members'

/**
 * The guard of every member screen. It is middleware, because a browser can ask for one route's data without its
 * parents' loaders; for the same reason each screen below has a loader of its own.
 */
export const middleware: Route.MiddlewareFunction[] = [requireMember]

export function loader() {
  return null
}

export default function Members() {
  return <Outlet />
}
