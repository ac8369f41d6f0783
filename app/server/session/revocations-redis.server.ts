import { ignoreRedisUnavailable, type SharedStore } from '~/platform/redis.server'
import {
  createEntries,
  type RevocationOptions,
  type Revocations,
  remainingMs,
  revocationsOver,
} from './revocations.server'

/**
 * Revocations in Redis. While Redis is unavailable, each process uses its own memory and sends its revocations
 * afterwards. Entries that Redis lost are restored.
 */
export function createSharedRevocations(store: SharedStore, options: RevocationOptions): Revocations {
  const entries = createEntries(options)
  const unsent = createEntries(options)

  const sendUnsent = async () => {
    for (const [key, value] of [...unsent.entries()]) {
      await store.run((redis) => redis.set(key, value, 'PX', remainingMs(unsent, key)))
      // Unless it has a newer value meanwhile.
      if (unsent.peek(key) === value) unsent.delete(key)
    }
  }
  const saveEntry = async (key: string, value: string) => {
    entries.set(key, value)
    unsent.set(key, value)
    await sendUnsent().catch(ignoreRedisUnavailable)
  }
  /** Restores entries that Redis lost; an entry stored meanwhile by another process is newer and stays. */
  const restoreInRedis = async (keys: readonly string[]) => {
    for (const key of keys) {
      const value = entries.get(key)
      if (value !== undefined) await store.run((redis) => redis.set(key, value, 'PX', remainingMs(entries, key), 'NX'))
    }
  }
  const copyFromRedis = async (key: string, value: string) => {
    const ttl = await store.run((redis) => redis.pttl(key))
    if (ttl > 0) entries.set(key, value, { ttl })
  }
  store.onReconnect(() => {
    sendUnsent()
      .then(() => restoreInRedis([...entries.keys()]))
      .catch(ignoreRedisUnavailable)
  })

  /** The value of each key: unsent, then Redis, then memory. */
  const readValues = async (keys: readonly string[]): Promise<(string | undefined)[]> => {
    const stored =
      (await store.run((redis) => redis.mget([...keys])).catch(ignoreRedisUnavailable)) ?? keys.map(() => undefined)
    return Promise.all(
      keys.map(async (key, index) => {
        const unsentValue = unsent.get(key)
        const storedValue = stored[index]
        if (unsentValue !== undefined) return unsentValue
        if (storedValue === null) await restoreInRedis([key]).catch(ignoreRedisUnavailable)
        else if (storedValue !== undefined && storedValue !== entries.get(key))
          await copyFromRedis(key, storedValue).catch(ignoreRedisUnavailable)
        return storedValue ?? entries.get(key)
      }),
    )
  }

  return revocationsOver({ save: saveEntry, read: readValues })
}
