import { createHmac, randomBytes } from 'node:crypto'
import { hours } from '~/time/durations'
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
export interface IdempotencyStore {
  /**
   * Runs a call once per claim. A repeat gets the outcome of the first run and waits for it if necessary. Runs nothing
   * and returns `code-reused` for a code with another payload, `unguarded` when the store is unavailable.
   *
   * @param run must not throw.
   */
  run(claim: Claim, reference: string, run: () => Promise<AnyOutcome>): Promise<AnyOutcome>
}

/** How long an outcome is stored and replayed. */
export const outcomeTtlMs = hours(24)
/** Bounds of the memory store. The oldest outcomes are dropped, per member and over all members. */
const maxPerMember = 2_000
const maxTotal = 100_000

/**
 * Whether an outcome is stored and replayed: success (`already` included), a broken answer, and an unknown result.
 * Other outcomes did nothing and release the code.
 */
export function isReplayable(outcome: AnyOutcome): boolean {
  return outcome.kind === 'done' || outcome.kind === 'unknown' || outcome.kind === 'broken'
}

/**
 * A digest of a call, independent of the order of fields. Keyed, because a payload may hold a password of a few digits,
 * which a plain digest would reveal.
 */
export function fingerprint(call: Pick<Claim, 'segment' | 'payload'>, key: string | Uint8Array): string {
  return createHmac('sha256', key)
    .update(canonicalJson([call.segment, call.payload]))
    .digest('base64url')
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

type StoredClaim = { fingerprint: string; outcome: Promise<AnyOutcome>; settledAt?: number }

/** Claims in the memory of this process. A restart loses them. */
export class MemoryIdempotencyStore implements IdempotencyStore {
  readonly #now: () => number
  readonly #key = randomBytes(32)
  /** By member, then by code, oldest first (a Map keeps insertion order). */
  readonly #claimsByMember = new Map<string, Map<string, StoredClaim>>()
  #count = 0

  /** @param now monotonic milliseconds: a wall clock set forward would expire codes early. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  async run(claim: Claim, _reference: string, run: () => Promise<AnyOutcome>): Promise<AnyOutcome> {
    const digest = fingerprint(claim, this.#key)
    const stored = this.#claimsByMember.get(claim.member)?.get(claim.code)
    if (stored && !this.#isExpired(stored)) {
      return stored.fingerprint === digest ? stored.outcome : { kind: 'code-reused' }
    }
    this.#drop(claim.member, claim.code)
    const own: StoredClaim = { fingerprint: digest, outcome: run() }
    this.#store(claim, own)
    const outcome = await own.outcome
    if (isReplayable(outcome)) own.settledAt = this.#now()
    else this.#drop(claim.member, claim.code)
    return outcome
  }

  /** The number of stored claims, including expired ones that are not yet swept. */
  get size(): number {
    return this.#count
  }

  #store(claim: Claim, stored: StoredClaim): void {
    const codes = this.#claimsByMember.get(claim.member) ?? new Map<string, StoredClaim>()
    // Moves the member to the end, so that the first one is the least recently active.
    this.#claimsByMember.delete(claim.member)
    this.#claimsByMember.set(claim.member, codes)
    codes.set(claim.code, stored)
    this.#count += 1
    this.#dropExpired(claim.member)
    if (codes.size > maxPerMember) this.#dropOldest(claim.member)
    for (const leastRecent of this.#claimsByMember.keys()) {
      this.#dropExpired(leastRecent)
      while (this.#count > maxTotal && this.#dropOldest(leastRecent));
      if (this.#count <= maxTotal && this.#claimsByMember.has(leastRecent)) return
    }
  }

  #dropExpired(member: string): void {
    for (const [code, held] of this.#claimsByMember.get(member) ?? []) {
      if (this.#isExpired(held)) this.#drop(member, code)
      else if (held.settledAt !== undefined) return
    }
  }

  /** Drops a member's oldest settled claim, never one that still runs. Returns whether there was one. */
  #dropOldest(member: string): boolean {
    for (const [code, held] of this.#claimsByMember.get(member) ?? []) {
      if (held.settledAt === undefined) continue
      this.#drop(member, code)
      return true
    }
    return false
  }

  #drop(member: string, code: string): void {
    const codes = this.#claimsByMember.get(member)
    if (!codes?.delete(code)) return
    this.#count -= 1
    if (codes.size === 0) this.#claimsByMember.delete(member)
  }

  #isExpired(stored: StoredClaim): boolean {
    return stored.settledAt !== undefined && this.#now() - stored.settledAt >= outcomeTtlMs
  }
}
