import { createHash, randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { ignoreRedisUnavailable, type SharedStore } from '~/platform/redis.server'
import { fileErrorReason, SettingError } from '~/platform/settings/setting-error.server'
import { log } from '~/platform/telemetry/log.server'
import { parseJson } from '~/values/strict-json'

/**
 * Sessions revoked before they expire, so that a copied cookie is useless after logout. Revoking all of a member's
 * sessions stores a new random generation, so older sessions are recognized without comparing clocks.
 */
export type Revocations = {
  revoke(sessionId: string): Promise<void>
  revokeAll(userId: string): Promise<void>
  getGeneration(userId: string): Promise<string>
  isRevoked(session: { sid: string; userId: string; generation: string }): Promise<boolean>
}

export type RevocationOptions = {
  /** How long revocations are stored: the longest session plus a margin for clock changes. */
  retentionMs: number
}

/** The maximum number of entries in memory, at about 100 bytes each. Repeated logins must not fill the memory. */
const maxEntries = 200_000

function createEntries({ retentionMs }: RevocationOptions): LRUCache<string, string> {
  // `max` would allocate memory for all entries at once, so `maxSize` is used.
  return new LRUCache({ ttl: retentionMs, maxSize: maxEntries, sizeCalculation: () => 1 })
}

const remainingMs = (entries: LRUCache<string, string>, key: string): number =>
  Math.max(0, Math.ceil(entries.getRemainingTTL(key)))

const revokedMarker = '1'

/** Creates a revocation list backed by a key-value store, with a mark per session and a generation per member. */
function revocationsOver(entries: {
  save(key: string, value: string): Promise<void>
  read(keys: readonly string[]): Promise<readonly (string | undefined)[]>
}): Revocations {
  const sessionKey = (sessionId: string) => `madang:revoked:${sessionId}`
  // Hashed, so that a list of keys doesn't reveal user ids.
  const generationKey = (userId: string) =>
    `madang:generation:${createHash('sha256').update(userId).digest('base64url')}`
  return {
    revoke: (sessionId) => entries.save(sessionKey(sessionId), revokedMarker),
    revokeAll: (userId) => entries.save(generationKey(userId), randomUUID()),
    async getGeneration(userId) {
      const [generation] = await entries.read([generationKey(userId)])
      return generation ?? ''
    },
    async isRevoked({ sid, userId, generation }) {
      const [revokedSession, current] = await entries.read([sessionKey(sid), generationKey(userId)])
      return revokedSession !== undefined || (current !== undefined && current !== generation)
    },
  }
}

const fileLineSchema = z.object({ key: z.string(), value: z.string(), until: z.int() })

/**
 * Creates a revocation list in memory and in a file that survives restarts.
 * @throws SettingError if the file can't be read, because ended sessions would otherwise work again
 */
export function createFileRevocations(dataDir: string, options: RevocationOptions): Revocations {
  const path = join(dataDir, 'ended-sessions')
  const entries = createEntries(options)
  for (const { key, value, until } of readLines(path)) {
    const ttl = Math.min(until - Date.now(), options.retentionMs)
    if (ttl > 0) entries.set(key, value, { ttl })
  }
  const formatLine = (key: string) =>
    `${JSON.stringify({ key, value: entries.get(key), until: Date.now() + remainingMs(entries, key) })}\n`
  let hasWarned = false
  const tryOrWarn = (write: () => void): void => {
    try {
      write()
    } catch (cause) {
      if (!hasWarned) log.warn({ err: cause }, 'ended sessions not saved: a restart would accept them again')
      hasWarned = true
    }
  }
  // Rewrites the file with only the latest value of each key, oldest first.
  const text = [...entries.rkeys()].map(formatLine).join('')
  tryOrWarn(() => {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(`${path}.new`, text, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  })
  return revocationsOver({
    async save(key, value) {
      entries.set(key, value)
      tryOrWarn(() => appendFileSync(path, formatLine(key), { mode: 0o600 }))
    },
    read: async (keys) => keys.map((key) => entries.get(key)),
  })
}

/** Returns the valid lines of the file. The last line may be incomplete if the process ended while writing it. */
function readLines(path: string): z.output<typeof fileLineSchema>[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    const reason = fileErrorReason(cause)
    if (reason === 'ENOENT') return []
    throw new SettingError('DATA_DIR', `${path} can't be read (${reason})`)
  }
  return text.split('\n').flatMap((line) => fileLineSchema.safeParse(parseJson(line)).data ?? [])
}

/**
 * Creates a revocation list in Redis. While Redis is unavailable, each process uses its own memory and sends its
 * revocations later. Entries that Redis lost are restored.
 */
export function createSharedRevocations(store: SharedStore, options: RevocationOptions): Revocations {
  const entries = createEntries(options)
  const unsent = createEntries(options)

  const sendUnsent = async () => {
    for (const [key, value] of [...unsent.entries()]) {
      await store.run((redis) => redis.set(key, value, 'PX', remainingMs(unsent, key)))
      // If the value has changed in the meantime, the entry stays, because the new value has not been sent yet.
      if (unsent.peek(key) === value) unsent.delete(key)
    }
  }
  const saveEntry = async (key: string, value: string) => {
    entries.set(key, value)
    unsent.set(key, value)
    await sendUnsent().catch(ignoreRedisUnavailable)
  }
  /** Restores entries that Redis lost, without overwriting newer entries from other processes. */
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

  /** Reads the values of keys. An unsent value takes precedence over Redis, and Redis over memory. */
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
