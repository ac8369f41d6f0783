import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type SharedStore, sharedStore } from '~/platform/redis.server'
import { config } from '~/platform/settings/config.server'
import { log } from '~/platform/telemetry/log.server'
import { hours, seconds } from '~/values/durations'
import { parseJson } from '~/values/strict-json'
import type { Outcome } from '../outcome'

/** Time limit for all upstream calls of one request. If a claim is older than this, its process has died. */
export const requestDeadlineMs = seconds(8)

/**
 * Idempotency: a call is claimed for its member before it is sent, and repeated requests get the stored outcome. A form
 * without a request code is identified by its content. Source: docs/calls.md, request codes and forms sent twice.
 */

type AnyOutcome = Outcome<unknown, string>

/** A call to run once. `member` is the claim's owner: a member or a client. */
export type Claim = { member: string; callName: string; payload: unknown } & (
  | {
      /** The request code. Reusing it with another call name or payload is rejected. */
      code: string
    }
  | {
      /** How long repeats get the first successful result. If it is 0, only requests made during the call do. */
      replayMs: number
    }
)

/** A store of claimed codes and their outcomes, in memory for one process or in Redis for replicas. */
export interface IdempotencyStore {
  /**
   * Runs a call once per claim. Repeated requests wait for the first outcome. Returns `code-reused` if the code was
   * used with another payload. While the store is unavailable, a call with a code gets `site-store-unavailable`. A call
   * without a code still runs, because it moves no money.
   */
  run(claim: Claim, reference: string, run: () => Promise<AnyOutcome>): Promise<AnyOutcome>
}

/** How long the outcome of a call with a code is stored and replayed. */
export const outcomeTtlMs = hours(24)
const maxSettled = 100_000

/** Returns whether an outcome is stored and replayed. If not, the call had no effect, and its code can be reused. */
export function isReplayable(
  outcome: AnyOutcome,
): outcome is Extract<AnyOutcome, { kind: z.output<typeof replayableOutcome>['kind'] }> {
  return outcome.kind === 'done' || outcome.kind === 'unknown' || outcome.kind === 'broken'
}

/** Returns how long an outcome is replayed. Without a code, only a success is replayed: a failed form can be resent. */
function replayMsOf(claim: Claim, outcome: AnyOutcome): number {
  if ('code' in claim) return isReplayable(outcome) ? outcomeTtlMs : 0
  return outcome.kind === 'done' ? claim.replayMs : 0
}

/** Returns a claim's code and a keyed digest of its call. A plain digest would reveal short passwords. */
export function identify(claim: Claim, key: string | Uint8Array): { code: string; fingerprint: string } {
  const fingerprint = createHmac('sha256', key)
    .update(canonicalJson([claim.callName, claim.payload]))
    .digest('base64url')
  // Request codes contain no spaces, so they can't collide with codes that start with `form `.
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

/** Stores claims in this process's memory. A restart loses them. */
export class MemoryIdempotencyStore implements IdempotencyStore {
  readonly #key = randomBytes(32)
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

const replayableOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), response: z.unknown() }),
  z.object({ kind: z.literal('broken'), reference: z.string() }),
  z.object({ kind: z.literal('unknown'), reference: z.string(), httpStatus: z.literal([502, 503, 504]) }),
]) satisfies z.ZodType<AnyOutcome>

const storedRecord = z.union([
  z.object({ fingerprint: z.string(), outcome: replayableOutcome }),
  z.object({ fingerprint: z.string(), owner: z.string() }),
])
type StoredRecord = z.output<typeof storedRecord>

const maxRunMs = requestDeadlineMs
const pollMs = 100
/** The minimum time for which a success is stored, so that requests waiting on other replicas can read it. */
const minReplayMs = 5 * pollMs

const releaseOwnScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

/** Stores claims in Redis. Without Redis, calls with a code aren't sent. After a crash, repeats get `unknown`. */
export class RedisIdempotencyStore implements IdempotencyStore {
  readonly #store: SharedStore
  readonly #keys: readonly [string, ...string[]]
  readonly #prefix: string

