import { setTimeout as pause } from 'node:timers/promises'
import type { Span, SpanContext } from '@opentelemetry/api'
import { config } from '~/platform/settings/config.server'
import { log } from '~/platform/telemetry/log.server'
import { moneyTransactions, unreadableMoney, upstreamSeconds } from '~/platform/telemetry/metrics.server'
import { markFailed, startClientSpan } from '~/platform/telemetry/trace.server'
import { seconds, toSeconds } from '~/values/durations'
import { type CallName, callsWithRequestCode, contract, movesMoney, type ResponseOf } from '../contract'
import type { Call } from '../contract/call'
import { fieldErrors } from '../contract/field-errors'
import { objectFields } from '../contract/fields/values'
import type { Outcome } from '../outcome'
import { sendWithinPlayLimits } from '../site-limits/send-within-limits.server'
import { sitePlayLimits } from '../site-limits/site-play-limits.server'
import { isSupported, recordSupport } from './call-support.server'
import type { Credential, UpstreamClientOptions } from './client-options'
import { siteIdempotencyStore } from './idempotency-store.server'
import type { CallResult, Exchange } from './transport/exchange.server'

/**
 * Runs a member's call once per request code, and returns the first outcome to repeated calls. The embedded upstream
 * also stores the code, in the same transaction as the change.
 */
export const runOnce: CallMiddleware = async (request, next, { memberId, connection, idempotencyStore, reference }) => {
  const { callName, payload } = request
  const code = callsWithRequestCode.has(callName) ? objectFields(payload)?.get('code') : undefined
  if (typeof code !== 'string' || memberId === undefined) return next(request)
  const store = idempotencyStore ?? siteIdempotencyStore(connection.epoch?.())
  const claim = { member: memberId, code, callName, payload }
  return { outcome: await store.run(claim, reference, async () => (await next(request)).outcome) }
}

const retryDelayMs = 50

/** Retries a read once after a connection error or a 502, 503 or 504. A timeout is not retried. */
export const retryRead: CallMiddleware<Exchange> = async (request, next) => {
  const { callName, signal } = request
  const first = await next(request)
  const isUnavailable = first.kind === 'answered' && [502, 503, 504].includes(first.httpStatus)
  if (contract[callName].effect !== 'read' || (first.kind === 'answered' ? !isUnavailable : first.timedOut))
    return first
  await pause(retryDelayMs, undefined, { signal }).catch(() => undefined)
  return signal.aborted ? first : next(request)
}

export const rejectOtherMembersResponse: CallMiddleware = async (request, next, { token, memberId, reference }) => {
  const result = await next(request)
  const { auth }: Call = contract[request.callName]
  const isOwn = auth === 'member' && request.token === token && memberId !== undefined
  if (!isOwn || result.outcome.kind !== 'done') return result
  const namedUserId = userIdInResponse(result.outcome.response)
  if (namedUserId === undefined || namedUserId === memberId) return result
  return { outcome: { kind: 'broken', reference }, why: 'names another member' }
}

function userIdInResponse(response: unknown): string | undefined {
  const fields = objectFields(response)
  const userId = objectFields(fields?.get('user'))?.get('userId') ?? fields?.get('userId')
  return typeof userId === 'string' && userId !== '' ? userId : undefined
}

const downloadTimeoutMs = seconds(60)

/** Limits each call to UPSTREAM_TIMEOUT_MS, and all calls of a request together to `requestDeadlineMs`. */
export const limitTime: CallMiddleware<Exchange> = async (request, next, { timeoutMs: ownTimeoutMs, endsAtMs }) => {
  const { isDownload }: Call = contract[request.callName]
  const timeoutMs = isDownload
    ? downloadTimeoutMs
    : Math.min(ownTimeoutMs ?? config.upstream.timeoutMs, endsAtMs - performance.now())
  // The browser's signal is not used, so that the call isn't cancelled when the member leaves the page.
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), Math.max(0, timeoutMs))
  // Timers can fire a millisecond early, so less than 1 ms counts as no time left.
  if (timeoutMs < 1) timeout.abort()
  return next({ ...request, signal: timeout.signal }).finally(() => (isDownload ? timer.unref() : clearTimeout(timer)))
}

/**
 * Applies the rate limits of the call's contract row. Once the limit for the payload's subject is exceeded, the call
 * is not sent but gets a success response, because a refusal would tell a stranger about earlier requests.
 */
export const limitRate: CallMiddleware = async (request, next, { consumeRateLimit }) => {
  const { rateLimit, rateLimitedSubject }: Call = contract[request.callName]
  const retryAfterSeconds = rateLimit && (await consumeRateLimit?.(rateLimit))
  if (retryAfterSeconds !== undefined) return { outcome: { kind: 'limited', by: 'site', retryAfterSeconds } }
  if (rateLimitedSubject && (await consumeRateLimit?.('forgotId', rateLimitedSubject(request.payload))) !== undefined)
    return { outcome: { kind: 'done', response: { status: 'success' } } }
  return next(request)
}

