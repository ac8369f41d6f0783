import { data, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router'
import { loginHref } from '~/values/addresses/login'
import { refuse } from '../errors/refusal.server'
import { requestInfoContext } from '../request-info/request-info.server'
import { signedOutProblem } from '../session/saved-forms.server'
import { sessionContext } from '../session/session.server'
import { hasSafeMethod, pageUrlOf } from './route.server'

/** The URL of the login page that returns to the page of this request. A form's query is left out. */
export function loginHrefFrom(request: Request): string {
  const { path, search } = pageUrlOf(request)
  const next = hasSafeMethod(request) ? `${path}${search}` : path
  return loginHref(next)
}

/**
 * Guards member screens: without a session, links redirect to login, and forms get the signed-out page and send
 * nothing. A middleware, because clients can request one route's data without its parents' loaders. With script a
 * visitor's tap is answered before, by `useLoginPrompt` of frame/dialogs/login-prompt.tsx. What a break or self-exclusion
 * closes: `closedWhileExcluded` of route.server.ts, by `throwIfExcluded` of features/safer-play/play-limits.server.ts.
 */
export const requireMember: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (context.get(sessionContext).member) return next()
  if (hasSafeMethod(request)) throw redirect(loginHrefFrom(request), 303)
  throw await signedOutPage(request, context)
}

/** Step of routes for served countries only: refuses other visitors. What calls are made for them is in the contract. */
export function refuseCountry(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response> | undefined {
  return context.get(requestInfoContext).isCountryServed ? undefined : refuse(request, context, 'not-served')
}

/** Whether a form was rendered for another member than the one now signed in. False for forms without an owner. */
export function isFromAnotherMember(form: FormData, context: Readonly<RouterContextProvider>): boolean {
  const owner = form.get('owner')
  return owner !== null && owner !== context.get(sessionContext).member?.userId
}

/** The 401 page of a form without a session: a login form that carries the sealed fields along. */
async function signedOutPage(request: Request, context: Readonly<RouterContextProvider>) {
  return data(await signedOutProblem(request, context), { status: 401 })
}
