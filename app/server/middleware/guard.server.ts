import { data, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router'
import { loginHref, pathOnSite } from '~/values/addresses'
import { isSameMember } from '~/values/owner'
import { redirectWithFlash } from '../cookies/flash.server'
import { requestInfoContext } from '../request-info/request-info.server'
import { refuse } from '../responses/refusal.server'
import { saveOtherForm, signedOutProblem } from '../session/saved-forms.server'
import { sessionContext } from '../session/session.server'
import { bodyContext, getForm } from './body.server'
import { hasSafeMethod, pageUrlOf, routeContext } from './route.server'

/** The URL of the login page that returns to the page of this request. A form's query is left out. */
export function loginHrefFrom(request: Request): string {
  const { path, search } = pageUrlOf(request)
  const next = hasSafeMethod(request) ? `${path}${search}` : path
  return loginHref(next)
}

/**
 * Guards member screens: without a session, links redirect to login, and forms get the signed-out page and send
 * nothing. A middleware, because clients can request one route's data without its parents' loaders. With script a
 * visitor's tap is answered before, by `useLoginPrompt` of shell/dialogs/login-prompt.tsx. What a break or self-exclusion
 * closes: `closedWhileExcluded` of route.server.ts, by `throwIfExcluded` of features/play-limits/play-limits.server.ts.
 */
export const requireMember: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (context.get(sessionContext).member) return next()
  if (hasSafeMethod(request)) throw redirect(loginHrefFrom(request), 303)
  throw await signedOutPage(request, context)
}

/**
 * Guards what a member's forms do: one that was rendered for another member than the one who has logged in since does nothing,
 * and the page comes back as that of who is logged in. A form without an owner is no form of a page, and passes.
 */
export const requireOwner: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (isOwnedByAnother(context, context.get(bodyContext)?.owner)) throw await returnToOwnPage(request, context)
  return next()
}

/** Step of routes for served countries only: refuses other visitors. What calls are made for them is in the contract. */
export function refuseCountry(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response> | undefined {
  return context.get(requestInfoContext).isCountryServed ? undefined : refuse(request, context, 'not-served')
}

/**
 * Whether what was sent comes from a page of another member than the one now logged in.
 *
 * @param owner the member of that page; false where it is not said, and for visitors.
 */
export function isOwnedByAnother(context: Readonly<RouterContextProvider>, owner: string | undefined): boolean {
  const { member } = context.get(sessionContext)
  return owner !== undefined && member !== null && !isSameMember(owner, member.userId)
}

/** The redirect to the form's page, which says that nothing was done, and shows a form that it restores as it was typed. */
async function returnToOwnPage(request: Request, context: Readonly<RouterContextProvider>): Promise<Response> {
  const { path, search } = pageUrlOf(request)
  const canRestore = context.get(routeContext).handle.restoresForm !== undefined
  const typedHref = canRestore ? await saveOtherForm(context, path, getForm(context), []) : undefined
  // A form may stand on another page than the one that answers it.
  const { origin } = context.get(requestInfoContext)
  const referrer = request.headers.get('Referer')
  const formPath = referrer?.startsWith(`${origin}/`) ? pathOnSite(referrer.slice(origin.length)) : undefined
  return redirectWithFlash(typedHref ?? formPath ?? `${path}${search}`, { kind: 'warning', message: 'form.anothers' })
}

/** The 401 page of a form without a session: a login form that carries the sealed fields along. */
async function signedOutPage(request: Request, context: Readonly<RouterContextProvider>) {
  return data(await signedOutProblem(request, context), { status: 401 })
}
