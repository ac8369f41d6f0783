import { data, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router'
import { isSafe, pageOf } from '~/session/page-path.server'
import { sessionContext } from '~/session/session.server'
import { sealTyped } from './kept-forms.server'

/** The URL of the login page that returns to the page of this request. A form's query is left out. */
export function signInAddress(request: Request): string {
  const { path, search } = pageOf(request)
  const next = isSafe(request) ? `${path}${search}` : path
  return `/login?next=${encodeURIComponent(next)}`
}

/**
 * Guards member screens: without a session, links redirect to login, and forms get the signed-out page and send
 * nothing. A middleware, because clients can request one route's data without its parents' loaders.
 */
export const requireMember: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (context.get(sessionContext).member) return next()
  if (isSafe(request)) throw redirect(signInAddress(request), 303)
  throw await signedOutPage(request, context)
}

/** Whether a form was rendered for another member than the one now signed in. False for forms without an owner. */
export function isOfAnother(form: FormData, context: Readonly<RouterContextProvider>): boolean {
  const drawnFor = form.get('owner')
  return drawnFor !== null && drawnFor !== context.get(sessionContext).member?.userId
}

/** The 401 page of a form without a session: a login form that carries the sealed fields along. */
export async function signedOutPage(request: Request, context: Readonly<RouterContextProvider>) {
  return data({ problem: 'signed-out', typed: await sealTyped(request, context) }, { status: 401 })
}
