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

/** The client of this request, speaking for its member. Set by root middleware. */
export const upstreamContext = createContext<Upstream>()

/** The embedded house's own door, for its own pages; null with a real upstream. Set by root middleware. */
export const upstreamFetchContext = createContext<UpstreamFetch | null>(null)

/** What a page or an API call waits in all, whatever calls it makes. */
const pageDeadlineMs = 8_000
/** Before a read is tried a second time. */
const secondTryAfterMs = 50

/** The host is never looked at: a connection puts its own in front of the path. */
const anyHost = 'http://upstream.invalid'

export type UpstreamOptions = {
  /** `embedded`: its games and payments are pages of this site. */
  connection: { fetch: UpstreamFetch; embedded?: boolean }
  /** The member's bearer token and id; undefined for a visitor. */
  token?: string
  memberId?: string
  /** The member's network address, for X-Forwarded-For. */
  address: string
  /** Who the failure of a visitor's call counts as in the circuit breaker; the address when none is named. */
  caller?: string
  /** BCP 47. */
  language: string
  /** Named to the upstream, in the log, and to the member when something fails. */
  requestId: string
  /** The public origin that the visitor's request came to. */
  origin: string
  /** The site runs on https for this request. */
  https: boolean
  /** Of all calls together, from now on. */
  deadlineMs?: number
  /** The request is a form or a call of the API: the page of a dead session would say that nothing of it was sent. */
  isChange?: boolean
  /** Ends the session and throws the way to sign in. */
  signedOut?: () => never
  timeoutMs?: number
  paths?: Readonly<Record<string, string>>
  launchOrigins?: readonly string[]
  claims?: Claims
  /** For the calls that ask for a password of the member's; without it they are not counted. */
  guesses?: Guesses
  /** Counts a call to its row's rate limit. Seconds to wait when it came too often; without it nothing is counted. */
  takeLimit?: (limit: CallLimit) => Promise<number | undefined>
}

/** Counts wrong passwords of a member. */
export type Guesses = {
  /** Takes one guess; seconds to wait when there is none left. */
  take(): Promise<number | undefined>
  /** It was right, or was never looked at. */
  giveBack(): Promise<void>
}

export interface Upstream {
  /** Makes a call. Never throws for what the other side did: the outcome says it. */
  call<S extends Segment>(segment: S, payload: PayloadOf<S>): Promise<OutcomeOf<S>>
  /** Makes a call without which there is no page. Throws the page of anything but success. */
  read<S extends Segment>(segment: S, payload: PayloadOf<S>): Promise<AnswerOf<S>>
  /**
   * Makes a call for a part of a page that may be missing. Throws only when the session turns out dead, and not even then
   * once the answer to this form's own change was lost: its page has to say so.
   */
  attempt<S extends Segment>(segment: S, payload: PayloadOf<S>): Promise<Attempt<S>>
  /** Ends the session of this request and throws the way to sign in, or, where a form's answer was lost, a failure's page. */
  signedOut(): never
  /** What a member can name to the help desk when a call of this request failed. */
  reference: string
}

export type Attempt<S extends Segment> =
  | { kind: 'done'; answer: AnswerOf<S> }
  | { kind: 'unsupported' }
  | { kind: 'failed'; reference: string }

/** The client for one request of the site: its time limit begins now. */
export function makeUpstream(options: UpstreamOptions): Upstream {
  const endsAt = performance.now() + (options.deadlineMs ?? pageDeadlineMs)
  /** A call that needs no member counts to the address also where a member makes it: else one client would be two. */
  const callerOf = (call: Call) =>
    (call.who === 'member' ? options.memberId : undefined) ?? options.caller ?? options.address
  /** Something was sent and nobody can tell what became of it: no page of this form may say that nothing was. */
  let answerLost = false

  async function send(segment: Segment, payload: unknown, token = options.token): Promise<Outcome<unknown, string>> {
    const call: Call = contract[segment]
    const begun = performance.now()
    const limitMs = Math.min(options.timeoutMs ?? config.upstream.timeoutMs, endsAt - begun)
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), Math.max(0, limitMs))
    // A timer fires up to a millisecond before its time: what is left then is nothing.
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

  /** An answer that names another member is never shown as this member's own. */
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
      // The call's own time limit; never the browser's signal, which fires when the member leaves.
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
   * A login whose answer does not say who the member is asks for it by the first health check: what was typed is one of
   * several spellings. Without that the login fails, and its token is not used.
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
    // Inside the claim: a second press of a form that went through gets its first outcome, however many came before.
    return claims.once(claim, options.requestId, () => sendWithinLimit(segment, payload))
  }

  async function sendWithinLimit(segment: Segment, payload: unknown): Promise<Outcome<unknown, string>> {
    const { limit }: Call = contract[segment]
    const retryAfterSeconds = limit && (await options.takeLimit?.(limit))
    return retryAfterSeconds === undefined ? send(segment, payload) : { kind: 'limited', by: 'site', retryAfterSeconds }
  }

  /** A guess is taken before it is made, so that a hundred at once are no more than a hundred in a row. */
  async function guessing(ask: () => Promise<Outcome<unknown, string>>): Promise<Outcome<unknown, string>> {
    const retryAfterSeconds = await options.guesses?.take()
    if (retryAfterSeconds !== undefined) return { kind: 'limited', by: 'site', retryAfterSeconds }
    const outcome = await ask()
    if (outcome.kind !== 'refused' || outcome.status !== 'pass') await options.guesses?.giveBack()
    return outcome
  }

  const upstream: Upstream = {
    // The table ties each segment to its answer; inside, one path serves them all.
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

/** The answer of a call without which there is no page; throws the page of any other outcome. */
export function answerOrPage<S extends Segment>(
  segment: S,
  outcome: OutcomeOf<S>,
  upstream: Pick<Upstream, 'signedOut' | 'reference'>,
): AnswerOf<S> {
  switch (outcome.kind) {
    case 'done':
      return outcome.answer
    case 'invalid':
      // What was asked for can't exist: an address that nobody was given.
      throw problemPage({ problem: 'not-found' })
    case 'signed-out':
      // A visitor's call carries no token, so it says nothing about the session.
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

/** Keeps the outcomes that a screen answers itself, and throws the page of each other one. */
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

/** The member whom an answer is about, where it says so: a health check, the member's own record, the game balance. */
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

/** A read that met a dead connection or a resting upstream is tried once more; one that timed out is not. */
async function twiceAtMost(send: () => Promise<Exchange>, signal: AbortSignal): Promise<Exchange> {
  const first = await send()
  const resting = first.kind === 'answered' && [502, 503, 504].includes(first.httpStatus)
  if (first.kind === 'answered' ? !resting : first.timedOut) return first
  await pause(secondTryAfterMs, undefined, { signal }).catch(() => undefined)
  return signal.aborted ? first : send()
}

/** The embedded house has the table's paths; the operator's own spellings are a real upstream's. */
function pathOf(segment: Segment, paths?: Readonly<Record<string, string>>): string {
  const own = paths ?? (config.upstream.url === undefined ? {} : config.upstream.paths)
  return new Map(Object.entries(own)).get(segment) ?? contract[segment].path
}

let claims: Claims | undefined

/** The site's own claims: in memory, or in Redis where replicas share them. */
function siteClaims(): Claims {
  claims ??= openClaims()
  return claims
}

function openClaims(): Claims {
  if (!sharedStore) return new MemoryClaims()
  const oldest = config.session.secrets.at(-1)
  return new RedisClaims(sharedStore, oldest?.reveal() ?? '')
}
