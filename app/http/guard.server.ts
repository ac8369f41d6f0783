import { data, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router'
import { isSafe, pageOf } from '~/session/page-path.server'
import { sessionContext } from '~/session/session.server'
import { sealTyped } from './kept-forms.server'

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
export const requireMember: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (context.get(sessionContext).member) return next()
  if (isSafe(request)) throw redirect(signInAddress(request), 303)
  throw await signedOutPage(request, context)
}

/** Whether a form was drawn for another member than the one who is signed in by now. One that names nobody is anybody's. */
export function isOfAnother(form: FormData, context: Readonly<RouterContextProvider>): boolean {
  const drawnFor = form.get('owner')
  return drawnFor !== null && drawnFor !== context.get(sessionContext).member?.userId
}

/** The 401 page in place of a form's answer: the way to sign in, with what was typed riding along. Nothing was sent. */
export async function signedOutPage(request: Request, context: Readonly<RouterContextProvider>) {
  return data({ problem: 'signed-out', typed: await sealTyped(request, context) }, { status: 401 })
}
