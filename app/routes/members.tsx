import { Outlet } from 'react-router'
import { requireMember } from '~/http/guard.server'
import { ThrownPage } from '~/shell/problem-page'
import type { Route } from './+types/members'

/**
 * The guard of every member screen. It is middleware, because a browser can ask for one route's data without its
 * parents' loaders; for the same reason each screen below has a loader of its own.
 */
export const middleware: Route.MiddlewareFunction[] = [requireMember]

export function loader() {
  return null
}

/** What an error page was thrown with, as Retry-After. */
export function headers({ errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? new Headers()
}

/**
 * A failure of a member's screen, a form's among them. Here rather than in the root alone: the root's loader runs for
 * boundaries below it, so that the bars around the page still know the member.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ThrownPage error={error} />
}

export default function Members() {
  return <Outlet />
}
