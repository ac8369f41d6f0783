import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { SharedStore } from '~/redis/redis.server'
import { log } from '~/telemetry/log.server'
import { type Claim, type Claims, fingerprint, isKept, keptMs } from './claims.server'
import type { Outcome } from './outcome'

type AnyOutcome = Outcome<unknown, string>

/** The value stored under a code: the owner of the running call, or its outcome. */
type Kept = { fingerprint: string } & ({ owner: string } | { outcome: AnyOutcome })

/** The longest run. An older claim without an outcome belongs to a process that died. */
const runMostMs = 8_000
const lookAgainMs = 100

/** Deletes a claim only if it is still this process's own. */
const releaseOwn = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

/**
 * Claims in Redis, shared by all replicas. When Redis is unavailable, the outcome is `unguarded` and nothing is sent.
 * When a process dies between claim and outcome, repeats get `unknown`.
 */
export class RedisClaims implements Claims {
  readonly #store: SharedStore
  readonly #key: string

  /** @param key of the payload digests; must be the same on all replicas. */
  constructor(store: SharedStore, key: string) {
    this.#store = store
    this.#key = key
  }

  async once(claim: Claim, reference: string, run: () => Promise<AnyOutcome>): Promise<AnyOutcome> {
    const name = `madang:code:${createHash('sha256').update(`${claim.member}\n${claim.code}`).digest('base64url')}`
    const print = fingerprint(claim, this.#key)
    const mine = JSON.stringify({ fingerprint: print, owner: randomUUID() } satisfies Kept)
    try {
      const begun = performance.now()
      while ((await this.#store.ask((redis) => redis.set(name, mine, 'PX', keptMs, 'NX'))) !== 'OK') {
        const kept = keptIn(await this.#store.ask((redis) => redis.get(name)))
        // The claim was released between the two commands; try to claim again.
        if (!kept) continue
        if (kept.fingerprint !== print) return { kind: 'code-reused' }
        if ('outcome' in kept) return kept.outcome
        // The age comes from the TTL in Redis, because the clocks of replicas may differ.
        const heldMs = keptMs - (await this.#store.ask((redis) => redis.pttl(name)))
        if (performance.now() - begun > runMostMs || (heldMs > runMostMs && heldMs <= keptMs)) {
          return { kind: 'unknown', reference, httpStatus: 503 }
        }
        await pause(lookAgainMs)
      }
    } catch {
      // The claim may have been written although its answer was lost; nothing runs for it.
      this.#store.tell((redis) => redis.eval(releaseOwn, 1, name, mine))
      return { kind: 'unguarded', reference }
    }
    const outcome = await run()
    await this.#settle(name, mine, print, outcome)
    return outcome
  }

  /** Stores the outcome or releases the claim. If that fails, repeats get `unknown`, and nothing is sent twice. */
  async #settle(name: string, mine: string, print: string, outcome: AnyOutcome): Promise<void> {
    const settle = (redis: Redis): Promise<unknown> =>
      isKept(outcome)
        ? redis.set(name, JSON.stringify({ fingerprint: print, outcome } satisfies Kept), 'PX', keptMs)
        : redis.eval(releaseOwn, 1, name, mine)
    try {
      await this.#store.ask(settle)
    } catch (error) {
      log.error({ reason: error instanceof Error ? error.name : 'unknown' }, 'a request code could not be settled')
      this.#store.tell(settle)
    }
  }
}

function keptIn(text: string | null): Kept | undefined {
  return text === null ? undefined : (JSON.parse(text) as Kept)
}
