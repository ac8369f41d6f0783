import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  circuitBreaker,
  handleWhenResult,
  SamplingBreaker,
} from 'cockatiel'
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
const windowMs = 10_000
const leastCallsPerSecond = 2
/** An open circuit lets one call through after this time; it closes when that one comes back. */
const tryAgainAfterMs = 1_000

/**
 * The line to one upstream: a circuit breaker and a bounded number of places for each segment. What it turns away
 * was not sent.
 */
export class Line {
  readonly #segments = new Map<Segment, Policies>()

  async send(segment: Segment, signal: AbortSignal, send: () => Promise<Exchange>): Promise<Exchange> {
    const { breaker, places } = this.#policies(segment)
    // While one call tries whether the upstream is back, the others are turned away rather than kept waiting for it.
    if (breaker.state === CircuitState.HalfOpen) return turnedAway('circuit open')
    try {
      return await breaker.execute(() => whenThereIsAPlace(places, signal, send))
    } catch (error) {
      if (error instanceof BrokenCircuitError) return turnedAway('circuit open')
      if (error instanceof BulkheadRejectedError) return turnedAway('too many calls')
      throw error
    }
  }

  #policies(segment: Segment): Policies {
    const known = this.#segments.get(segment) ?? policies()
    this.#segments.set(segment, known)
    return known
  }
}

const lines = new WeakMap<UpstreamFetch, Line>()

/** The line of an upstream, the same for all requests of the site. */
export function lineTo(fetch: UpstreamFetch): Line {
  const line = lines.get(fetch) ?? new Line()
  lines.set(fetch, line)
  return line
}

type Policies = ReturnType<typeof policies>

function policies() {
  const breaker = new SamplingBreaker({
    threshold: failingShare,
    duration: windowMs,
    minimumRps: leastCallsPerSecond,
  })
  return {
    breaker: circuitBreaker(handleWhenResult(isFailure), { halfOpenAfter: tryAgainAfterMs, breaker }),
    places: bulkhead(placesPerSegment, waitingPerSegment),
  }
}

/** A 501 is an honest answer: the upstream does not have the call. */
function isFailure(result: unknown): boolean {
  const exchange = result as Exchange
  return exchange.kind !== 'answered' || (exchange.httpStatus >= 500 && exchange.httpStatus !== 501)
}

async function whenThereIsAPlace(
  places: Policies['places'],
  signal: AbortSignal,
  send: () => Promise<Exchange>,
): Promise<Exchange> {
  let begun = false
  const turn = places.execute(async () => {
    if (signal.aborted) return turnedAway('no place in time', true)
    begun = true
    return send()
  })
  if (begun) return turn
  const tooLate = new Promise<Exchange>((resolve) => {
    const giveUp = () => resolve(begun ? turn : turnedAway('no place in time', true))
    signal.addEventListener('abort', giveUp, { once: true })
  })
  return Promise.race([turn, tooLate])
}

function turnedAway(why: string, timedOut = false): Exchange {
  return { kind: 'not-sent', timedOut, why }
}
