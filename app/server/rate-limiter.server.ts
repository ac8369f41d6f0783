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
}

/** The operations of the package's stores that are used here. */
type CounterStore = Pick<RateLimiterMemory, 'penalty' | 'reward'>

/** Runs an operation on the counts of this process, or on those that replicas share. */
type WithStore = (count: (counts: CounterStore) => Promise<RateLimiterRes>) => Promise<RateLimiterRes>

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
      return ownCount.consumedPoints > sharedCount.consumedPoints ? ownCount : sharedCount
    } catch (error) {
      if (error instanceof RedisUnavailable) return ownCount
      throw error
    }
  }
}

function rateLimiterOver(count: number, withStore: WithStore): RateLimiter {
  return {
    async consume(key) {
      const { consumedPoints, msBeforeNext } = await withStore((counts) => counts.penalty(hashKey(key)))
      return consumedPoints > count ? Math.max(1, Math.ceil(toSeconds(msBeforeNext))) : undefined
    },
    async refund(key) {
      await withStore((counts) => counts.reward(hashKey(key)))
    },
  }
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
