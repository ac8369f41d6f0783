import { createHmac, randomBytes } from 'node:crypto'
import type { Outcome } from './outcome'

/**
 * Idempotency by request code: a money form takes effect at most once, however often it is sent. The site claims
 * (member, code, payload), makes one call, and replays its outcome to repeats. Source: docs/product.md, request codes.
 */

type AnyOutcome = Outcome<unknown, string>

/** A call with a request code. */
export type Claim = {
  member: string
  code: string
  /** The call. The same code with another segment or payload is refused. */
  segment: string
  payload: unknown
}

/** A store of claimed codes and their outcomes: in memory for one process, in Redis for replicas. */
export interface Claims {
  /**
   * Runs a call once per claim. A repeat gets the outcome of the first run and waits for it if necessary. Runs nothing
   * and returns `code-reused` for a code with another payload, `unguarded` when the store is unavailable.
   *
   * @param run must not throw.
   */
  once(claim: Claim, reference: string, run: () => Promise<AnyOutcome>): Promise<AnyOutcome>
}

/** How long an outcome is stored and replayed. */
export const keptMs = 24 * 60 * 60 * 1_000
/** Bounds of the memory store. The oldest outcomes are dropped, per member and over all members. */
const mostPerMember = 2_000
const mostInAll = 100_000

/**
 * Whether an outcome is stored and replayed: success (`already` included), a broken answer, and an unknown result.
 * Other outcomes did nothing and release the code.
 */
export function isKept(outcome: AnyOutcome): boolean {
  return outcome.kind === 'done' || outcome.kind === 'unknown' || outcome.kind === 'broken'
}

/**
 * A digest of a call, independent of the order of fields. Keyed, because a payload may hold a password of a few digits,
 * which a plain digest would reveal.
 */
export function fingerprint(asked: Pick<Claim, 'segment' | 'payload'>, key: string | Uint8Array): string {
  return createHmac('sha256', key)
    .update(canonical([asked.segment, asked.payload]))
    .digest('base64url')
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

type Held = { fingerprint: string; outcome: Promise<AnyOutcome>; settledAt?: number }

/** Claims in the memory of this process. A restart loses them. */
export class MemoryClaims implements Claims {
  readonly #now: () => number
  readonly #key = randomBytes(32)
  /** By member, then by code, oldest first (a Map keeps insertion order). */
  readonly #members = new Map<string, Map<string, Held>>()
  #count = 0

  /** @param now monotonic milliseconds: a wall clock set forward would expire codes early. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  async once(claim: Claim, _reference: string, run: () => Promise<AnyOutcome>): Promise<AnyOutcome> {
    const print = fingerprint(claim, this.#key)
    const held = this.#members.get(claim.member)?.get(claim.code)
    if (held && !this.#isOver(held)) {
      return held.fingerprint === print ? held.outcome : { kind: 'code-reused' }
    }
    this.#drop(claim.member, claim.code)
    const mine: Held = { fingerprint: print, outcome: run() }
    this.#hold(claim, mine)
    const outcome = await mine.outcome
    if (isKept(outcome)) mine.settledAt = this.#now()
    else this.#drop(claim.member, claim.code)
    return outcome
  }

  /** The number of stored claims, including expired ones that are not yet swept. */
  get size(): number {
    return this.#count
  }

  #hold(claim: Claim, held: Held): void {
    const codes = this.#members.get(claim.member) ?? new Map<string, Held>()
    // Moves the member to the end, so that the first one is the least recently active.
    this.#members.delete(claim.member)
    this.#members.set(claim.member, codes)
    codes.set(claim.code, held)
    this.#count += 1
    this.#dropExpired(claim.member)
    if (codes.size > mostPerMember) this.#dropOldest(claim.member)
    for (const longestAway of this.#members.keys()) {
      this.#dropExpired(longestAway)
      while (this.#count > mostInAll && this.#dropOldest(longestAway));
      if (this.#count <= mostInAll && this.#members.has(longestAway)) return
    }
  }

  #dropExpired(member: string): void {
    for (const [code, held] of this.#members.get(member) ?? []) {
      if (this.#isOver(held)) this.#drop(member, code)
      else if (held.settledAt !== undefined) return
    }
  }

  /** Drops a member's oldest settled claim, never one that still runs. Returns whether there was one. */
  #dropOldest(member: string): boolean {
    for (const [code, held] of this.#members.get(member) ?? []) {
      if (held.settledAt === undefined) continue
      this.#drop(member, code)
      return true
    }
    return false
  }

  #drop(member: string, code: string): void {
    const codes = this.#members.get(member)
    if (!codes?.delete(code)) return
    this.#count -= 1
    if (codes.size === 0) this.#members.delete(member)
  }

  #isOver(held: Held): boolean {
    return held.settledAt !== undefined && this.#now() - held.settledAt >= keptMs
  }
}
