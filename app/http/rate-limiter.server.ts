import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { RateLimit } from '~/config/rate-limits.server'
import { RedisUnavailable, type SharedStore } from '~/redis/redis.server'
import { toSeconds } from '~/time/durations'

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

/** A limiter in the memory of this process. Keys are hashed, so that long ones take no more memory. */
export function createRateLimiter({ count, seconds }: RateLimit): RateLimiter {
  const memory = new RateLimiterMemory({ points: count, duration: seconds })
  return rateLimiterOver(count, (ask) => ask(memory))
}

/**
 * A limiter that replicas share through Redis. This process also counts in memory, and falls back to that count while
 * Redis is unavailable.
 *
 * @param name prefixes its keys in Redis.
 */
export function createSharedRateLimiter(name: string, { count, seconds }: RateLimit, store: SharedStore): RateLimiter {
  const memory = new RateLimiterMemory({ points: count, duration: seconds })
  let shared: RateLimiterRedis | undefined
  return rateLimiterOver(count, async (ask) => {
    const inMemory = await ask(memory)
    try {
      return await store.run((redis) => {
        shared ??= new RateLimiterRedis({
          storeClient: redis,
          keyPrefix: `madang:limit:${name}`,
          points: count,
          duration: seconds,
        })
        return ask(shared)
      })
    } catch (error) {
      if (error instanceof RedisUnavailable) return inMemory
      throw error
    }
  })
}

function rateLimiterOver(
  count: number,
  withStore: <T>(ask: (counts: CounterStore) => Promise<T>) => Promise<T>,
): RateLimiter {
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
