import type { SpanContext } from '@opentelemetry/api'
import type { CallName, PayloadOf } from '../contract'
import type { CallRateLimit, PasswordKind, UpstreamFetch } from '../contract/call'
import type { OutcomeOf } from '../outcome'
import type { SitePlayLimits } from '../site-limits/site-play-limits.server'
import type { IdempotencyStore } from './idempotency-store.server'
import type { UpstreamQuirks } from './transport/exchange.server'

export type UpstreamClientOptions = {
  /** `embedded` marks the built-in upstream. Its games and payment pages can be paths on this site. */
  connection: { fetch: UpstreamFetch; embedded?: boolean; epoch?(): string }
  token?: string
  memberId?: string
  clientIp: string
  /** Identifies a visitor to the circuit breaker; defaults to `clientIp`. */
  caller?: string
  /** A BCP 47 language tag. */
  language: string
  requestId: string
  /** The trace of the calls, sent as `traceparent`. Defaults to a new trace. */
  traceContext?: SpanContext
  browser?: { name: string; device: string }
  origin: string
  https: boolean
  /** Time limit for all calls together, starting when the client is created. */
  deadlineMs?: number
  timeoutMs?: number
  paths?: Readonly<Record<string, string>>
  launchOrigins?: readonly string[]
  quirks?: UpstreamQuirks
  idempotencyStore?: IdempotencyStore
  playLimits?: SitePlayLimits | undefined
  /** Runs a call that checks a login or a password, and limits failed attempts. Without it, there is no limit. */
  runAttempt?: AttemptRunner
  isCountryServed?: boolean
  awaitTurn?: () => Promise<void>
  /** Counts one use of a rate limit. Resolves to the seconds to wait if the limit is reached. */
  consumeRateLimit?: (limit: CallRateLimit, subject?: readonly string[]) => Promise<number | undefined>
}

export type Credential = { kind: 'login'; id: string } | { kind: 'password'; of: PasswordKind }

/** Limits failed attempts. Resolves to the result, or to the seconds to wait if no attempts are left. */
export type AttemptRunner = <T>(
  credential: Credential,
  attempt: () => Promise<{ wrong: boolean; result: T }>,
) => Promise<{ kind: 'tried'; result: T } | { kind: 'limited'; retryAfterSeconds: number }>

export interface UpstreamClient {
  /** Makes a call. Upstream failures are returned as outcomes, never thrown. */
  call<S extends CallName>(callName: S, payload: PayloadOf<S>): Promise<OutcomeOf<S>>
  reference: string
  language: string
}
