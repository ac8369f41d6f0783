import { setTimeout as pause } from 'node:timers/promises'
import type { Span, SpanContext } from '@opentelemetry/api'
import { config } from '~/platform/settings/config.server'
import { seconds } from '~/values/durations'
import { type CallName, callsWithRequestCode, contract, type ResponseOf } from '../contract'
import type { Call } from '../contract/call'
import { fieldErrors } from '../contract/field-errors'
import { objectFields } from '../contract/fields/values'
import { sendWithinPlayLimits } from '../site-limits/guard.server'
import { sitePlayLimits } from '../site-limits/site.server'
import { isSupported } from './call-support.server'
import type { Credential, UpstreamClientOptions } from './client-options'
import { siteIdempotencyStore } from './idempotency-store.server'
import type { CallResult, Exchange } from './transport/exchange.server'

/**
 * Runs a member's call once by its request code: a repeat gets the first outcome. The embedded upstream keeps codes itself, in
 * the transaction of the change (app/embedded/idempotency.server.ts).
 */
export const runOnce: Wrapper = async (request, next, { memberId, connection, idempotencyStore, reference }) => {
  const { callName, payload } = request
  const code = callsWithRequestCode.has(callName) ? objectFields(payload)?.get('code') : undefined
  if (typeof code !== 'string' || memberId === undefined) return next(request)
  const store = idempotencyStore ?? siteIdempotencyStore(connection.epoch?.())
  const claim = { member: memberId, code, callName, payload }
  return { outcome: await store.run(claim, reference, async () => (await next(request)).outcome) }
}

/** Pause before a read is retried. */
const retryDelayMs = 50

/** Sends a read once more after a connection error or a 502, 503 or 504. A timeout is not retried. */
export const retryRead: Wrapper<Exchange> = async (request, next) => {
  const { callName, signal } = request
  const first = await next(request)
  const isUnavailable = first.kind === 'answered' && [502, 503, 504].includes(first.httpStatus)
  if (contract[callName].effect !== 'read' || (first.kind === 'answered' ? !isUnavailable : first.timedOut))
    return first
  await pause(retryDelayMs, undefined, { signal }).catch(() => undefined)
  return signal.aborted ? first : next(request)
}

/** Treats a response about another member as broken. */
export const rejectResponseOfAnother: Wrapper = async (request, next, { token, memberId, reference }) => {
  const result = await next(request)
  const { auth }: Call = contract[request.callName]
  const isOwn = auth === 'member' && request.token === token && memberId !== undefined
  if (!isOwn || result.outcome.kind !== 'done') return result
  const namedUserId = userIdInResponse(result.outcome.response)
  if (namedUserId === undefined || namedUserId === memberId) return result
  return { outcome: { kind: 'broken', reference }, why: 'names another member' }
}

/** The user id in a response, if any: health check, member record, in-game balance. */
function userIdInResponse(response: unknown): string | undefined {
  const fields = objectFields(response)
  const userId = objectFields(fields?.get('user'))?.get('userId') ?? fields?.get('userId')
  return typeof userId === 'string' && userId !== '' ? userId : undefined
}

/** How long a download may take as a whole. */
const downloadTimeoutMs = seconds(60)

/**
 * A slow upstream: one call may take UPSTREAM_TIMEOUT_MS, all of a request `requestDeadlineMs`. What a page says then is
 * `problemOf` in server/upstream/for-pages.server.ts; what stands above a page that is awaited, shell/progress.tsx.
 */
export const limitTime: Wrapper<Exchange> = async (request, next, { timeoutMs: ownTimeoutMs, endsAtMs }) => {
  const { isDownload }: Call = contract[request.callName]
  const timeoutMs = isDownload
    ? downloadTimeoutMs
    : Math.min(ownTimeoutMs ?? config.upstream.timeoutMs, endsAtMs - performance.now())
  // The call's own time limit, never the browser's, which fires when the member leaves.
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), Math.max(0, timeoutMs))
  // Timers may fire a millisecond early, so less than one left counts as none.
  if (timeoutMs < 1) timeout.abort()
  // The rest of a download has the same time.
  return next({ ...request, signal: timeout.signal }).finally(() => (isDownload ? timer.unref() : clearTimeout(timer)))
}

/**
 * Limits how often a call is made, by the contract's row. One too many for a subject is answered as those before it were, and
 * not sent: a refusal would tell a stranger that somebody asks for it, and the first request is open still.
 */
export const limitRate: Wrapper = async (request, next, { consumeRateLimit }) => {
  const { rateLimit, rateLimitedSubject }: Call = contract[request.callName]
  const retryAfterSeconds = rateLimit && (await consumeRateLimit?.(rateLimit))
  if (retryAfterSeconds !== undefined) return { outcome: { kind: 'limited', by: 'site', retryAfterSeconds } }
  if (rateLimitedSubject && (await consumeRateLimit?.('forgotId', rateLimitedSubject(request.payload))) !== undefined)
    return { outcome: { kind: 'done', response: { status: 'success' } } }
  return next(request)
}

