import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { ignoreRedisUnavailable, sharedStore } from '~/platform/redis.server'

const maxStoredCharacters = 16 * 1024 * 1024

/** Stores sealed forms by id, in this process and in Redis. @param lifetimeMs milliseconds */
export function createFormStore(keyPrefix: string, lifetimeMs: number) {
  const forms = new LRUCache<string, string>({
    ttl: lifetimeMs,
    maxSize: maxStoredCharacters,
    sizeCalculation: (sealed) => sealed.length,
  })
  const inRedis = <T>(command: (redis: Redis) => Promise<T>) => sharedStore?.run(command).catch(ignoreRedisUnavailable)
  return {
    async set(id: string, sealed: string): Promise<void> {
      forms.set(id, sealed)
      await inRedis((redis) => redis.set(keyPrefix + id, sealed, 'PX', lifetimeMs))
    },
    async replace(id: string, read: string | null | undefined, sealed: string): Promise<boolean> {
      const values = [read ?? '', sealed, lifetimeMs]
      const isReplaced = await inRedis((redis) => redis.eval(replaceScript, 1, keyPrefix + id, ...values))
      if (isReplaced === 0 || (isReplaced === undefined && (forms.get(id) ?? read) !== read)) return false
      forms.set(id, sealed)
      return true
    },
    get: async (id: string): Promise<string | null | undefined> =>
      (await inRedis((redis) => redis.get(keyPrefix + id))) ?? forms.get(id),
  }
}

/** Redis lacks a form that was stored in memory while it was unavailable. */
const replaceScript = `local now = redis.call('get', KEYS[1])
if now and now ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3]) return 1`
