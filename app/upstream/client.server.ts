import { config } from '~/platform/settings/config.server'
import { log } from '~/platform/telemetry/log.server'
import { moneyTransactions, unreadableMoney, upstreamSeconds } from '~/platform/telemetry/metrics.server'
import {
  createTraceContext,
  markFailed,
  startClientSpan,
  traceHeaders,
  withinSpan,
} from '~/platform/telemetry/trace.server'
import { toSeconds } from '~/values/durations'
import { referenceOf } from '~/values/reference'
import { inOrderOfSupport, isSupported, recordPath, recordSupport } from './call-support.server'
import { circuitFor } from './circuit-breaker.server'
import type { Credential, UpstreamClient, UpstreamClientOptions } from './client-options'
import { type CallName, callsWithRequestCode, contract, movesMoney, type PayloadOf, type ResponseOf } from './contract'
import type { Call } from './contract/call'
import { fieldErrors } from './contract/field-errors'
import { objectFields } from './contract/values'
import { type ClassifiedExchange, classifyExchange, exchange, isPathMissing, withOneRetry } from './exchange.server'
import { siteIdempotencyStore } from './idempotency/store-redis.server'
import type { Outcome, OutcomeOf } from './outcome'
import { sendWithinPlayLimits } from './play-limits/guard.server'
import { sitePlayLimits } from './play-limits/site.server'

/** Time limit of all upstream calls of one request together. */
const defaultDeadlineMs = 8_000

