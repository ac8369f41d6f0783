import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'
import { RedisUnavailable, type SharedStore } from '~/platform/redis.server'
import type { RateLimit } from '~/platform/settings/rate-limit-settings.server'
import { toSeconds } from '~/values/durations'

/** A fixed-window rate limit by key: `count` per window of `seconds`, which starts with the first one. */
export type RateLimiter = {
  /** Consumes one. Resolves to the seconds to wait when the limit is exceeded, else undefined. */
  consume(key: string): Promise<number | undefined>
  /** Returns one that turned out not to count. */
  refund(key: string): Promise<void>
  /** How many are left and the seconds until the window ends, without consuming one. */
  peek(key: string): Promise<{ left: number; waitSeconds: number }>
}

/** The operations of the package's stores that are used here. */
type CounterStore = Pick<RateLimiterMemory, 'penalty' | 'reward' | 'get'>

/** Runs an operation on the counts of this process, or on those that replicas share. */
type WithStore = <T extends RateLimiterRes | null>(ask: (counts: CounterStore) => Promise<T>) => Promise<T>

/** A limiter in the memory of this process. Keys are hashed, so that long ones take no more memory. */
export function createRateLimiter(limit: RateLimit): RateLimiter {
  return rateLimiterOver(limit.count, countsInMemory(limit))
}

/**
 * A limiter that replicas share through Redis. This process also counts in memory, and falls back to that count while
 * Redis is unavailable.
 *
 * @param name prefixes its keys in Redis.
 */
export function createSharedRateLimiter(name: string, limit: RateLimit, store: SharedStore): RateLimiter {
  return rateLimiterOver(limit.count, countsInRedis(name, limit, store))
}

/** How much runs now, by key. */
export type RunningCount = {
  /** Counts one more. Resolves to how many run, with it. */
  begin(key: string): Promise<number>
  end(key: string): Promise<void>
}

/** What a process that died had begun counts no longer than this. */
const maxRunSeconds = 60

/** Counts what runs in this process, or with `shared` in all replicas, under its name as a prefix of keys in Redis. */
export function createRunningCount(shared?: { name: string; store: SharedStore }): RunningCount {
  const limit = { count: Number.MAX_SAFE_INTEGER, seconds: maxRunSeconds }
  const withStore = shared ? countsInRedis(shared.name, limit, shared.store) : countsInMemory(limit)
  return {
    begin: async (key) => (await withStore((counts) => counts.penalty(hashKey(key)))).consumedPoints,
    end: async (key) => void (await withStore((counts) => counts.reward(hashKey(key)))),
  }
}

function countsInMemory({ count, seconds }: RateLimit): WithStore {
  const memory = new RateLimiterMemory({ points: count, duration: seconds })
  return (ask) => ask(memory)
}

/** The larger of both counts: Redis may answer what it counted while it refuses to count on. */
function countsInRedis(name: string, limit: RateLimit, store: SharedStore): WithStore {
  const inMemory = countsInMemory(limit)
  let shared: RateLimiterRedis | undefined
  return async (ask) => {
    const ownCount = await inMemory(ask)
    try {
      const sharedCount = await store.run((redis) => {
        shared ??= new RateLimiterRedis({
          storeClient: redis,
          keyPrefix: `madang:limit:${name}`,
          points: limit.count,
          duration: limit.seconds,
        })
        return ask(shared)
      })
      return (ownCount?.consumedPoints ?? 0) > (sharedCount?.consumedPoints ?? 0) ? ownCount : sharedCount
    } catch (error) {
      if (error instanceof RedisUnavailable) return ownCount
      throw error
    }
  }
}

function rateLimiterOver(count: number, withStore: WithStore): RateLimiter {
  const waitSeconds = (msBeforeNext: number) => Math.max(1, Math.ceil(toSeconds(msBeforeNext)))
  return {
    async consume(key) {
      const { consumedPoints, msBeforeNext } = await withStore((counts) => counts.penalty(hashKey(key)))
      return consumedPoints > count ? waitSeconds(msBeforeNext) : undefined
    },
    async refund(key) {
      await withStore((counts) => counts.reward(hashKey(key)))
    },
    async peek(key) {
      const known = await withStore((counts) => counts.get(hashKey(key)))
      if (!known) return { left: count, waitSeconds: 1 }
      return { left: Math.max(0, count - known.consumedPoints), waitSeconds: waitSeconds(known.msBeforeNext) }
    },
  }
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