  /** @param keys the first key creates digests, and all keys verify them @param epoch the upstream's epoch */
  constructor(store: SharedStore, keys: readonly [string, ...string[]], epoch = '') {
    this.#store = store
    this.#keys = keys
    this.#prefix = epoch === '' ? '' : `${epoch}\n`
  }

  async run(claim: Claim, reference: string, run: () => Promise<AnyOutcome>): Promise<AnyOutcome> {
    const { code, fingerprint } = identify(claim, this.#keys[0])
    const name = `${this.#prefix}${claim.member}\n${code}`
    const redisKey = `madang:code:${createHash('sha256').update(name).digest('base64url')}`
    const ownRecord = JSON.stringify({ fingerprint, owner: randomUUID() } satisfies StoredRecord)
    // A code stays claimed even if the process dies, because the call may have moved money.
    const claimMs = 'code' in claim ? outcomeTtlMs : maxRunMs
    try {
      const startedAtMs = performance.now()
      while ((await this.#store.run((redis) => redis.set(redisKey, ownRecord, 'PX', claimMs, 'NX'))) !== 'OK') {
        const text = await this.#store.run((redis) => redis.get(redisKey))
        // The claim was released between the two commands, so try to claim again.
        if (text === null) continue
        const { data: record } = storedRecord.safeParse(parseJson(text))
        if (!record) {
          log.error('the stored outcome of a request code is damaged')
          return { kind: 'unknown', reference, httpStatus: 503 }
        }
        const isSameCall = this.#keys.some((key) => identify(claim, key).fingerprint === record.fingerprint)
        if (!isSameCall) return { kind: 'code-reused' }
        if ('outcome' in record) return record.outcome
        // The claim's age is derived from its TTL in Redis, because replicas' clocks may differ.
        const claimAgeMs = claimMs - (await this.#store.run((redis) => redis.pttl(redisKey)))
        if (performance.now() - startedAtMs > maxRunMs || (claimAgeMs > maxRunMs && claimAgeMs <= claimMs)) {
          return { kind: 'unknown', reference, httpStatus: 503 }
        }
        await pause(pollMs)
      }
    } catch {
      // Redis may have stored the claim even though its response was lost, so the unused claim is released.
      this.#store.runInBackground((redis) => redis.eval(releaseOwnScript, 1, redisKey, ownRecord))
      return 'code' in claim ? { kind: 'site-store-unavailable', reference } : run()
    }
    let stored: { text: string; replayMs: number } | undefined
    try {
      const outcome = await run()
      const replayMs = replayMsOf(claim, outcome)
      const isForWaiting = !('code' in claim) && outcome.kind === 'done'
      if ((replayMs > 0 || isForWaiting) && isReplayable(outcome)) {
        const text = JSON.stringify({ fingerprint, outcome } satisfies StoredRecord)
        stored = { text, replayMs: Math.max(replayMs, minReplayMs) }
      }
      return outcome
    } finally {
      await this.#settle(redisKey, ownRecord, stored)
    }
  }

  /** Stores the outcome or releases the claim. If that fails, repeats get `unknown`, and nothing is sent twice. */
  async #settle(redisKey: string, ownRecord: string, stored?: { text: string; replayMs: number }): Promise<void> {
    const settle = (redis: Redis): Promise<unknown> =>
      stored
        ? redis.set(redisKey, stored.text, 'PX', stored.replayMs)
        : redis.eval(releaseOwnScript, 1, redisKey, ownRecord)
    try {
      await this.#store.run(settle)
    } catch (error) {
      log.error({ reason: error instanceof Error ? error.name : 'unknown' }, 'request code not settled')
      this.#store.runInBackground(settle)
    }
  }
}

let siteStore: { epoch: string; store: IdempotencyStore } | undefined

/** Returns the store in Redis or memory. @param epoch the upstream's epoch, which a restore changes */
export function siteIdempotencyStore(epoch = ''): IdempotencyStore {
  if (siteStore?.epoch !== epoch) {
    const [newest = '', ...older] = config.session.secrets.map((secret) => secret.reveal())
    const store = sharedStore
      ? new RedisIdempotencyStore(sharedStore, [newest, ...older], epoch)
      : new MemoryIdempotencyStore()
    siteStore = { epoch, store }
  }
  return siteStore.store
}
