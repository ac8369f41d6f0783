import { randomBytes } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { sessionContext } from '~/session/session.server'
import { fingerprint } from '~/upstream/claims.server'
import { upstreamContext } from '~/upstream/client.server'
import type { PayloadOf, Segment } from '~/upstream/contract'
import type { Outcome, OutcomeOf } from '~/upstream/outcome'
import { visitContext } from './visit.server'

/**
 * Forms without a request code that were pressed twice: without script a browser sends both, and shows the answer to the
 * second. Source: docs/product.md, forms pressed twice.
 */

/** How long after its success the same form again counts as the same press; 0: only while it is under way. */
const samePressMs = { 'user-write-help': 10_000, 'user-register': 0 } satisfies Partial<Record<Segment, number>>
const mostHeld = 10_000

type Held = { outcome: Promise<Outcome<unknown, string>>; over?: number }

/** What is under way or was just done, in the memory of this process. It holds digests alone: a form has passwords. */
export class Repeats {
  readonly #now: () => number
  readonly #key = randomBytes(32)
  /** In the order in which they came. */
  readonly #held = new Map<string, Held>()

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /**
   * Makes a call, or gives what came of the very same one: while that is under way, and for some seconds after an inquiry
   * was sent. A registration is not remembered: the id is taken then, and the page says so to whoever tries it again.
   *
   * @param who the member or the address that asks.
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

/** Makes the call of a form that has no request code, once for one press of its button however often it is sent. */
export function callOnce<S extends keyof typeof samePressMs>(
  context: Readonly<RouterContextProvider>,
  segment: S,
  payload: PayloadOf<S>,
): Promise<OutcomeOf<S>> {
  const { member } = context.get(sessionContext)
  const who = member ? `member ${member.userId}` : `visitor ${context.get(visitContext).address}`
  return repeats.once(who, segment, payload, () => context.get(upstreamContext).call(segment, payload))
}
