import { setTimeout as pause } from 'node:timers/promises'
import { createContext, data } from 'react-router'
import { config } from '~/config.server'
import { sharedStore } from '~/redis/redis.server'
import { log } from '~/telemetry/log.server'
import { upstreamSeconds } from '~/telemetry/metrics.server'
import { type Sorted, sortExchange } from './answer.server'
import { circuitFor } from './circuit-breaker.server'
import { type Claims, MemoryClaims } from './claims.server'
import { RedisClaims } from './claims-redis.server'
import {
  type AnswerOf,
  type Call,
  type CallLimit,
  codedSegments,
  contract,
  type PayloadOf,
  type Segment,
} from './contract'
import { fieldProblems } from './contract/issues'
import { fieldsOf } from './contract/values'
import { type Exchange, exchange, type UpstreamFetch } from './exchange.server'
import { launchSources } from './launch.server'
import type { Outcome, OutcomeOf, ScreenOutcome } from './outcome'
import { type Problem, type ProblemData, problemStatus } from './problem'

/** The upstream client of this request, with its member's token. Set by root middleware. */
export const upstreamContext = createContext<Upstream>()

/**
 * The embedded upstream's fetch, for the routes that forward to its own pages. Null with a real upstream.
 * Set by root middleware.
 */
export const upstreamFetchContext = createContext<UpstreamFetch | null>(null)

/** Time limit of all upstream calls of one request together. */
const pageDeadlineMs = 8_000
/** Pause before a read is retried. */
const secondTryAfterMs = 50

/** A Request needs a host, but the connection ignores it and uses its own. */
const anyHost = 'http://upstream.invalid'

export type UpstreamOptions = {
  /** `embedded`: games and payment pages are pages of this site. */
  connection: { fetch: UpstreamFetch; embedded?: boolean }
  /** The member's bearer token and id; undefined for a visitor. */
  token?: string
  memberId?: string
  /** The client's IP, sent as X-Forwarded-For. */
  address: string
  /** Identifies the client of visitor calls to the circuit breaker; defaults to `clientIp`. */
  caller?: string
  /** BCP 47. */
  language: string
  /** Sent to the upstream, logged, and shown to the member as a reference when something fails. */
  requestId: string
  /** The public origin of this request. */
  origin: string
  /** Whether the site runs on https. */
  https: boolean
  /** Time limit of all calls together, from now on. */
  deadlineMs?: number
  /**
   * The request submits a form or calls the API. After a lost answer its session-ended page is replaced, because that
   * page says that nothing was sent.
   */
  isChange?: boolean
  /** Ends the session and throws the redirect or page that leads to login. */
  signedOut?: () => never
  timeoutMs?: number
  paths?: Readonly<Record<string, string>>
  launchOrigins?: readonly string[]
  claims?: Claims
  /** Rate limit of calls that check a password of the member. Without it they are not limited. */
  guesses?: Guesses
  /**
   * Consumes one from a call's rate limit; resolves to the seconds to wait when it is reached. Without it: no limit.
   */
  takeLimit?: (limit: CallLimit) => Promise<number | undefined>
}

/** Limits wrong passwords of a member. */
export type Guesses = {
  /** Consumes one attempt; resolves to the seconds to wait when none is left. */
  take(): Promise<number | undefined>
  /** Returns an attempt that was not wrong or was never checked. */
  giveBack(): Promise<void>
}

export interface Upstream {
  /** Makes a call. Failures of the upstream are outcomes, never thrown. */
  call<S extends Segment>(segment: S, payload: PayloadOf<S>): Promise<OutcomeOf<S>>
  /** Makes a call that the page cannot do without. Throws the error page of any outcome but success. */
  read<S extends Segment>(segment: S, payload: PayloadOf<S>): Promise<AnswerOf<S>>
  /**
   * Makes a call for an optional part of a page. Throws only when the session turns out to be dead, and not even then
   * if an answer to this form was lost, because its page must report that.
   */
  attempt<S extends Segment>(segment: S, payload: PayloadOf<S>): Promise<Attempt<S>>
  /** Ends the session and throws the way to login; if an answer to this form was lost, throws an error page instead. */
  signedOut(): never
  /** The request id, which a member can quote to support when a call failed. */
  reference: string
}

