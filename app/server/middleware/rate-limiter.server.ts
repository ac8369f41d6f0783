import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'
import { ignoreRedisUnavailable, type SharedStore } from '~/platform/redis.server'
import type { RateLimit } from '~/platform/settings/rate-limit-settings.server'
import { toSeconds } from '~/values/durations'

/** A fixed-window rate limit per key. Allows `count` uses within `seconds` of the first use. */
export type RateLimiter = {
  /** Counts one use. Resolves to the seconds to wait if the limit is exceeded, otherwise to undefined. */
  consume(key: string): Promise<number | undefined>
  refund(key: string): Promise<void>
}

/** Creates an in-memory limiter. With `shared`, it also counts in Redis and uses the higher count. Keys are hashed. */
export function createRateLimiter(
  { count, seconds }: RateLimit,
  shared?: { name: string; store: SharedStore },
): RateLimiter {
  const inMemory = new RateLimiterMemory({ points: count, duration: seconds })
  let inRedis: RateLimiterRedis | undefined

  async function apply(operation: 'penalty' | 'reward', key: string): Promise<RateLimiterRes> {
    const hash = createHash('sha256').update(key).digest('base64url')
    const own = await inMemory[operation](hash)
    const ofAll = await shared?.store
      .run((redis) => {
        const keyPrefix = `madang:limit:${shared.name}`
        inRedis ??= new RateLimiterRedis({ storeClient: redis, keyPrefix, points: count, duration: seconds })
        return inRedis[operation](hash)
      })
      .catch(ignoreRedisUnavailable)
    // While Redis rejects writes, its count may be outdated and lower than this process's count.
    return ofAll && ofAll.consumedPoints >= own.consumedPoints ? ofAll : own
  }

  return {
    async consume(key) {
      const { consumedPoints, msBeforeNext } = await apply('penalty', key)
      return consumedPoints > count ? Math.max(1, Math.ceil(toSeconds(msBeforeNext))) : undefined
    },
    async refund(key) {
      await apply('reward', key)
    },
  }
}
