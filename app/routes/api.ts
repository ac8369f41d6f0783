import type { RouterContextProvider } from 'react-router'
import { sendHeader } from '~/http/answer.server'
import { jsonOf } from '~/http/body.server'
import { isServed } from '~/http/country.server'
import { changeGate, throughLoginGate } from '~/http/limits.server'
import { rememberGame } from '~/http/preferences.server'
import { apiError } from '~/http/refusal.server'
import type { RouteHandle } from '~/http/route.server'
import { passwordChanged, signInBy, signOut } from '~/http/sign-in.server'
import { sessionContext } from '~/session/session.server'
import { type Upstream, upstreamContext } from '~/upstream/client.server'
import { type Call, contract, type PayloadOf, type Segment, segments } from '~/upstream/contract'
import type { Outcome } from '~/upstream/outcome'
import { sessionLeft, sessionLeftHeader, writtenSessionLeft } from '~/upstream/session-left'
import type { Route } from './+types/api'

/**
 * `POST /api/routes/<segment>`: every call of the contract for browser scripts, validated by the same table. The root
 * middleware has already checked the origin and the body size; a call's rate limit is counted where the call is made.
 * Source: docs/product.md, answers of the API.
 */

export const handle = { kind: 'api' } satisfies RouteHandle

type Context = Readonly<RouterContextProvider>

const secondsInMinute = 60

export function loader({ context }: Route.LoaderArgs) {
  return apiError(context, 'method_not_allowed', { headers: { Allow: 'POST' } })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  if (request.method !== 'POST') return apiError(context, 'method_not_allowed', { headers: { Allow: 'POST' } })
  const payload = jsonOf(context)
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return apiError(context, 'bad_request')
  const segment = segments.get(params.segment)
  if (segment === undefined) return apiError(context, 'not_found')
  const row: Call = contract[segment]
  const session = context.get(sessionContext)
  if (row.who === 'member' && !session.member) return apiError(context, 'unauthenticated')
  if (row.unattended) session.stay()
  if (row.servedOnly && !isServed(request.headers)) return apiError(context, 'not_served')

  const upstream = context.get(upstreamContext)
  switch (segment) {
    case 'user-do-login':
      return signIn(context, upstream, payload)
    case 'do-logout':
      return logOut(context, payload)
    case 'open-game':
      return openGame(request, context, upstream, payload as PayloadOf<'open-game'>)
    case 'change-password':
      return changePassword(context, upstream, payload as PayloadOf<'change-password'>)
    case 'user-health-check':
      return checkHealth(context, upstream, payload as PayloadOf<'user-health-check'>)
    default:
      return answerOf(context, segment, await upstream.call(segment, payload as PayloadOf<Segment>))
  }
}

/** Starts a session as the login form does, under the same rate limit. The upstream's token stays on the server. */
async function signIn(context: Context, upstream: Upstream, payload: object) {
  const id = 'id' in payload && typeof payload.id === 'string' ? payload.id : ''
  const attempt = () => upstream.call('user-do-login', payload as PayloadOf<'user-do-login'>)
  const outcome = await signInBy(context, id, attempt)
  if (outcome.kind !== 'limited') return answerOf(context, 'user-do-login', outcome)
  return apiError(context, 'limited', {
    retryAfterSeconds: outcome.retryAfterSeconds,
    message: outcome.by === 'site' ? 'login.limited' : 'login.notTaken',
    values: { minutes: Math.ceil(outcome.retryAfterSeconds / secondsInMinute) },
  })
}

/** Ends the session on this site, whatever the upstream answers. */
async function logOut(context: Context, payload: object) {
  return answerOf(context, 'do-logout', await signOut(context, payload as PayloadOf<'do-logout'>))
}

/** Counts wrong current passwords as the form on /user does. A new login password ends the member's other sessions. */
async function changePassword(context: Context, upstream: Upstream, payload: PayloadOf<'change-password'>) {
  const userId = context.get(sessionContext).member?.userId
  const tried = await throughLoginGate(context, changeGate(userId), async () => {
    const result = await upstream.call('change-password', payload)
    return { wrong: result.kind === 'refused' && result.status === 'pass', result }
  })
  if (tried.kind === 'limited') return answerOf(context, 'change-password', { ...tried, by: 'site' })
  if (tried.result.kind === 'done') passwordChanged(context, payload.kind)
  return answerOf(context, 'change-password', tried.result)
}

/** Adds the remaining session time to every answer, so that pages can warn in time. The check does not extend it. */
async function checkHealth(context: Context, upstream: Upstream, payload: PayloadOf<'user-health-check'>) {
  const answer = answerOf(context, 'user-health-check', await upstream.call('user-health-check', payload))
  const left = sessionLeft(context.get(sessionContext).ends)
  if (left) sendHeader(context, sessionLeftHeader, writtenSessionLeft(left))
  return answer
}

/** Adds an opened game to this browser's recent games, as the launch page's form does. */
async function openGame(request: Request, context: Context, upstream: Upstream, payload: PayloadOf<'open-game'>) {
  const outcome = await upstream.call('open-game', payload)
  if (outcome.kind === 'done') {
    rememberGame(request, context, { company: String(payload.company), code: String(payload.code) })
  }
  return answerOf(context, 'open-game', outcome)
}

/** Answers successes and business outcomes with the contract's fields, everything else with the API's error shape. */
function answerOf(context: Context, segment: Segment, outcome: Outcome<object, string>): Response {
  switch (outcome.kind) {
    case 'done':
      return answered(outcome.answer)
    case 'refused':
      if (outcome.wrongLogin) return apiError(context, 'unauthenticated', { message: 'msg2030' })
      return answered({ ...outcome.answer, status: outcome.said || 'fail' })
    case 'invalid':
      return apiError(context, 'invalid_payload', { fields: outcome.fields })
    case 'code-reused':
      return apiError(context, 'code_reused')
    case 'signed-out':
      // A visitor's call carries no token, so its refusal says nothing about the session.
      if (contract[segment].who === 'member') context.get(sessionContext).lose()
      return apiError(context, 'unauthenticated')
    case 'limited':
      return apiError(context, 'limited', {
        retryAfterSeconds: outcome.retryAfterSeconds,
        ...(outcome.by === 'upstream' ? { message: 'api.notTaken' } : {}),
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

/** Removes the upstream's token, which must never reach a browser. */
function answered(answer: object): Response {
  const shown = Object.entries(answer).filter(([name]) => name !== 'token')
  return Response.json(Object.fromEntries(shown), { headers: { 'Cache-Control': 'no-store' } })
}
