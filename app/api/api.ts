import type { RouterContextProvider } from 'react-router'
import { getJson } from '~/http/body.server'
import { isCountryServed } from '~/http/country.server'
import { rememberGame } from '~/http/member-games.server'
import { type PageUpstream, upstreamContext } from '~/http/page-upstream.server'
import { isRealityCheckDue } from '~/http/reality-check.server'
import { apiError, excludedError } from '~/http/refusal.server'
import { sendHeader } from '~/http/response-headers.server'
import type { RouteHandle } from '~/http/route.server'
import { changePassword, signIn, signOut } from '~/http/sign-in.server'
import { sessionContext } from '~/session/session.server'
import { toWholeMinutes } from '~/time/durations'
import { contract, type PayloadOf, type Segment, segmentsByName, segmentsWithoutPayload } from '~/upstream/contract'
import type { Call } from '~/upstream/contract/call'
import { runningExclusion } from '~/upstream/contract/play-limits'
import type { Outcome } from '~/upstream/outcome'
import type { Route } from './+types/api'
import { realityCheckDueValue, realityCheckHeader } from './reality-check-header'
import { formatSessionTimeLeft, sessionTimeLeft, sessionTimeLeftHeader } from './session-time-left'

/**
 * `POST /api/routes/<segment>`: every call of the contract for browser scripts, validated by the same table. The
 * steps have already checked the origin and the body size; a call's rate limit is counted where the call is made.
 * Source: docs/product.md, answers of the API.
 */

export const handle = { kind: 'api' } satisfies RouteHandle

type Context = Readonly<RouterContextProvider>

export function loader({ context }: Route.LoaderArgs) {
  return apiError(context, 'method_not_allowed', { headers: { Allow: 'POST' } })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  if (request.method !== 'POST') return apiError(context, 'method_not_allowed', { headers: { Allow: 'POST' } })
  const segment = segmentsByName.get(params.segment)
  const mayBeEmpty = segment !== undefined && segmentsWithoutPayload.has(segment)
  const payload = getJson(context, mayBeEmpty ? { whenEmpty: {} } : {})
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return apiError(context, 'bad_request')
  if (segment === undefined) return apiError(context, 'not_found')
  const row: Call = contract[segment]
  const session = context.get(sessionContext)
  if (row.who === 'member' && !session.member) return apiError(context, 'unauthenticated')
  if (row.unattended) session.keepExpiry()
  if (row.servedCountriesOnly && !isCountryServed(request.headers)) return apiError(context, 'not_served')

  const upstream = context.get(upstreamContext)
  switch (segment) {
    case 'user-do-login':
      return handleLogin(context, payload)
    case 'do-logout':
      return handleLogout(context, payload)
    case 'open-game':
      return handleOpenGame(request, context, upstream, payload as PayloadOf<'open-game'>)
    case 'change-password':
      return toApiResponse(context, segment, await changePassword(context, payload as PayloadOf<'change-password'>))
    case 'get-notice-popup':
      return handleNoticePopups(context, upstream, payload as PayloadOf<'get-notice-popup'>)
    case 'user-health-check':
      return handleHealthCheck(context, upstream, payload as PayloadOf<'user-health-check'>)
    default:
      return toApiResponse(context, segment, await upstream.call(segment, payload as PayloadOf<Segment>))
  }
}

/** Starts a session as the login form does, under the same rate limit. The upstream's token stays on the server. */
async function handleLogin(context: Context, payload: object) {
  const outcome = await signIn(context, payload)
  if (outcome.kind !== 'limited') return toApiResponse(context, 'user-do-login', outcome)
  return apiError(context, 'limited', {
    retryAfterSeconds: outcome.retryAfterSeconds,
    message: outcome.by === 'site' ? 'login.limited' : 'login.notTaken',
    values: { minutes: toWholeMinutes(outcome.retryAfterSeconds) },
  })
}

/** Ends the session on this site, whatever the upstream answers. */
async function handleLogout(context: Context, payload: object) {
  return toApiResponse(context, 'do-logout', await signOut(context, payload as PayloadOf<'do-logout'>))
}

