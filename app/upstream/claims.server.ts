import { createHmac, randomBytes } from 'node:crypto'
import type { Outcome } from './outcome'

/**
 * Request codes: money moves at most once for one form, however often it is sent. The site claims (member, code,
 * payload) before it calls, makes one call, and replays what came of it. Source: docs/product.md, request codes.
 */

type AnyOutcome = Outcome<unknown, string>

/** One use of a request code. */
export type Claim = {
  member: string
  code: string
  /** What is asked; the same code with another payload is refused. */
  segment: string
  payload: unknown
}

/** A store of claims. Memory serves one process; a store that replicas share has the same shape. */
export interface Claims {
  /**
   * Runs a call once for its claim. The same claim again gets the outcome of the first run, waiting for it if need be;
   * the same code with another payload gets `code-reused`; a store out of reach gives `unguarded`. Nothing is run for
   * either. The run must not throw.
   */
  once(claim: Claim, reference: string, run: () => Promise<AnyOutcome>): Promise<AnyOutcome>
}

/** How long an outcome is replayed. */
export const keptMs = 24 * 60 * 60 * 1_000
/** Bounds of the memory store: the oldest outcomes of a member, then of everyone, make room. */
const mostPerMember = 2_000
const mostInAll = 100_000

/**
 * Whether an outcome is kept and replayed: success (`already` among it), an answer that can't be used, and "can't
 * tell". A refusal, and an error before anything was sent, release the code.
 */
export function isKept(outcome: AnyOutcome): boolean {
  return outcome.kind === 'done' || outcome.kind === 'unknown' || outcome.kind === 'broken'
}

/**
 * A digest of what a claim asks, the same for the same fields in any order. Keyed, because a payload holds a password
 * of a few digits.
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

/** Claims in the memory of this process: a restart forgets them. */
export class MemoryClaims implements Claims {
  readonly #now: () => number
  readonly #key = randomBytes(32)
  /** By member, then by code; a Map keeps the order of insertion, so the oldest come first. */
  readonly #members = new Map<string, Map<string, Held>>()
  #count = 0

  /** @param now milliseconds that only ever grow: a clock set forward would forget codes before their time. */
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

  /** Claims held now, expired ones that nothing has swept yet among them. */
  get size(): number {
    return this.#count
  }

  #hold(claim: Claim, held: Held): void {
    const codes = this.#members.get(claim.member) ?? new Map<string, Held>()
    // A member who comes back moves to the end, so that the first in line is the one longest away.
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

  /** Drops a member's oldest settled claim; one that still runs is never dropped. */
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
