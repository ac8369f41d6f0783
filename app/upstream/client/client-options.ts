import type { SpanContext } from '@opentelemetry/api'
import type { CallName, PayloadOf } from '../contract'
import type { CallRateLimit, PasswordKind } from '../contract/call'
import type { UpstreamFetch } from '../contract/upstream-fetch'
import type { OutcomeOf } from '../outcome'
import type { SitePlayLimits } from '../site-limits/site.server'
import type { IdempotencyStore } from './idempotency-store.server'

/** What a request's client of the upstream is made of, and what it offers. */

export type UpstreamClientOptions = {
  /** `embedded`: games and payment pages are pages of this site. */
  connection: { fetch: UpstreamFetch; embedded?: boolean; epoch?(): string }
  /** The member's bearer token and id; undefined for a visitor. */
  token?: string
  memberId?: string
  /** The client's IP, sent as X-Forwarded-For. */
  clientIp: string
  /** Identifies the client of visitor calls to the circuit breaker; defaults to `clientIp`. */
  caller?: string
  /** BCP 47. */
  language: string
  /** Sent to the upstream and logged; its first digits are the reference that a member sees when something fails. */
  requestId: string
  /** The trace that the calls belong to, sent as traceparent; by default a new one. */
  traceContext?: SpanContext
  /** What a log-in tells of the browser: a word for it, and the random value of its cookie. */
  browser?: { name: string; device: string }
  origin: string
  /** Whether the site runs on https. */
  https: boolean
  /** Time limit of all calls together, from now on. */
  deadlineMs?: number
  /** Time limit of one call: UPSTREAM_TIMEOUT_MS in app/platform/settings/settings.server.ts, applied by client/limit-time.server.ts. */
  timeoutMs?: number
  paths?: Readonly<Record<string, string>>
  launchOrigins?: readonly string[]
  idempotencyStore?: IdempotencyStore
  /** The limits that the site keeps for upstreams without the calls. */
  playLimits?: SitePlayLimits | undefined
  /** Runs a call that checks a login or a password, within the limit of failed ones. Without it: no limit. */
  runAttempt?: AttemptRunner
  /** Whether the visitor may register, deposit and play. By default yes. */
  isCountryServed?: boolean
  /** Waits until this client may use the thread: before a call of an upstream in this process, else before a response is read. */
  awaitTurn?: () => Promise<void>
  /**
   * Consumes one from a call's rate limit; resolves to the seconds to wait when it is reached. Without it: no limit.
   */
  consumeRateLimit?: (limit: CallRateLimit, subject?: readonly string[]) => Promise<number | undefined>
}

/** What a call checks: a login by its id, or a password of the member. */
export type Credential = { kind: 'login'; id: string } | { kind: 'password'; of: PasswordKind }

/** Limits failed attempts. Resolves to the result, or to the seconds to wait when no attempt is left. */
export type AttemptRunner = <T>(
  credential: Credential,
  attempt: () => Promise<{ wrong: boolean; result: T }>,
) => Promise<{ kind: 'tried'; result: T } | { kind: 'limited'; retryAfterSeconds: number }>

export interface UpstreamClient {
  /** Makes a call. Failures of the upstream are outcomes, never thrown. */
  call<S extends CallName>(callName: S, payload: PayloadOf<S>): Promise<OutcomeOf<S>>
  /** The request id, which a member can quote to support when a call failed. */
  reference: string
  /** The language of its calls, in BCP 47. */
  language: string
}