/** Limits wrong passwords. Reusing a code with another payload counts too: the password may be the only difference. */
export const limitAttempts: CallMiddleware = async (request, next, { runAttempt }) => {
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

function credentialIn(callName: CallName, payload: unknown): Credential | undefined {
  const { checksLogin, checksPassword }: Call = contract[callName]
  if (checksLogin) return { kind: 'login', id: checksLogin(payload) }
  const of = checksPassword?.kindIn(payload)
  return of && { kind: 'password', of }
}

/** Applies the site's play limits if the upstream has none. */
export const keepPlayLimits: CallMiddleware = async (request, next, client) => {
  const { callName, payload } = request
  const { memberId, requestId } = client
  const limits = client.connection.embedded ? undefined : (client.playLimits ?? sitePlayLimits)
  if (limits) {
    const send = async (callName: typeof request.callName, payload: unknown) =>
      (await next({ ...request, callName, payload })).outcome
    return { outcome: await sendWithinPlayLimits({ limits, memberId, requestId, send }, callName, payload) }
  }
  const isKnownMissing = callName === 'get-play-limits' && isSupported(callName) === false
  // Skips a call that the upstream is known to lack. Otherwise, every page for a member would send it.
  if (isKnownMissing && !client.connection.embedded) return { outcome: { kind: 'unsupported' } }
  return next(request)
}

/** If a login response lacks the member, reads the member with a health check. If that fails, so does the login. */
export const completeLogin: CallMiddleware = async (request, next, { reference }) => {
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

/** Rejects invalid payloads, member calls by visitors, and calls from countries that are not served. */
export const checkCall: CallMiddleware = async (request, next, { isCountryServed }) => {
  const call: Call = contract[request.callName]
  if (call.servedCountriesOnly && isCountryServed === false) return { outcome: { kind: 'not-served' } }
  const parsed = call.payload.safeParse(request.payload)
  if (!parsed.success) return { outcome: { kind: 'invalid', fields: fieldErrors(parsed.error) } }
  if (call.auth === 'member' && request.token === undefined) return { outcome: { kind: 'signed-out' } }
  return next({ ...request, payload: parsed.data })
}

export const awaitTurn: CallMiddleware<Exchange> = async (request, next, client) => {
  if (client.connection.embedded) await client.awaitTurn?.()
  return next(request)
}

export type CallRequest = {
  callName: CallName
  payload: unknown
  token: string | undefined
  signal: AbortSignal
  span?: Span
}

/** Passes a call on. Upstream failures are returned as outcomes, never thrown. */
export type Send<Result = CallResult> = (request: CallRequest) => Promise<Result>

export type ClientContext = UpstreamClientOptions & { traceContext: SpanContext; endsAtMs: number; reference: string }

/** A middleware listed in client.server.ts. It passes a call on or answers it. Inner ones return an `Exchange`. */
export type CallMiddleware<Result extends CallResult | Exchange = CallResult> = (
  request: CallRequest,
  next: Send<Result>,
  client: ClientContext,
) => Promise<Result>

/** Counts unknown outcomes of money calls, including repeated calls. */
export const countUnknown: CallMiddleware = async (request, next) => {
  const result = await next(request)
  if (result.outcome.kind === 'unknown') countTransaction(request.callName, result.outcome.kind)
  return result
}

/** Traces, measures and logs a call that is sent, and records whether the upstream supports it. */
export const observeCall: CallMiddleware = async (request, next, { traceContext, requestId }) => {
  const { callName } = request
  const startedAtMs = performance.now()
  const span = startClientSpan(callName, { 'http.request.method': 'POST' }, traceContext)
  const result = await next({ ...request, span })
  const { outcome } = result
  logOutcome(callName, result, requestId, performance.now() - startedAtMs)
  if (result.unreadableMoney) {
    unreadableMoney.inc({ segment: callName })
    log.warn({ requestId, segment: callName, fields: result.unreadableMoney }, 'upstream sent unreadable money')
  }
  span.setAttribute('madang.outcome', outcome.kind === 'refused' ? outcome.status : outcome.kind)
  if (isFailure(outcome)) markFailed(span, outcome.kind)
  span.end()
  const { optional }: Call = contract[callName]
  if (optional) recordSupport(callName, outcome.kind)
  return result
}

function logOutcome(callName: CallName, { outcome, why }: CallResult, requestId: string, ms: number): void {
  upstreamSeconds.observe({ segment: callName, outcome: outcome.kind }, toSeconds(ms))
  if (outcome.kind !== 'unknown') countTransaction(callName, outcome.kind === 'refused' ? outcome.status : outcome.kind)
  const line = { requestId, segment: callName, outcome: outcome.kind, why, ms: Math.round(ms) }
  if (isFailure(outcome) || outcome.kind === 'limited') log.warn(line, 'upstream call failed')
  else if (outcome.kind !== 'done') log.info(line, 'upstream call refused')
}

function countTransaction(callName: CallName, outcome: string): void {
  if (movesMoney(callName)) moneyTransactions.inc({ segment: callName, outcome })
}

const isFailure = ({ kind }: Outcome<unknown, string>): boolean =>
  kind === 'unavailable' || kind === 'unknown' || kind === 'broken'
