import { log } from '~/platform/telemetry/log.server'
import { moneyTransactions, unreadableMoney, upstreamSeconds } from '~/platform/telemetry/metrics.server'
import { markFailed, startClientSpan } from '~/platform/telemetry/trace.server'
import { toSeconds } from '~/values/durations'
import { type CallName, contract, movesMoney } from '../contract'
import type { Call } from '../contract/call'
import type { Outcome } from '../outcome'
import type { CallMiddleware } from './call-middleware.server'
import { recordSupport } from './call-support.server'
import type { CallResult } from './transport/exchange.server'

/** Counts an unknown outcome of money, for repeats too. */
export const countUnknown: CallMiddleware = async (request, next) => {
  const result = await next(request)
  if (result.outcome.kind === 'unknown') countTransaction(request.callName, result.outcome.kind)
  return result
}

/** Traces, measures and logs a call that is sent, and records whether the upstream has it. */
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

function isFailure({ kind }: Outcome<unknown, string>): boolean {
  return kind === 'unavailable' || kind === 'unknown' || kind === 'broken'
}
