import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import type { CallName } from './contract'
import type { Exchange, UpstreamFetch } from './exchange.server'

/** Concurrent and queued calls per call, so that a hung call does not block the others. */
const maxRunningPerCall = 64
const maxWaitingPerCall = 1024
/** A circuit opens when more than this share of at least `minCalls` calls in the window failed. */
const maxFailureShare = 0.6
const minCalls = 20
const windowMs = 10_000
/** The width of one bucket of the sliding window. */
const bucketMs = 1_000
/** An open circuit lets one call through after this time, and closes if that call does not fail. */
const halfOpenAfterMs = 1_000

/** One circuit and one bulkhead per call of an upstream. Rejected calls are not sent. */
export class CircuitBreaker {
  readonly #circuits = new Map<CallName, { circuit: Circuit; places: ReturnType<typeof bulkhead> }>()
  readonly #now: () => number

  /** @param now monotonic milliseconds: a wall clock set back would keep an open circuit open. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Makes a call, or rejects it as `not-sent`.
   *
   * @param caller the member id, or the network of a visitor: faulty responses count only once two callers got one.
   */
  async send(
    callName: CallName,
    caller: string,
    signal: AbortSignal,
    send: () => Promise<Exchange>,
  ): Promise<Exchange> {
    const { circuit, places } = this.#circuitOf(callName)
    const pass = circuit.tryEnter()
    if (!pass) return rejectedExchange('circuit open')
    try {
      const result = await runInBulkhead(places, signal, send)
      if (result === 'no place in time') {
        pass.release()
        return rejectedExchange(result, true)
      }
      pass.release({ caller, result: verdictFor(result) })
      return result
    } catch (error) {
      pass.release()
      if (error instanceof BulkheadRejectedError) return rejectedExchange('too many calls')
      throw error
    }
  }

  /** The names of the calls that are rejected now. */
  openCallNames(): CallName[] {
    return [...this.#circuits].filter(([, { circuit }]) => circuit.isOpen).map(([callName]) => callName)
  }

  #circuitOf(callName: CallName) {
    const known = this.#circuits.get(callName) ?? {
      circuit: new Circuit(this.#now),
      places: bulkhead(maxRunningPerCall, maxWaitingPerCall),
    }
    this.#circuits.set(callName, known)
    return known
  }
}

const circuits = new WeakMap<UpstreamFetch, CircuitBreaker>()

/** The circuit breaker of an upstream, shared by all requests. */
export function circuitFor(fetch: UpstreamFetch): CircuitBreaker {
  const known = circuits.get(fetch) ?? new CircuitBreaker()
  circuits.set(fetch, known)
  return known
}

/**
 * What a call says about the upstream. `dead` always counts as a failure. `faulty` counts only once two callers got
 * one, because a single caller can provoke it with a crafted request.
 */
type Verdict = 'dead' | 'faulty' | 'answered'

const faultyStatuses: ReadonlySet<number> = new Set([502, 503, 504])

function verdictFor(result: Exchange): Verdict {
  switch (result.kind) {
    case 'not-sent':
      return 'dead'
    case 'lost':
      // A proxy would answer a broken connection with 502, so both count the same.
      return result.timedOut ? 'dead' : 'faulty'
    case 'answered':
      return faultyStatuses.has(result.httpStatus) ? 'faulty' : 'answered'
    default:
      return result satisfies never
  }
}

/** A running call. `release` is called once, with the result, or without one if nothing was sent. */
type Pass = { release(result?: { caller: string; result: Verdict }): void }

/** The circuit of one call: closed, open, or half open while one call probes the upstream. */
class Circuit {
  readonly #now: () => number
  /** Buckets of the sliding window, oldest first. */
  #buckets: { startedAtMs: number; calls: number; failures: number }[] = []
  /** The last two callers that got a faulty response, latest first. */
  #callers: { caller: string; at: number }[] = []
  #openUntilMs: number | undefined
  #isProbing = false

  constructor(now: () => number) {
    this.#now = now
  }

  get isOpen(): boolean {
    return this.#openUntilMs !== undefined
  }

  /** Lets a call through; undefined when it is rejected. */
  tryEnter(): Pass | undefined {
    const isProbe = this.#openUntilMs !== undefined
    // While one call probes, the others are rejected at once.
    if (isProbe && (this.#isProbing || this.#now() < (this.#openUntilMs ?? 0))) return undefined
    this.#isProbing = isProbe
    return {
      release: (met) => {
        if (isProbe) this.#isProbing = false
        if (!met) return
        const isFailure = this.#isFailure(met)
        if (isProbe) this.#settleProbe(isFailure)
        // Results of calls from before the circuit opened are ignored.
        else if (this.#openUntilMs === undefined) this.#count(met.result, isFailure)
      },
    }
  }

  #isFailure({ caller, result }: { caller: string; result: Verdict }): boolean {
    if (result !== 'faulty') return result === 'dead'
    const now = this.#now()
    const others = this.#callers.filter((met) => met.caller !== caller)
    this.#callers = [{ caller, at: now }, ...others].slice(0, 2)
    return others.some(({ at }) => now - at <= windowMs)
  }

  #settleProbe(isFailure: boolean): void {
    if (isFailure) {
      this.#openUntilMs = this.#now() + halfOpenAfterMs
    } else {
      this.#openUntilMs = undefined
      this.#buckets = []
    }
  }

  #count(result: Verdict, isFailure: boolean): void {
    // A fault that one caller alone got is neither a failure nor a success.
    if (result === 'faulty' && !isFailure) return
    const now = this.#now()
    this.#buckets = this.#buckets.filter(({ startedAtMs }) => now - startedAtMs < windowMs)
    let bucket = this.#buckets.at(-1)
    if (!bucket || now - bucket.startedAtMs >= bucketMs) {
      bucket = { startedAtMs: now, calls: 0, failures: 0 }
      this.#buckets.push(bucket)
    }
    bucket.calls += 1
    if (isFailure) bucket.failures += 1
    const calls = sum(this.#buckets.map((one) => one.calls))
    const failures = sum(this.#buckets.map((one) => one.failures))
    if (isFailure && calls >= minCalls && failures > calls * maxFailureShare) {
      this.#openUntilMs = now + halfOpenAfterMs
    }
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Runs `send` in the bulkhead, or gives up if the signal aborts before it starts. */
async function runInBulkhead(
  places: ReturnType<typeof bulkhead>,
  signal: AbortSignal,
  send: () => Promise<Exchange>,
): Promise<Exchange | 'no place in time'> {
  if (signal.aborted) return 'no place in time'
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

function rejectedExchange(why: string, timedOut = false): Exchange {
  return { kind: 'not-sent', timedOut, why }
}