export type Attempt<S extends Segment> =
  | { kind: 'done'; answer: AnswerOf<S> }
  | { kind: 'unsupported' }
  | { kind: 'failed'; reference: string }

/** Creates the client for one request. Its time limit starts now. */
export function makeUpstream(options: UpstreamOptions): Upstream {
  const endsAt = performance.now() + (options.deadlineMs ?? pageDeadlineMs)
  /** Visitor calls count to the client even if a member makes them, or one client would count as two callers. */
  const callerOf = (call: Call) =>
    (call.who === 'member' ? options.memberId : undefined) ?? options.caller ?? options.address
  /** A call was sent and its result is unknown, so no page of this form may say that nothing was sent. */
  let answerLost = false

  async function send(segment: Segment, payload: unknown, token = options.token): Promise<Outcome<unknown, string>> {
    const call: Call = contract[segment]
    const begun = performance.now()
    const limitMs = Math.min(options.timeoutMs ?? config.upstream.timeoutMs, endsAt - begun)
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), Math.max(0, limitMs))
    // Timers may fire a millisecond early, so less than one left counts as none.
    if (limitMs < 1) limit.abort()
    const path = pathOf(segment, options.paths)
    const once = () =>
      exchange(options.connection.fetch, requestFor(path, segment, payload, token, limit.signal), limit.signal)
    const result = await circuitFor(options.connection.fetch)
      .send(
        segment,
        callerOf(call),
        limit.signal,
        call.effect === 'read' ? () => twiceAtMost(once, limit.signal) : once,
      )
      .finally(() => clearTimeout(timer))
    const sorted = sortExchange(segment, result, {
      reference: options.requestId,
      launch: {
        origin: options.origin,
        https: options.https,
        sources: launchSources({
          embedded: options.connection.embedded ?? false,
          https: options.https,
          launchOrigins: options.launchOrigins ?? config.launchOrigins,
        }),
      },
    })
    const isOwn = call.who === 'member' && token === options.token
    const { outcome, why } = isOwn ? ofThisMember(sorted) : sorted
    report(segment, outcome, why, performance.now() - begun)
    return outcome
  }

  /** Treats an answer about another member as broken. */
  function ofThisMember(sorted: Sorted): Sorted {
    const named = sorted.outcome.kind === 'done' ? memberNamedIn(sorted.outcome.answer) : undefined
    if (named === undefined || options.memberId === undefined || named === options.memberId) return sorted
    return { outcome: { kind: 'broken', reference: options.requestId }, why: 'names another member' }
  }

  function requestFor(
    path: string,
    segment: Segment,
    payload: unknown,
    token: string | undefined,
    signal: AbortSignal,
  ): Request {
    const headers = new Headers({
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Accept-Language': options.language,
      'X-Request-Id': options.requestId,
      'X-Forwarded-For': options.address,
    })
    if (contract[segment].who === 'member') headers.set('Authorization', `Bearer ${token}`)
    if (segment === 'get-reg-domain') headers.set('Origin', options.origin)
    return new Request(anyHost + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(payload),
      redirect: 'manual',
      // The call's own time limit, never the browser's signal, which fires when the member leaves.
      signal,
    })
  }

  function report(segment: Segment, outcome: Outcome<unknown, string>, why: string | undefined, ms: number): void {
    upstreamSeconds.observe({ segment, outcome: outcome.kind }, ms / 1_000)
    const line = { requestId: options.requestId, segment, outcome: outcome.kind, why, ms: Math.round(ms) }
    const unexpected = outcome.kind === 'unavailable' || outcome.kind === 'unknown' || outcome.kind === 'broken'
    if (unexpected || outcome.kind === 'limited') log.warn(line, 'upstream call failed')
    else if (outcome.kind !== 'done') log.info(line, 'upstream call refused')
  }

  async function outcomeOf(segment: Segment, payload: unknown): Promise<Outcome<unknown, string>> {
    const call: Call = contract[segment]
    const parsed = call.payload.safeParse(payload)
    if (!parsed.success) return { kind: 'invalid', fields: fieldProblems(parsed.error) }
    if (call.who === 'member' && options.token === undefined) return { kind: 'signed-out' }
    if (call.opensSession) return withItsMember(await sendOnce(segment, parsed.data))
    return call.refusals.includes('pass')
      ? guessing(() => sendOnce(segment, parsed.data))
      : sendOnce(segment, parsed.data)
  }

  /**
   * Completes a login answer that lacks the member by a health check with the new token, because the id as typed may be
   * one of several spellings. If that fails, the login fails too.
   */
  async function withItsMember(login: Outcome<unknown, string>): Promise<Outcome<unknown, string>> {
    if (login.kind !== 'done') return login
    const { token, user } = login.answer as Partial<AnswerOf<'user-do-login'>>
    if (user !== undefined) return login
    const health = await send('user-health-check', {}, token)
    switch (health.kind) {
      case 'done':
        return { kind: 'done', answer: { ...(login.answer as object), user: fieldsOf(health.answer)?.get('user') } }
      case 'unavailable':
      case 'limited':
        return health
      default:
        return { kind: 'broken', reference: options.requestId }
    }
  }

  async function sendOnce(segment: Segment, payload: unknown): Promise<Outcome<unknown, string>> {
    const code = codedSegments.has(segment) ? fieldsOf(payload)?.get('code') : undefined
    if (typeof code !== 'string' || options.memberId === undefined) return sendWithinLimit(segment, payload)
    const claims = options.claims ?? siteClaims()
    const claim = { member: options.memberId, code, segment, payload }
    // The rate limit is inside, so that a repeated submission gets the first outcome and is not refused.
    return claims.once(claim, options.requestId, () => sendWithinLimit(segment, payload))
  }

  async function sendWithinLimit(segment: Segment, payload: unknown): Promise<Outcome<unknown, string>> {
    const { limit }: Call = contract[segment]
    const retryAfterSeconds = limit && (await options.takeLimit?.(limit))
    return retryAfterSeconds === undefined ? send(segment, payload) : { kind: 'limited', by: 'site', retryAfterSeconds }
  }

  /** Consumes the attempt before the call, so that parallel attempts get no more than sequential ones. */
  async function guessing(ask: () => Promise<Outcome<unknown, string>>): Promise<Outcome<unknown, string>> {
    const retryAfterSeconds = await options.guesses?.take()
    if (retryAfterSeconds !== undefined) return { kind: 'limited', by: 'site', retryAfterSeconds }
    const outcome = await ask()
    if (outcome.kind !== 'refused' || outcome.status !== 'pass') await options.guesses?.giveBack()
    return outcome
  }

  const upstream: Upstream = {
    // The cast is safe: the contract ties each segment to its answer type.
    call: async <S extends Segment>(segment: S, payload: PayloadOf<S>) => {
      const outcome = (await outcomeOf(segment, payload)) as OutcomeOf<S>
      if (outcome.kind === 'unknown' && options.isChange) answerLost = true
      return outcome
    },

    read: async (segment, payload) => answerOrPage(segment, await upstream.call(segment, payload), upstream),

    attempt: async (segment, payload) => {
      const outcome = await upstream.call(segment, payload)
      if (outcome.kind === 'done' || outcome.kind === 'unsupported') return outcome
      const isDead = outcome.kind === 'signed-out' && contract[segment].who === 'member'
      if (isDead && !answerLost) return upstream.signedOut()
      return { kind: 'failed', reference: options.requestId }
    },

    signedOut: () => {
      if (answerLost) throw problemPage({ problem: 'unavailable', reference: options.requestId })
      options.signedOut?.()
      throw problemPage({ problem: 'signed-out' })
    },

    reference: options.requestId,
  }
  return upstream
}

