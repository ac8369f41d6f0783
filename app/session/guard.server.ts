import { data, type MiddlewareFunction, redirect } from 'react-router'
import { isSafe, pageOf } from './page-path.server'
import { sessionContext } from './session.server'

/** Where a visitor signs in and then goes on to the page of this request. */
export function signInAddress(request: Request): string {
  const { path, search } = pageOf(request)
  const next = isSafe(request) ? `${path}${search}` : path
  return `/login?next=${encodeURIComponent(next)}`
}

/**
 * The guard of member screens: a visitor who comes by a link is sent to sign in, a form without a session gets the
 * sign-in page in place of its answer and nothing is sent. Middleware, because the framework can be asked for one
 * route's data without its parents' loaders.
 */
export const requireMember: MiddlewareFunction<Response> = ({ request, context }, next) => {
  if (context.get(sessionContext).member) return next()
  if (isSafe(request)) throw redirect(signInAddress(request), 303)
  throw data({ problem: 'signed-out' }, { status: 401 })
}
