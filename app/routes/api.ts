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
 * `POST /api/routes/<segment>`: every call of the contract for the browser, checked by the same table. Origin and size
 * of the body were looked at by the root's middleware; a row's rate limit is counted where its call is made. Source:
 * docs/product.md, the API.
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

/** Starts a session as the login form does, and counts failures at the same gate. The token stays on the server. */
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

/** The session ends here whatever the upstream says of it. */
async function logOut(context: Context, payload: object) {
  return answerOf(context, 'do-logout', await signOut(context, payload as PayloadOf<'do-logout'>))
}

/** Wrong guesses at the old password are counted as on the page; a new one ends the sessions that the old one opened. */
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

/** Says with any answer how long the session still lasts: pages warn of its end, and the check does not move it. */
async function checkHealth(context: Context, upstream: Upstream, payload: PayloadOf<'user-health-check'>) {
  const answer = answerOf(context, 'user-health-check', await upstream.call('user-health-check', payload))
  const left = sessionLeft(context.get(sessionContext).ends)
  if (left) sendHeader(context, sessionLeftHeader, writtenSessionLeft(left))
  return answer
}

/** A game that opens is one of this browser's recent ones, as with the launch page's own form. */
async function openGame(request: Request, context: Context, upstream: Upstream, payload: PayloadOf<'open-game'>) {
  const outcome = await upstream.call('open-game', payload)
  if (outcome.kind === 'done') {
    rememberGame(request, context, { company: String(payload.company), code: String(payload.code) })
  }
  return answerOf(context, 'open-game', outcome)
}

/** Successes and business outcomes under the table's names, anything else as the API's error. */
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
      // A visitor's call carries no token: its refusal says nothing about the session.
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

/** A token opens the member's account: no answer to a browser ever holds one. */
function answered(answer: object): Response {
  const shown = Object.entries(answer).filter(([name]) => name !== 'token')
  return Response.json(Object.fromEntries(shown), { headers: { 'Cache-Control': 'no-store' } })
}