/** The answer of a successful outcome. Throws the error page of any other outcome. */
export function answerOrPage<S extends Segment>(
  segment: S,
  outcome: OutcomeOf<S>,
  upstream: Pick<Upstream, 'signedOut' | 'reference'>,
): AnswerOf<S> {
  switch (outcome.kind) {
    case 'done':
      return outcome.answer
    case 'invalid':
      // The URL names something that cannot exist.
      throw problemPage({ problem: 'not-found' })
    case 'signed-out':
      // A visitor call carries no token, so its 401 says nothing about the session.
      if (contract[segment].who === 'member') return upstream.signedOut()
      throw problemPage({ problem: 'broken', reference: upstream.reference })
    case 'refused':
    case 'code-reused':
    case 'unknown':
      throw problemPage({ problem: 'broken', reference: upstream.reference })
    default:
      throw problemPageOf(outcome)
  }
}

/** Returns the outcomes that a screen handles itself. Throws the error page of any other. */
export function forScreen<Answer, Refusal extends string>(
  outcome: Outcome<Answer, Refusal>,
  upstream: Pick<Upstream, 'signedOut'>,
): ScreenOutcome<Answer, Refusal> {
  switch (outcome.kind) {
    case 'done':
    case 'refused':
    case 'invalid':
    case 'code-reused':
    case 'unknown':
      return outcome
    case 'signed-out':
      return upstream.signedOut()
    default:
      throw problemPageOf(outcome)
  }
}

