import { data, type MiddlewareFunction, redirect } from 'react-router'
import { loginHref, pathOnSite } from '~/values/addresses'
import { minutes } from '~/values/durations'
import { isSameMember } from '~/values/form-owner'
import { redirectWithFlash } from '../cookies/flash.server'
import type { Context } from '../http/incoming.server'
import { i18nOf, requestInfoContext } from '../request-info/request-info.server'
import { refuse } from '../responses/refusal.server'
import { sealOtherForm, signedOutProblem } from '../session/sealed-forms.server'
import { sessionContext } from '../session/session.server'
import { getUpstreamConnection } from '../upstream/connection.server'
import { bodyContext, getForm } from './body.server'
import { hasSafeMethod, pageUrlOf, routeContext } from './route.server'

export function loginHrefFrom(request: Request): string {
  const { path, search } = pageUrlOf(request)
  return loginHref(hasSafeMethod(request) ? `${path}${search}` : path)
}

/**
 * Guards members' pages. Without a session, page requests redirect to login, and form submissions get the signed-out
 * page. It is not a loader, because clients can request one route's data without running its parents' loaders.
 */
export const requireMember: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (context.get(sessionContext).member) return next()
  if (hasSafeMethod(request)) throw redirect(loginHrefFrom(request), 303)
  throw data(await signedOutProblem(request, context), { status: 401 })
}

/** Guards members' forms. If a form was rendered for another member, submitting it has no effect. */
export const requireOwner: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (isOwnedByAnother(context, context.get(bodyContext)?.owner)) throw await returnToOwnPage(request, context)
  return next()
}

export const refuseCountry = (request: Request, context: Context): Promise<Response> | undefined =>
  context.get(requestInfoContext).isCountryServed ? undefined : refuse(request, context, 'not-served')

export async function refuseDuringMaintenance(request: Request, context: Context): Promise<Response | undefined> {
  const open = await getUpstreamConnection().catch(() => undefined)
  const running = open?.maintenance?.()
  if (!running) return undefined
  const { until } = running
  const minutesLeft = Math.max(1, Math.ceil((until.getTime() - Date.now()) / minutes(1)))
  const { dateTime, sentences, t } = i18nOf(context)
  const end = t('maintenance.until', { until: dateTime(until.toISOString()) })
  const text = sentences(running.text ?? undefined, t('maintenance.safe'))
  return refuse(request, context, 'maintenance', minutesLeft * 60, { until: until.toISOString(), text, end })
}

/** Returns whether a form was rendered for another member. @param owner undefined if the form has no owner field */
export function isOwnedByAnother(context: Context, owner: string | undefined): boolean {
  const { member } = context.get(sessionContext)
  return owner !== undefined && member !== null && !isSameMember(owner, member.userId)
}

/** Redirects to the form's page, which restores the form and says that nothing was done. */
async function returnToOwnPage(request: Request, context: Context): Promise<Response> {
  const { path, search } = pageUrlOf(request)
  const canRestore = context.get(routeContext).handle.restoresForm !== undefined
  const typedHref = canRestore ? await sealOtherForm(context, path, getForm(context), []) : undefined
  // The form's action may be the path of another page, so the Referer header tells which page contains the form.
  const { origin } = context.get(requestInfoContext)
  const referrer = request.headers.get('Referer')
  const formPath = referrer?.startsWith(`${origin}/`) ? pathOnSite(referrer.slice(origin.length)) : undefined
  return redirectWithFlash(typedHref ?? formPath ?? `${path}${search}`, { kind: 'warning', message: 'form.anothers' })
}
