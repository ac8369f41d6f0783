import { randomBytes } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { sessionContext } from '~/session/session.server'
import type { PayloadOf, Segment } from '~/upstream/contract'
import { fingerprint } from '~/upstream/idempotency-store.server'
import type { Outcome, OutcomeOf } from '~/upstream/outcome'
import { upstreamContext } from './page-upstream.server'
import { requestInfoContext } from './request-info.server'

/**
 * Idempotency of forms without a request code. If the button is pressed twice without script, the browser sends both
 * submissions and shows the second response. Source: docs/product.md, forms pressed twice.
 */

/** How long after success an identical submission counts as a repeat; 0: only while the first one runs. */
const repeatWindowMs = { 'user-write-help': 10_000, 'user-register': 0 } satisfies Partial<Record<Segment, number>>
const maxStored = 10_000

type StoredSubmission = { outcome: Promise<Outcome<unknown, string>>; expiresAtMs?: number }

/** Running and recent submissions in the memory of this process. Stores digests only, because forms hold passwords. */
export class IdempotentForms {
  readonly #now: () => number
  readonly #key = randomBytes(32)
  /** By digest, oldest first. */
  readonly #submissions = new Map<string, StoredSubmission>()

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /**
   * Makes a call, or returns the outcome of an identical one that is running or recent. A finished registration is not
   * remembered: a repeat is told that the id is taken.
   *
   * @param who the member or client.
   */
  async run<S extends keyof typeof repeatWindowMs>(
    who: string,
    segment: S,
    payload: PayloadOf<S>,
    run: () => Promise<OutcomeOf<S>>,
  ): Promise<OutcomeOf<S>> {
    const digest = fingerprint({ segment: `${who} ${segment}`, payload }, this.#key)
    const stored = this.#submissions.get(digest)
    if (stored && !this.#isExpired(stored)) return stored.outcome as Promise<OutcomeOf<S>>
    const outcome = run()
    const own: StoredSubmission = { outcome }
    this.#submissions.delete(digest)
    this.#submissions.set(digest, own)
    this.#evictOldest()
    try {
      const result = await outcome
      if (result.kind === 'done') own.expiresAtMs = this.#now() + repeatWindowMs[segment]
      return result
    } finally {
      if (own.expiresAtMs === undefined && this.#submissions.get(digest) === own) this.#submissions.delete(digest)
    }
  }

  #evictOldest(): void {
    for (const [print, held] of this.#submissions) {
      if (!this.#isExpired(held) && this.#submissions.size <= maxStored) return
      this.#submissions.delete(print)
    }
  }

  #isExpired({ expiresAtMs }: StoredSubmission): boolean {
    return expiresAtMs !== undefined && this.#now() >= expiresAtMs
  }
}

const idempotentForms = new IdempotentForms()

/** Makes the call of a form without a request code, once for identical submissions of one member or client. */
export function callIdempotently<S extends keyof typeof repeatWindowMs>(
  context: Readonly<RouterContextProvider>,
  segment: S,
  payload: PayloadOf<S>,
): Promise<OutcomeOf<S>> {
  const { member } = context.get(sessionContext)
  const who = member ? `member ${member.userId}` : `visitor ${context.get(requestInfoContext).clientIp}`
  return idempotentForms.run(who, segment, payload, () => context.get(upstreamContext).call(segment, payload))
}