/** The user id in an answer, if any: health check, member record, in-game balance. */
function memberNamedIn(answer: unknown): string | undefined {
  const fields = fieldsOf(answer)
  const named = fieldsOf(fields?.get('user'))?.get('userId') ?? fields?.get('userId')
  return typeof named === 'string' && named !== '' ? named : undefined
}

type Failure = Extract<
  Outcome<unknown, string>,
  { kind: 'unguarded' | 'limited' | 'unavailable' | 'broken' | 'unsupported' }
>

function problemPageOf(failure: Failure) {
  switch (failure.kind) {
    case 'unavailable':
      return problemPage({
        problem: failure.httpStatus === 504 ? 'timeout' : 'unavailable',
        reference: failure.reference,
      })
    case 'limited':
      return problemPage({ problem: 'limited', retryAfterSeconds: failure.retryAfterSeconds })
    case 'broken':
    case 'unguarded':
      return problemPage({ problem: failure.kind, reference: failure.reference })
    case 'unsupported':
      return problemPage({ problem: 'not-found' })
    default:
      return failure satisfies never
  }
}

function problemPage(problem: ProblemData & { problem: Problem }) {
  const headers =
    problem.retryAfterSeconds === undefined ? undefined : { 'Retry-After': String(problem.retryAfterSeconds) }
  return data(problem, { status: problemStatus[problem.problem], headers })
}

/** Sends a read, and once more after a connection error or a 502, 503 or 504. A timeout is not retried. */
async function twiceAtMost(send: () => Promise<Exchange>, signal: AbortSignal): Promise<Exchange> {
  const first = await send()
  const resting = first.kind === 'answered' && [502, 503, 504].includes(first.httpStatus)
  if (first.kind === 'answered' ? !resting : first.timedOut) return first
  await pause(secondTryAfterMs, undefined, { signal }).catch(() => undefined)
  return signal.aborted ? first : send()
}

/** The path of a call. UPSTREAM_PATHS applies to a real upstream only. */
function pathOf(segment: Segment, paths?: Readonly<Record<string, string>>): string {
  const own = paths ?? (config.upstream.url === undefined ? {} : config.upstream.paths)
  return new Map(Object.entries(own)).get(segment) ?? contract[segment].path
}

let claims: Claims | undefined

/** The site's idempotency store: in Redis with REDIS_URL, else in memory. */
function siteClaims(): Claims {
  claims ??= openClaims()
  return claims
}

function openClaims(): Claims {
  if (!sharedStore) return new MemoryClaims()
  const oldest = config.session.secrets.at(-1)
  return new RedisClaims(sharedStore, oldest?.reveal() ?? '')
}
