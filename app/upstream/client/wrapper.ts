import type { Span, SpanContext } from '@opentelemetry/api'
import type { CallName } from '../contract'
import type { UpstreamClientOptions } from './client-options'
import type { CallResult, Exchange } from './transport/exchange.server'

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