/** Creates the client for one request. Its time limit starts now. */
export function createUpstreamClient(options: UpstreamClientOptions): UpstreamClient {
  const endsAt = performance.now() + (options.deadlineMs ?? defaultDeadlineMs)
  const traceContext = options.traceContext ?? createTraceContext()
  /** Visitor calls count to the client even if a member makes them, or one client would count as two callers. */
  const callerOf = (call: Call) =>
    (call.auth === 'member' ? options.memberId : undefined) ?? options.caller ?? options.clientIp

  async function send(callName: CallName, payload: unknown, token = options.token): Promise<Outcome<unknown, string>> {
    const call: Call = contract[callName]
    const startedAtMs = performance.now()
    const timeoutMs = Math.min(options.timeoutMs ?? config.upstream.timeoutMs, endsAt - startedAtMs)
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), Math.max(0, timeoutMs))
    // Timers may fire a millisecond early, so less than one left counts as none.
    if (timeoutMs < 1) timeout.abort()
    const paths = callPaths(callName, options.paths)
    const span = startClientSpan(callName, { 'http.request.method': 'POST' }, traceContext)
    // Within the span again: a call that waits for its turn is started by the one before it.
    const exchangeAt = (path: string) =>
      withinSpan(span, () => {
        const headers = { ...callHeaders(callName, token), ...traceHeaders(span.spanContext()) }
        // The signal is the call's own time limit, never the browser's, which fires when the member leaves.
        const request = { path, headers, body: JSON.stringify(payload), signal: timeout.signal }
        return exchange(options.connection.fetch, request)
      })
    const exchangeOnce = async () => {
      const [first, ...alternatePaths] = inOrderOfSupport(callName, paths)
      let result = await exchangeAt(first)
      for (const path of alternatePaths) {
        if (!isPathMissing(result)) break
        result = await exchangeAt(path)
        if (!isPathMissing(result)) recordPath(callName, path)
      }
      return result
    }
    await options.awaitTurn?.()
    const result = await circuitFor(options.connection.fetch)
      .send(
        callName,
        callerOf(call),
        timeout.signal,
        call.effect === 'read' ? () => withOneRetry(exchangeOnce, timeout.signal) : exchangeOnce,
      )
      .finally(() => clearTimeout(timer))
    if (result.kind === 'answered') span.setAttribute('http.response.status_code', result.httpStatus)
    const classified = classifyExchange(callName, result, {
      reference: referenceOf(options.requestId),
      launch: {
        origin: options.origin,
        https: options.https,
        embedded: options.connection.embedded ?? false,
        launchOrigins: options.launchOrigins ?? config.launchOrigins,
      },
    })
    const isOwn = call.auth === 'member' && token === options.token
    const { outcome, why } = isOwn ? rejectOtherMember(classified) : classified
    logOutcome(callName, outcome, why, performance.now() - startedAtMs)
    if (classified.unreadableMoney) {
      unreadableMoney.inc({ segment: callName })
      const line = { requestId: options.requestId, segment: callName, fields: classified.unreadableMoney }
      log.warn(line, 'money of the upstream could not be read')
    }
    span.setAttribute('madang.outcome', outcome.kind === 'refused' ? outcome.status : outcome.kind)
    if (isFailure(outcome)) markFailed(span, outcome.kind)
    span.end()
    if (call.optional) recordSupport(callName, outcome.kind)
    return outcome
  }

  /** Treats a response about another member as broken. */
  function rejectOtherMember(classified: ClassifiedExchange): ClassifiedExchange {
    const namedUserId = classified.outcome.kind === 'done' ? userIdInResponse(classified.outcome.response) : undefined
    if (namedUserId === undefined || options.memberId === undefined || namedUserId === options.memberId)
      return classified
    return { outcome: { kind: 'broken', reference: referenceOf(options.requestId) }, why: 'names another member' }
  }

  function callHeaders(callName: CallName, token: string | undefined): Record<string, string> {
    const { sendsOrigin, auth }: Call = contract[callName]
    return {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Accept-Language': options.language,
      'X-Request-Id': options.requestId,
      'X-Forwarded-For': options.clientIp,
      ...(auth === 'member' ? { Authorization: `Bearer ${token}` } : {}),
      ...(sendsOrigin ? { Origin: options.origin } : {}),
    }
  }

  function logOutcome(
    callName: CallName,
    outcome: Outcome<unknown, string>,
    why: string | undefined,
    ms: number,
  ): void {
    upstreamSeconds.observe({ segment: callName, outcome: outcome.kind }, toSeconds(ms))
    // An unknown outcome counts where the caller is told, which a repeat is too although it sends nothing.
    if (outcome.kind !== 'unknown')
      countTransaction(callName, outcome.kind === 'refused' ? outcome.status : outcome.kind)
    const line = { requestId: options.requestId, segment: callName, outcome: outcome.kind, why, ms: Math.round(ms) }
    if (isFailure(outcome) || outcome.kind === 'limited') log.warn(line, 'upstream call failed')
    else if (outcome.kind !== 'done') log.info(line, 'upstream call refused')
  }

  async function makeCall(callName: CallName, payload: unknown): Promise<Outcome<unknown, string>> {
    const call: Call = contract[callName]
    if (call.servedCountriesOnly && options.isCountryServed === false) return { kind: 'not-served' }
    const parsed = call.payload.safeParse(payload)
    if (!parsed.success) return { kind: 'invalid', fields: fieldErrors(parsed.error) }
    if (call.auth === 'member' && options.token === undefined) return { kind: 'signed-out' }
    if (call.opensSession) return completeLogin(await sendIdempotently(callName, parsed.data))
    return sendIdempotently(callName, parsed.data)
  }

  /**
   * Completes a login response that lacks the member by a health check with the new token, because the id as typed may be
   * one of several spellings. If that fails, the login fails too.
   */
  async function completeLogin(login: Outcome<unknown, string>): Promise<Outcome<unknown, string>> {
    if (login.kind !== 'done') return login
    const { token, user } = login.response as Partial<ResponseOf<'user-do-login'>>
    if (user !== undefined) return login
    const health = await send('user-health-check', {}, token)
    switch (health.kind) {
      case 'done':
        return {
          kind: 'done',
          response: { ...(login.response as object), user: objectFields(health.response)?.get('user') },
        }
      case 'unavailable':
      case 'limited':
        return health
      default:
        return { kind: 'broken', reference: referenceOf(options.requestId) }
    }
  }

  async function sendIdempotently(callName: CallName, payload: unknown): Promise<Outcome<unknown, string>> {
    const code = callsWithRequestCode.has(callName) ? objectFields(payload)?.get('code') : undefined
    if (typeof code !== 'string' || options.memberId === undefined) return sendWithinLimits(callName, payload)
    const store = options.idempotencyStore ?? siteIdempotencyStore(options.connection.epoch?.())
    const claim = { member: options.memberId, code, callName, payload }
    // The limits are inside, so that a repeated submission gets the first outcome and is not refused.
    return store.run(claim, referenceOf(options.requestId), () => sendWithinLimits(callName, payload))
  }

  async function sendWithinLimits(callName: CallName, payload: unknown): Promise<Outcome<unknown, string>> {
    const credential = credentialIn(callName, payload)
    if (credential === undefined || !options.runAttempt) return sendWithinRateLimit(callName, payload)
    const wrongStatus = (contract[callName] as Call).checksPassword?.wrongStatus
    const attempt = await options.runAttempt(credential, async () => {
      const result = await sendWithinRateLimit(callName, payload)
      const wrong = result.kind === 'refused' && (credential.kind === 'login' || result.status === wrongStatus)
      return { wrong, result }
    })
    if (attempt.kind === 'tried') return attempt.result
    return { ...attempt, by: 'site', ...(credential.kind === 'password' ? { wrongPasswords: true } : {}) }
  }

  async function sendWithinRateLimit(callName: CallName, payload: unknown): Promise<Outcome<unknown, string>> {
    const { rateLimit, rateLimitedId }: Call = contract[callName]
    const retryAfterSeconds =
      (rateLimit && (await options.consumeRateLimit?.(rateLimit))) ??
      (rateLimitedId && (await options.consumeRateLimit?.('forgotId', rateLimitedId(payload))))
    if (retryAfterSeconds !== undefined) return { kind: 'limited', by: 'site', retryAfterSeconds }
    // The embedded upstream has all calls.
    if (options.connection.embedded) return send(callName, payload)
    const limits = options.playLimits ?? sitePlayLimits
    if (limits) {
      const client = { limits, memberId: options.memberId, requestId: options.requestId, send }
      return sendWithinPlayLimits(client, callName, payload)
    }
    // Every page of a member would ask.
    if (callName === 'get-play-limits' && isSupported(callName) === false) return { kind: 'unsupported' }
    return send(callName, payload)
  }

  return {
    // The cast is safe: the contract ties each call to its response type.
    call: async <S extends CallName>(callName: S, payload: PayloadOf<S>) => {
      const outcome = await makeCall(callName, payload)
      if (outcome.kind === 'unknown') countTransaction(callName, outcome.kind)
      return outcome as OutcomeOf<S>
    },
    reference: referenceOf(options.requestId),
    language: options.language,
  }
}

