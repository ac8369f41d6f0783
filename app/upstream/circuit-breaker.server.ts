import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import type { Segment } from './contract'
import type { Exchange, UpstreamFetch } from './exchange.server'

/** Calls of one segment that run at once, and that wait for a place; a hung call can't take the places of the others. */
const placesPerSegment = 64
const waitingPerSegment = 1024
/**
 * The circuit of a segment opens when more than this share of its calls in the window failed, and there were at least
 * twenty: single failures keep the page that says what they are.
 */
const failingShare = 0.6
const callsLeast = 20
const windowMs = 10_000
/** The window moves on by this much at a time. */
const stepMs = 1_000
/** An open circuit lets one call through after this time; it closes when that one comes back. */
const tryAgainAfterMs = 1_000

/** A circuit breaker and a bounded number of places for each segment of one upstream. What it turns away was not sent. */
export class CircuitBreaker {
  readonly #circuits = new Map<Segment, { circuit: Circuit; places: ReturnType<typeof bulkhead> }>()
  readonly #now: () => number

  /** @param now milliseconds that only ever grow: a clock set back would keep an open circuit open. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Makes a call, or turns it away.
   *
   * @param caller the member, or the address of a visitor: what one caller alone meets may be that caller's own doing.
   */
  async send(segment: Segment, caller: string, signal: AbortSignal, send: () => Promise<Exchange>): Promise<Exchange> {
    const { circuit, places } = this.#of(segment)
    const pass = circuit.enter()
    if (!pass) return turnedAway('circuit open')
    try {
      const result = await whenThereIsAPlace(places, signal, send)
      if (result === 'no place in time') {
        pass.leave()
        return turnedAway(result, true)
      }
      pass.leave({ caller, result: verdictOn(result) })
      return result
    } catch (error) {
      pass.leave()
      if (error instanceof BulkheadRejectedError) return turnedAway('too many calls')
      throw error
    }
  }

  #of(segment: Segment) {
    const known = this.#circuits.get(segment) ?? {
      circuit: new Circuit(this.#now),
      places: bulkhead(placesPerSegment, waitingPerSegment),
    }
    this.#circuits.set(segment, known)
    return known
  }
}

const circuits = new WeakMap<UpstreamFetch, CircuitBreaker>()

/** The circuit breaker in front of an upstream, the same for all requests of the site. */
export function circuitFor(fetch: UpstreamFetch): CircuitBreaker {
  const known = circuits.get(fetch) ?? new CircuitBreaker()
  circuits.set(fetch, known)
  return known
}

/**
 * What a call says about the upstream. `dead` counts whoever met it; `faulty` once two callers met it, because a request
 * of one's own making can bring it about; anything else is an answer.
 */
type Verdict = 'dead' | 'faulty' | 'answered'

const faultyStatuses: ReadonlySet<number> = new Set([502, 503, 504])

function verdictOn(result: Exchange): Verdict {
  switch (result.kind) {
    case 'not-sent':
      return 'dead'
    case 'lost':
      // A connection that breaks under a request is what a proxy answers with 502.
      return result.timedOut ? 'dead' : 'faulty'
    case 'answered':
      return faultyStatuses.has(result.httpStatus) ? 'faulty' : 'answered'
    default:
      return result satisfies never
  }
}

/** A call on its way; it leaves once, with what it met, or with nothing when the upstream was never asked. */
type Pass = { leave(met?: { caller: string; result: Verdict }): void }

/** The circuit of one segment: closed, open, or half open while one call tries whether the upstream is back. */
class Circuit {
  readonly #now: () => number
  /** Calls by step of the window, oldest first. */
  #steps: { at: number; calls: number; failures: number }[] = []
  /** The two callers that met a faulty upstream last, latest first: more need not be known. */
  #callers: { caller: string; at: number }[] = []
  #openUntil: number | undefined
  #isTrying = false

  constructor(now: () => number) {
    this.#now = now
  }

  /** Lets a call through; undefined when it is turned away. */
  enter(): Pass | undefined {
    const isTry = this.#openUntil !== undefined
    // While one call tries, the others are turned away rather than kept waiting for it.
    if (isTry && (this.#isTrying || this.#now() < (this.#openUntil ?? 0))) return undefined
    this.#isTrying = isTry
    return {
      leave: (met) => {
        if (isTry) this.#isTrying = false
        if (!met) return
        const isFailure = this.#isFailure(met)
        if (isTry) this.#tried(isFailure)
        // A call from before it opened says nothing new.
        else if (this.#openUntil === undefined) this.#count(met.result, isFailure)
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

  #tried(isFailure: boolean): void {
    if (isFailure) {
      this.#openUntil = this.#now() + tryAgainAfterMs
    } else {
      this.#openUntil = undefined
      this.#steps = []
    }
  }

  #count(result: Verdict, isFailure: boolean): void {
    // What one caller alone met is neither a failure nor a sign of life.
    if (result === 'faulty' && !isFailure) return
    const now = this.#now()
    this.#steps = this.#steps.filter(({ at }) => now - at < windowMs)
    let step = this.#steps.at(-1)
    if (!step || now - step.at >= stepMs) {
      step = { at: now, calls: 0, failures: 0 }
      this.#steps.push(step)
    }
    step.calls += 1
    if (isFailure) step.failures += 1
    const calls = sum(this.#steps.map((one) => one.calls))
    const failures = sum(this.#steps.map((one) => one.failures))
    if (isFailure && calls >= callsLeast && failures > calls * failingShare) {
      this.#openUntil = now + tryAgainAfterMs
    }
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Waits for a place, until the signal aborts. */
async function whenThereIsAPlace(
  places: ReturnType<typeof bulkhead>,
  signal: AbortSignal,
  send: () => Promise<Exchange>,
): Promise<Exchange | 'no place in time'> {
  if (signal.aborted) return 'no place in time'
  let begun = false
  const turn = places.execute(async () => {
    if (signal.aborted) return 'no place in time' as const
    begun = true
    return send()
  })
  if (begun) return turn
  const tooLate = new Promise<Exchange | 'no place in time'>((resolve) => {
    const giveUp = () => resolve(begun ? turn : 'no place in time')
    signal.addEventListener('abort', giveUp, { once: true })
  })
  return Promise.race([turn, tooLate])
}

function turnedAway(why: string, timedOut = false): Exchange {
  return { kind: 'not-sent', timedOut, why }
}