/**
 * Limits calls that check a login or a password of the member, by how many of them were wrong. A repeat that is not what
 * first came under its code counts as wrong: it may differ by the password alone, and the right one is replayed.
 */
export const limitAttempts: Wrapper = async (request, next, { runAttempt }) => {
  const { callName, payload } = request
  const credential = credentialIn(callName, payload)
  if (credential === undefined || !runAttempt) return next(request)
  const wrongStatus = (contract[callName] as Call).checksPassword?.wrongStatus
  const attempt = await runAttempt(credential, async () => {
    const result = await next(request)
    const { outcome } = result
    const isRefused = outcome.kind === 'refused' && (credential.kind === 'login' || outcome.status === wrongStatus)
    return { wrong: isRefused || outcome.kind === 'code-reused', result }
  })
  if (attempt.kind === 'tried') return attempt.result
  return { outcome: { ...attempt, by: 'site', ...(credential.kind === 'password' ? { wrongPasswords: true } : {}) } }
}

/** What a call with this payload checks, whose failed attempts are limited; undefined: nothing. */
function credentialIn(callName: CallName, payload: unknown): Credential | undefined {
  const { checksLogin, checksPassword }: Call = contract[callName]
  if (checksLogin) return { kind: 'login', id: checksLogin(payload) }
  const of = checksPassword?.kindIn(payload)
  return of && { kind: 'password', of }
}

/** Keeps a member's limits where the upstream does not. The embedded one has all calls. */
export const keepPlayLimits: Wrapper = async (request, next, client) => {
  const { callName, payload } = request
  const { memberId, requestId } = client
  const limits = client.connection.embedded ? undefined : (client.playLimits ?? sitePlayLimits)
  if (limits) {
    const send = async (callName: typeof request.callName, payload: unknown) =>
      (await next({ ...request, callName, payload })).outcome
    return { outcome: await sendWithinPlayLimits({ limits, memberId, requestId, send }, callName, payload) }
  }
  const isKnownMissing = callName === 'get-play-limits' && isSupported(callName) === false
  // Every page of a member would ask.
  if (isKnownMissing && !client.connection.embedded) return { outcome: { kind: 'unsupported' } }
  return next(request)
}

/**
 * Completes a login response that lacks the member by a health check with the new token, because the id as typed may be
 * one of several spellings. If that fails, the login fails too.
 */
export const completeLogin: Wrapper = async (request, next, { reference }) => {
  const login = await next(request)
  const { opensSession }: Call = contract[request.callName]
  if (!opensSession || login.outcome.kind !== 'done') return login
  const { token, user } = login.outcome.response as Partial<ResponseOf<'user-do-login'>>
  if (user !== undefined) return login
  const { outcome: health } = await next({ ...request, callName: 'user-health-check', payload: {}, token })
  switch (health.kind) {
    case 'done': {
      const member = objectFields(health.response)?.get('user')
      return { outcome: { kind: 'done', response: { ...(login.outcome.response as object), user: member } } }
    }
    case 'unavailable':
    case 'limited':
      return { outcome: health }
    default:
      return { outcome: { kind: 'broken', reference } }
  }
}

/** Sends nothing that the contract does not take: a payload of another shape, a member's call of a visitor. */
export const checkCall: Wrapper = async (request, next, { isCountryServed }) => {
  const call: Call = contract[request.callName]
  if (call.servedCountriesOnly && isCountryServed === false) return { outcome: { kind: 'not-served' } }
  const parsed = call.payload.safeParse(request.payload)
  if (!parsed.success) return { outcome: { kind: 'invalid', fields: fieldErrors(parsed.error) } }
  if (call.auth === 'member' && request.token === undefined) return { outcome: { kind: 'signed-out' } }
  return next({ ...request, payload: parsed.data })
}

/** Waits until the client may use the thread, where the upstream runs in this process. What another one responds waits when it is read. */
export const awaitTurn: Wrapper<Exchange> = async (request, next, client) => {
  if (client.connection.embedded) await client.awaitTurn?.()
  return next(request)
}

/** A call on its way to the upstream. */
export type CallRequest = {
  callName: CallName
  /** As the caller gave it; parsed by the contract once `checkCall` has passed it on. */
  payload: unknown
  token: string | undefined
  /** Aborts once its time is over, which `limitTime` measures. */
  signal: AbortSignal
  /** The span of this call, once `observeCall` has passed it on. */
  span?: Span
}

/** Passes a call on. Failures of the upstream are outcomes, never thrown. */
export type Send<Result = CallResult> = (request: CallRequest) => Promise<Result>

/** What the wrappers know of the request that the client was made for. `endsAtMs` is of performance.now(). */
export type ClientContext = UpstreamClientOptions & { traceContext: SpanContext; endsAtMs: number; reference: string }

/**
 * One part of what happens to a call, in a list of app/upstream/client/client.server.ts: it passes the call on, or answers. Near the
 * wire a result is an `Exchange`, before the response is read.
 */
export type Wrapper<Result extends CallResult | Exchange = CallResult> = (
  request: CallRequest,
  next: Send<Result>,
  client: ClientContext,
) => Promise<Result>