/**
 * Adds the remaining session time to every answer, so that pages can warn in time, and whether a reality check is due.
 * The check does not extend the session.
 */
async function handleHealthCheck(context: Context, upstream: PageUpstream, payload: PayloadOf<'user-health-check'>) {
  const outcome = await upstream.call('user-health-check', payload)
  const response = toApiResponse(context, 'user-health-check', outcome)
  if (outcome.kind === 'done' && (await isRealityCheckDue(context)))
    sendHeader(context, realityCheckHeader, realityCheckDueValue)
  const remaining = sessionTimeLeft(context.get(sessionContext).expiry)
  if (remaining) sendHeader(context, sessionTimeLeftHeader, formatSessionTimeLeft(remaining))
  return response
}

/** Pop-ups advertise, so that a member on a break or self-excluded gets none, as on home. */
async function handleNoticePopups(context: Context, upstream: PageUpstream, payload: PayloadOf<'get-notice-popup'>) {
  const isMember = context.get(sessionContext).member !== null
  const [popups, limits] = await Promise.all([
    upstream.call('get-notice-popup', payload),
    isMember ? upstream.call('get-play-limits', {}) : undefined,
  ])
  if (limits?.kind === 'done' && runningExclusion(limits.answer.limits, new Date()))
    return toJsonResponse('get-notice-popup', { status: 'success', note: [] })
  return toApiResponse(context, 'get-notice-popup', popups)
}

/** Opens no game while a reality check is due, and remembers the opened one, as the launch page's form does. */
async function handleOpenGame(
  request: Request,
  context: Context,
  upstream: PageUpstream,
  payload: PayloadOf<'open-game'>,
) {
  if (await isRealityCheckDue(context)) return apiError(context, 'forbidden', { message: 'api.realityCheck' })
  const outcome = await upstream.call('open-game', payload)
  if (outcome.kind === 'done') {
    rememberGame(request, context, { company: String(payload.company), code: String(payload.code) })
  }
  return toApiResponse(context, 'open-game', outcome)
}

/** Answers successes and business outcomes with the contract's fields, everything else with the API's error shape. */
function toApiResponse(context: Context, segment: Segment, outcome: Outcome<object, string>): Response {
  switch (outcome.kind) {
    case 'done':
      return toJsonResponse(segment, outcome.answer)
    case 'refused':
      if (outcome.wrongLogin) return apiError(context, 'unauthenticated', { message: 'msg2030' })
      return toJsonResponse(segment, { ...outcome.answer, status: outcome.upstreamStatus || 'fail' })
    case 'invalid':
      return apiError(context, 'invalid_payload', { fields: outcome.fields })
    case 'code-reused':
      return apiError(context, 'code_reused')
    case 'excluded':
      return excludedError(context, outcome.until)
    case 'signed-out':
      // A visitor's call carries no token, so its refusal says nothing about the session.
      if (contract[segment].who === 'member') context.get(sessionContext).invalidate()
      return apiError(context, 'unauthenticated')
    case 'limited':
      return apiError(context, 'limited', {
        retryAfterSeconds: outcome.retryAfterSeconds,
        ...(outcome.by === 'upstream' ? { message: 'api.notTaken' } : {}),
        ...(outcome.wrongPasswords ? { message: 'api.wrongPasswords' } : {}),
        values: { minutes: toWholeMinutes(outcome.retryAfterSeconds) },
      })
    case 'unsupported':
      return apiError(context, 'not_found')
    case 'unavailable':
    case 'unguarded':
      return apiError(context, 'unavailable')
    case 'broken':
      return apiError(context, 'invalid')
    case 'unknown':
      return apiError(context, 'outcome_unknown', { status: outcome.httpStatus })
    default:
      return outcome satisfies never
  }
}

/** The answer without what is for the server alone: a login's token must never reach a browser. */
function toJsonResponse(segment: Segment, answer: object): Response {
  const { serverFields = [] }: Call = contract[segment]
  const fields = Object.entries(answer).filter(([name]) => !serverFields.includes(name))
  return Response.json(Object.fromEntries(fields), { headers: { 'Cache-Control': 'no-store' } })
}