/** What a call with this payload checks, whose failed attempts are limited; undefined: nothing. */
function credentialIn(callName: CallName, payload: unknown): Credential | undefined {
  const { checksLogin, checksPassword }: Call = contract[callName]
  if (checksLogin) return { kind: 'login', id: checksLogin(payload) }
  const of = checksPassword?.kindIn(payload)
  return of && { kind: 'password', of }
}

function countTransaction(callName: CallName, outcome: string): void {
  if (movesMoney(callName)) moneyTransactions.inc({ segment: callName, outcome })
}

/** Whether the upstream gave no response that could be used. */
function isFailure({ kind }: Outcome<unknown, string>): boolean {
  return kind === 'unavailable' || kind === 'unknown' || kind === 'broken'
}

/** The user id in a response, if any: health check, member record, in-game balance. */
function userIdInResponse(response: unknown): string | undefined {
  const fields = objectFields(response)
  const userId = objectFields(fields?.get('user'))?.get('userId') ?? fields?.get('userId')
  return typeof userId === 'string' && userId !== '' ? userId : undefined
}

/** The paths of a call. One of UPSTREAM_PATHS, which applies to a real upstream only, stands alone. */
function callPaths(callName: CallName, paths?: Readonly<Record<string, string>>): readonly [string, ...string[]] {
  const overrides = paths ?? (config.upstream.url === undefined ? {} : config.upstream.paths)
  const own = new Map(Object.entries(overrides)).get(callName)
  const { path, alternatePaths = [] }: Call = contract[callName]
  return own === undefined ? [path, ...alternatePaths] : [own]
}
