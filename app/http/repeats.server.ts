import { randomBytes } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { sessionContext } from '~/session/session.server'
import { fingerprint } from '~/upstream/claims.server'
import { upstreamContext } from '~/upstream/client.server'
import type { PayloadOf, Segment } from '~/upstream/contract'
import type { Outcome, OutcomeOf } from '~/upstream/outcome'
import { visitContext } from './visit.server'

/**
 * Idempotency of forms without a request code. If the button is pressed twice without script, the browser sends both
 * submissions and shows the second response. Source: docs/product.md, forms pressed twice.
 */

/** How long after success an identical submission counts as a repeat; 0: only while the first one runs. */
const samePressMs = { 'user-write-help': 10_000, 'user-register': 0 } satisfies Partial<Record<Segment, number>>
const mostHeld = 10_000

type Held = { outcome: Promise<Outcome<unknown, string>>; over?: number }

/** Running and recent submissions in the memory of this process. Stores digests only, because forms hold passwords. */
export class Repeats {
  readonly #now: () => number
  readonly #key = randomBytes(32)
  /** By digest, oldest first. */
  readonly #held = new Map<string, Held>()

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /**
   * Makes a call, or returns the outcome of an identical one that is running or recent. A finished registration is not
   * remembered: a repeat is told that the id is taken.
   *
   * @param who the member or client.
   */
  async once<S extends keyof typeof samePressMs>(
    who: string,
    segment: S,
    payload: PayloadOf<S>,
    run: () => Promise<OutcomeOf<S>>,
  ): Promise<OutcomeOf<S>> {
    const print = fingerprint({ segment: `${who} ${segment}`, payload }, this.#key)
    const held = this.#held.get(print)
    if (held && !this.#isOver(held)) return held.outcome as Promise<OutcomeOf<S>>
    const outcome = run()
    const mine: Held = { outcome }
    this.#held.delete(print)
    this.#held.set(print, mine)
    this.#forgetOldest()
    try {
      const came = await outcome
      if (came.kind === 'done') mine.over = this.#now() + samePressMs[segment]
      return came
    } finally {
      if (mine.over === undefined && this.#held.get(print) === mine) this.#held.delete(print)
    }
  }

  #forgetOldest(): void {
    for (const [print, held] of this.#held) {
      if (!this.#isOver(held) && this.#held.size <= mostHeld) return
      this.#held.delete(print)
    }
  }

  #isOver({ over }: Held): boolean {
    return over !== undefined && this.#now() >= over
  }
}

const repeats = new Repeats()

/** Makes the call of a form without a request code, once for identical submissions of one member or client. */
export function callOnce<S extends keyof typeof samePressMs>(
  context: Readonly<RouterContextProvider>,
  segment: S,
  payload: PayloadOf<S>,
): Promise<OutcomeOf<S>> {
  const { member } = context.get(sessionContext)
  const who = member ? `member ${member.userId}` : `visitor ${context.get(visitContext).address}`
  return repeats.once(who, segment, payload, () => context.get(upstreamContext).call(segment, payload))
}
