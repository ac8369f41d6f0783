import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { hours } from '~/values/durations'
import type { Outcome } from '../outcome'

/**
 * Idempotency of calls that must take effect once, however often a form is sent: the site claims the call for its
 * member, makes it, and replays its outcome to repeats. A money form has a request code; a form without one is
 * recognized by its content. Source: docs/product.md, request codes and forms pressed twice.
 */

type AnyOutcome = Outcome<unknown, string>

/** A call to make once. `member`: whose claim it is, a member or a client. */
export type Claim = { member: string; callName: string; payload: unknown } & (
  | {
      /** The request code. With another call name or payload it is refused. */
      code: string
    }
  | {
      /** How long a success without a code is replayed; 0: only to repeats that came while it ran. */
      replayMs: number
    }
)

/** A store of claimed codes and their outcomes: in memory for one process, in Redis for replicas. */
export interface IdempotencyStore {
  /**
   * Runs a call once per claim. A repeat gets the outcome of the first run and waits for it if necessary. Runs nothing
   * and returns `code-reused` for a code with another payload, `site-store-unavailable` for a code when the
   * store is unavailable.
   * A call without a code then runs without a claim, because it moves no money.
   */
  run(claim: Claim, reference: string, run: () => Promise<AnyOutcome>): Promise<AnyOutcome>
}

/** How long an outcome under a code is stored and replayed. */
export const outcomeTtlMs = hours(24)
/** Bound of the memory store. The least recently used outcomes are dropped first. */
const maxSettled = 100_000

/**
 * Whether an outcome is stored and replayed: success (`already` included), a broken response, and an unknown outcome.
 * Other outcomes did nothing and release the code.
 */
export function isReplayable(outcome: AnyOutcome): boolean {
  return outcome.kind === 'done' || outcome.kind === 'unknown' || outcome.kind === 'broken'
}

/** How long an outcome is replayed; 0: not at all. A form without a code is free again after anything but success. */
export function replayMsOf(claim: Claim, outcome: AnyOutcome): number {
  if ('code' in claim) return isReplayable(outcome) ? outcomeTtlMs : 0
  return outcome.kind === 'done' ? claim.replayMs : 0
}

/**
 * What a claim is stored under, and the digest of its call, which is independent of the order of fields. Keyed, because
 * a payload may hold a password of a few digits, which a plain digest would reveal.
 */
export function identify(claim: Claim, key: string | Uint8Array): { code: string; fingerprint: string } {
  const fingerprint = createHmac('sha256', key)
    .update(canonicalJson([claim.callName, claim.payload]))
    .digest('base64url')
  // No request code has a blank.
  return { code: 'code' in claim ? claim.code : `form ${fingerprint}`, fingerprint }
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

type StoredClaim = { fingerprint: string; outcome: Promise<AnyOutcome> }

/** Claims in the memory of this process. A restart loses them. */
export class MemoryIdempotencyStore implements IdempotencyStore {
  readonly #key = randomBytes(32)
  /** The claims that run, which are never dropped meanwhile. */
  readonly #running = new Map<string, StoredClaim>()
  readonly #settled = new LRUCache<string, StoredClaim>({ max: maxSettled })

  async run(claim: Claim, _reference: string, run: () => Promise<AnyOutcome>): Promise<AnyOutcome> {
    const { code, fingerprint } = identify(claim, this.#key)
    const name = `${claim.member}\n${code}`
    const stored = this.#settled.get(name) ?? this.#running.get(name)
    if (stored) return stored.fingerprint === fingerprint ? stored.outcome : { kind: 'code-reused' }
    const own: StoredClaim = { fingerprint, outcome: run() }
    this.#running.set(name, own)
    try {
      const outcome = await own.outcome
      const replayMs = replayMsOf(claim, outcome)
      if (replayMs > 0) this.#settled.set(name, own, { ttl: replayMs })
      return outcome
    } finally {
      this.#running.delete(name)
    }
  }
}
