import { brand } from '~/brand/brand.server'
import { readTicket, sendTicket } from '~/features/account/login/login-ticket.server'
import { confirmLogin, signIn, signOut, welcome } from '~/features/account/login/sign-in.server'
import { changePassword } from '~/features/account/passwords/change-password.server'
import { acknowledgeFunds } from '~/features/documents/accepted-documents.server'
import { rememberGame } from '~/features/lobby/favourites/member-games.server'
import { findLaunchTarget } from '~/features/lobby/launch/target.server'
import { changeLimitsUnlessDue, isRealityCheckDue, loadRealityCheck } from '~/features/play-limits/reality-check.server'
import { runningExclusion } from '~/limits/rules'
import { sendCookie, sendHeader } from '~/server/cookies/cookie.server'
import { flashCookieLine } from '~/server/cookies/flash.server'
import type { Context } from '~/server/http/incoming.server'
import { sessionContext } from '~/server/session/session.server'
import { type PageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { realityCheckDueValue, realityCheckHeader } from '~/session/call-api'
import { formatSessionTimeLeft, sessionTimeLeft, sessionTimeLeftHeader } from '~/session/time-left'
import { omitSeen } from '~/transactions/settlement-news.server'
import type { CallName, PayloadOf } from '~/upstream/contract'
import type { Outcome, OutcomeOf } from '~/upstream/outcome'

/** `reality-check-due`: nothing was sent, because the member must answer a reality check first. */
export type ApiOutcome<ResponseBody = object, Refusal extends string = string> =
  | Outcome<ResponseBody, Refusal>
  | { kind: 'reality-check-due' }

type SiteCall<S extends CallName> = (
  request: Request,
  context: Context,
  payload: PayloadOf<S>,
) => Promise<OutcomeOf<S> | { kind: 'reality-check-due' }>

/** Calls with an effect on the site: they start or end a session, or store the member's choices. */
const siteCalls: { [S in CallName]?: SiteCall<S> } = {
  'user-do-login': logIn,
  'confirm-login': confirmOwnLogin,
  'do-logout': (_, context, payload) => signOut(context, payload),
  'accept-documents': (_, context, payload) => acknowledgeFunds(context, context.get(upstreamContext), payload),
  'change-password': (_, context, payload) => changePassword(context, payload),
  'open-game': openGame,
  'set-play-limits': (_, context, payload) => changeLimitsUnlessDue(context, payload),
  'get-notice-popup': readNoticePopups,
  'user-health-check': checkHealth,
}

export function findSiteCall(
  callName: CallName,
): ((request: Request, context: Context, payload: object) => Promise<ApiOutcome>) | undefined {
  return siteCalls[callName] as ReturnType<typeof findSiteCall>
}

async function logIn(_: Request, context: Context, payload: PayloadOf<'user-do-login'>) {
  const outcome = await signIn(context, payload)
  if (outcome.kind === 'done') sendCookie(context, flashCookieLine(await welcome(context, outcome.response)))
  if (outcome.kind === 'refused' && outcome.status === 'second_factor')
    await sendTicket(context, { ticket: String(outcome.response.ticket) })
  return outcome
}

async function confirmOwnLogin(
  _: Request,
  context: Context,
  { ticket: given, otp }: PayloadOf<'confirm-login'>,
): Promise<OutcomeOf<'confirm-login'>> {
  if (given !== undefined) return { kind: 'invalid', fields: { ticket: ['field.unknown'] } }
  const ticket = await readTicket(context)
  const old = { kind: 'refused', status: 'ticket_old', upstreamStatus: 'ticket_old', response: {} } as const
  if (!ticket) return old
  const outcome = await confirmLogin(context, ticket, otp)
  if (outcome.kind === 'done') sendCookie(context, flashCookieLine(await welcome(context, outcome.response)))
  return outcome
}

/** Opens a game and records it, like the launch page. While a reality check is due, opens nothing. */
async function openGame(request: Request, context: Context, payload: PayloadOf<'open-game'>) {
  if ((await loadRealityCheck(context)).check) return { kind: 'reality-check-due' as const }
  const upstream = context.get(upstreamContext)
  const outcome = await upstream.call('open-game', {
    ...(await withUpstreamIds(upstream, payload)),
    ...brand.stakeCaps,
  })
  if (outcome.kind === 'done') {
    rememberGame(request, context, { company: String(payload.company), code: String(payload.code) })
  }
  return outcome
}

/** Converts numeric codes to the type used in the upstream's lists, because the site's cards have them as text. */
async function withUpstreamIds(upstream: PageUpstream, payload: PayloadOf<'open-game'>) {
  const [company, code] = [String(payload.company), String(payload.code)]
  if (!/^\d+$/.test(company) && !/^\d+$/.test(code)) return payload
  return (await findLaunchTarget(upstream, company, code).catch(() => undefined))?.payload ?? payload
}

/** Returns home notices. They are advertising, so members get none during a break or self-exclusion. */
async function readNoticePopups(
  _: Request,
  context: Context,
  payload: PayloadOf<'get-notice-popup'>,
): Promise<OutcomeOf<'get-notice-popup'>> {
  const upstream = context.get(upstreamContext)
  const isMember = context.get(sessionContext).member !== null
  const [popups, limits] = await Promise.all([
    upstream.call('get-notice-popup', payload),
    isMember ? upstream.call('get-play-limits', {}) : undefined,
  ])
  const isExcluded = limits?.kind === 'done' && runningExclusion(limits.response.limits, new Date())
  return isExcluded ? { kind: 'done', response: { status: 'success', note: [] } } : popups
}

/** Adds the session's remaining time and whether a reality check is due. Doesn't extend the session. */
async function checkHealth(_: Request, context: Context, payload: PayloadOf<'user-health-check'>) {
  const outcome = await context.get(upstreamContext).call('user-health-check', payload)
  if (outcome.kind === 'done' && (await isRealityCheckDue(context)))
    sendHeader(context, realityCheckHeader, realityCheckDueValue)
  if (outcome.kind === 'done') outcome.response.settled = await omitSeen(context, outcome.response.settled)
  const remaining = outcome.kind === 'signed-out' ? null : sessionTimeLeft(context.get(sessionContext).expiry)
  if (remaining) sendHeader(context, sessionTimeLeftHeader, formatSessionTimeLeft(remaining))
  return outcome
}
