import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { type SharedStore, sharedStore } from '~/platform/redis.server'
import { config } from '~/platform/settings/config.server'
import { log } from '~/platform/telemetry/log.server'
import type { Outcome } from '../outcome'
import {
  type Claim,
  type IdempotencyStore,
  identify,
  MemoryIdempotencyStore,
  outcomeTtlMs,
  replayMsOf,
} from './store.server'

type AnyOutcome = Outcome<unknown, string>

/** The value stored under a code: the owner of the running call, or its outcome. */
type StoredRecord = { fingerprint: string } & ({ owner: string } | { outcome: AnyOutcome })

/** The longest run. An older claim without an outcome belongs to a process that died. */
const maxRunMs = 8_000
const pollMs = 100
/** A success is stored at least this long, for the repeats that wait for it on other replicas. */
const minReplayMs = 5 * pollMs

/** Deletes a claim only if it is still this process's own. */
const releaseOwnScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

/**
 * Claims in Redis, shared by all replicas. When Redis is unavailable, nothing is sent under a code:
 * `site-store-unavailable`.
 * When a process dies between claim and outcome, repeats get `unknown`.
 */
export class RedisIdempotencyStore implements IdempotencyStore {
  readonly #store: SharedStore
  readonly #keys: readonly [string, ...string[]]
  readonly #prefix: string

  /**
   * @param keys of the payload digests: the first one makes them, all of them recognize them, so that replicas in the
   *   middle of a rotation agree.
   * @param epoch of the upstream's books: claims and outcomes of another one count for nothing. '' before the first.
   */
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
    // A code whose process died stays claimed, because its money may have moved.
    const claimMs = 'code' in claim ? outcomeTtlMs : maxRunMs
    try {
      const startedAtMs = performance.now()
      while ((await this.#store.run((redis) => redis.set(redisKey, ownRecord, 'PX', claimMs, 'NX'))) !== 'OK') {
        const record = parseRecord(await this.#store.run((redis) => redis.get(redisKey)))
        // The claim was released between the two commands; try to claim again.
        if (!record) continue
        const isSameCall = this.#keys.some((key) => identify(claim, key).fingerprint === record.fingerprint)
        if (!isSameCall) return { kind: 'code-reused' }
        if ('outcome' in record) return record.outcome
        // The age comes from the TTL in Redis, because the clocks of replicas may differ.
        const claimAgeMs = claimMs - (await this.#store.run((redis) => redis.pttl(redisKey)))
        if (performance.now() - startedAtMs > maxRunMs || (claimAgeMs > maxRunMs && claimAgeMs <= claimMs)) {
          return { kind: 'unknown', reference, httpStatus: 503 }
        }
        await pause(pollMs)
      }
    } catch {
      // The claim may have been written although its response was lost; nothing runs for it.
      this.#store.runInBackground((redis) => redis.eval(releaseOwnScript, 1, redisKey, ownRecord))
      return 'code' in claim ? { kind: 'site-store-unavailable', reference } : run()
    }
    let stored: { text: string; replayMs: number } | undefined
    try {
      const outcome = await run()
      const replayMs = replayMsOf(claim, outcome)
      const isForWaiting = !('code' in claim) && outcome.kind === 'done'
      if (replayMs > 0 || isForWaiting) {
        const text = JSON.stringify({ fingerprint, outcome: outcome } satisfies StoredRecord)
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
      log.error({ reason: error instanceof Error ? error.name : 'unknown' }, 'a request code could not be settled')
      this.#store.runInBackground(settle)
    }
  }
}

let siteStore: { epoch: string; store: IdempotencyStore } | undefined

/**
 * The site's idempotency store: in Redis with REDIS_URL, else in memory.
 *
 * @param epoch of the upstream's books. After a restore they lack what was kept of the epoch before.
 */
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

function parseRecord(text: string | null): StoredRecord | undefined {
  return text === null ? undefined : (JSON.parse(text) as StoredRecord)
}
