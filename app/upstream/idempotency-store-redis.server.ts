import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { SharedStore } from '~/redis/redis.server'
import { log } from '~/telemetry/log.server'
import { type Claim, fingerprint, type IdempotencyStore, isReplayable, outcomeTtlMs } from './idempotency-store.server'
import type { Outcome } from './outcome'

type AnyOutcome = Outcome<unknown, string>

/** The value stored under a code: the owner of the running call, or its outcome. */
type StoredRecord = { fingerprint: string } & ({ owner: string } | { outcome: AnyOutcome })

/** The longest run. An older claim without an outcome belongs to a process that died. */
const maxRunMs = 8_000
const pollMs = 100

/** Deletes a claim only if it is still this process's own. */
const releaseOwnScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

/**
 * Claims in Redis, shared by all replicas. When Redis is unavailable, the outcome is `unguarded` and nothing is sent.
 * When a process dies between claim and outcome, repeats get `unknown`.
 */
export class RedisIdempotencyStore implements IdempotencyStore {
  readonly #store: SharedStore
  readonly #key: string

  /** @param key of the payload digests; must be the same on all replicas. */
  constructor(store: SharedStore, key: string) {
    this.#store = store
    this.#key = key
  }

  async run(claim: Claim, reference: string, run: () => Promise<AnyOutcome>): Promise<AnyOutcome> {
    const redisKey = `madang:code:${createHash('sha256').update(`${claim.member}\n${claim.code}`).digest('base64url')}`
    const digest = fingerprint(claim, this.#key)
    const ownRecord = JSON.stringify({ fingerprint: digest, owner: randomUUID() } satisfies StoredRecord)
    try {
      const startedAtMs = performance.now()
      while ((await this.#store.run((redis) => redis.set(redisKey, ownRecord, 'PX', outcomeTtlMs, 'NX'))) !== 'OK') {
        const record = parseRecord(await this.#store.run((redis) => redis.get(redisKey)))
        // The claim was released between the two commands; try to claim again.
        if (!record) continue
        if (record.fingerprint !== digest) return { kind: 'code-reused' }
        if ('outcome' in record) return record.outcome
        // The age comes from the TTL in Redis, because the clocks of replicas may differ.
        const claimAgeMs = outcomeTtlMs - (await this.#store.run((redis) => redis.pttl(redisKey)))
        if (performance.now() - startedAtMs > maxRunMs || (claimAgeMs > maxRunMs && claimAgeMs <= outcomeTtlMs)) {
          return { kind: 'unknown', reference, httpStatus: 503 }
        }
        await pause(pollMs)
      }
    } catch {
      // The claim may have been written although its answer was lost; nothing runs for it.
      this.#store.runInBackground((redis) => redis.eval(releaseOwnScript, 1, redisKey, ownRecord))
      return { kind: 'unguarded', reference }
    }
    const outcome = await run()
    await this.#settle(redisKey, ownRecord, digest, outcome)
    return outcome
  }

  /** Stores the outcome or releases the claim. If that fails, repeats get `unknown`, and nothing is sent twice. */
  async #settle(redisKey: string, ownRecord: string, fingerprint: string, outcome: AnyOutcome): Promise<void> {
    const settle = (redis: Redis): Promise<unknown> =>
      isReplayable(outcome)
        ? redis.set(redisKey, JSON.stringify({ fingerprint, outcome } satisfies StoredRecord), 'PX', outcomeTtlMs)
        : redis.eval(releaseOwnScript, 1, redisKey, ownRecord)
    try {
      await this.#store.run(settle)
    } catch (error) {
      log.error({ reason: error instanceof Error ? error.name : 'unknown' }, 'a request code could not be settled')
      this.#store.runInBackground(settle)
    }
  }
}

function parseRecord(text: string | null): StoredRecord | undefined {
  return text === null ? undefined : (JSON.parse(text) as StoredRecord)
}
