import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  circuitBreaker,
  handleWhenResult,
  SamplingBreaker,
} from 'cockatiel'
import { toSeconds } from '~/values/durations'
import { memoize } from '~/values/memoize'
import { type CallName, contract } from '../contract'
import type { UpstreamFetch } from '../contract/call'
import type { CallMiddleware } from './call-middleware.server'
import type { Exchange } from './transport/exchange.server'

/** Maximum concurrent calls per call name, so that one hung call can't block the others. */
const maxRunningPerCall = 64
const maxWaitingPerCall = 1024
/** A circuit opens if at least `minCalls` calls were made in the window and more than this share of them failed. */
const maxFailureShare = 0.6
const minCalls = 20
const windowMs = 10_000
/** After this time, an open circuit lets one call through. If that call succeeds, the circuit closes. */
const halfOpenAfterMs = 1_000

export const breakCircuit: CallMiddleware<Exchange> = (request, next, { connection, memberId, caller, clientIp }) => {
  const { callName, signal } = request
  // Visitor calls are counted per client, even for members. Otherwise, one client could count as two callers.
  const member = contract[callName].auth === 'member' ? memberId : undefined
  return circuitFor(connection.fetch).send(callName, member ?? caller ?? clientIp, signal, () => next(request))
}

class Uncounted extends Error {
  constructor(readonly result: Exchange) {
    super('not counted')
  }
}

/** Keeps one circuit and one bulkhead per call name. Rejected calls are not sent. */
export class CircuitBreaker {
  readonly #circuits = new Map<CallName, ReturnType<typeof createCircuit>>()

  /** Makes a call, or rejects it as `not-sent`. @param caller member id, or a visitor's network */
  async send(callName: CallName, caller: string, signal: AbortSignal, send: () => Promise<Exchange>) {
    const { circuit, places, isFromOneCaller } = this.#circuitOf(callName)
    if (signal.aborted) return rejectedExchange('no place in time', true)
    // During a probe, calls are rejected, not queued. A probe needs a slot: a rejected probe would close the circuit.
    const canProbe = circuit.state === CircuitState.Open && places.executionSlots > 0
    if (circuit.state !== CircuitState.Closed && !canProbe) return rejectedExchange('circuit open')
    try {
      return await circuit.execute(async () => {
        const result = await runInBulkhead(places, signal, send)
        if (result === 'no place in time') throw new Uncounted(rejectedExchange(result, true))
        if (verdictFor(result) === 'faulty' && isFromOneCaller(caller)) throw new Uncounted(result)
        return result
      })
    } catch (error) {
      if (error instanceof Uncounted) return error.result
      if (error instanceof BrokenCircuitError) return rejectedExchange('circuit open')
      if (error instanceof BulkheadRejectedError) return rejectedExchange('too many calls')
      throw error
    }
  }

  openCallNames(): CallName[] {
    return [...this.#circuits]
      .filter(([, { circuit }]) => circuit.state !== CircuitState.Closed)
      .map(([callName]) => callName)
  }

  #circuitOf(callName: CallName) {
    const known = this.#circuits.get(callName) ?? createCircuit()
    this.#circuits.set(callName, known)
    return known
  }
}

const isFailure = handleWhenResult((result) => verdictFor(result as Exchange) !== 'answered')

function createCircuit() {
  /** The last two callers that got a faulty response, most recent first. */
  let callers: { caller: string; at: number }[] = []
  const minimumRps = minCalls / toSeconds(windowMs)
  const breaker = new SamplingBreaker({ threshold: maxFailureShare, duration: windowMs, minimumRps })
  return {
    circuit: circuitBreaker(isFailure, { halfOpenAfter: halfOpenAfterMs, breaker }),
    places: bulkhead(maxRunningPerCall, maxWaitingPerCall),
    isFromOneCaller(caller: string): boolean {
      const at = Date.now()
      const otherCallers = callers.filter((met) => met.caller !== caller)
      callers = [{ caller, at }, ...otherCallers].slice(0, 2)
      return !otherCallers.some((met) => at - met.at <= windowMs)
    },
  }
}

export const circuitFor = memoize((_: UpstreamFetch) => new CircuitBreaker())

const faultyStatuses: ReadonlySet<number> = new Set([502, 503, 504])

/** `dead` always counts as a failure. `faulty` counts only if two callers got it, as a single one might provoke it. */
function verdictFor(result: Exchange): 'dead' | 'faulty' | 'answered' {
  switch (result.kind) {
    case 'not-sent':
      return 'dead'
    case 'lost':
      // A proxy would report a broken connection as a 502, so a lost response counts like a 502.
      return result.timedOut ? 'dead' : 'faulty'
    case 'answered':
      return faultyStatuses.has(result.httpStatus) ? 'faulty' : 'answered'
    default:
      return result satisfies never
  }
}

async function runInBulkhead(places: ReturnType<typeof bulkhead>, signal: AbortSignal, send: () => Promise<Exchange>) {
  let isStarted = false
  const running = places.execute(async () => {
    if (signal.aborted) return 'no place in time' as const
    isStarted = true
    return send()
  })
  if (isStarted) return running
  const tooLate = new Promise<Exchange | 'no place in time'>((resolve) => {
    const giveUp = () => resolve(isStarted ? running : 'no place in time')
    signal.addEventListener('abort', giveUp, { once: true })
  })
  return Promise.race([running, tooLate])
}

const rejectedExchange = (why: string, timedOut = false): Exchange => ({ kind: 'not-sent', timedOut, why })
