import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { RedisAway, type SharedStore } from '~/redis/redis.server'

/**
 * Sessions ended before their expiry, so that a copied cookie is useless after logout. An upstream may still accept the
 * token.
 *
 * A session carries its member's generation at login. Ending all sessions of a member sets a new random generation, so
 * that no clock decides which sessions are older. A member without a generation has had no such end: all sessions
 * count.
 */
export type Revocations = {
  revoke(sessionId: string): Promise<void>
  /** Ends all current sessions of a member by a new generation. */
  revokeAll(userId: string): Promise<void>
  /** The generation for a session that starts now; '' when the member has none. */
  generationOf(userId: string): Promise<string>
  isRevoked(session: { sid: string; userId: string; generation: string }): Promise<boolean>
}

export type RevocationRules = {
  /** How long a revocation is stored: longer than the longest session, with a margin for clock changes. */
  rememberedMs: number
  /** A monotonic clock in milliseconds. */
  now?: () => number
  file?: RevocationFile
}

/** How many of the oldest entries each write checks for expiry: enough to shrink faster than it grows. */
const sweptAtOnce = 8
/** The most entries in memory, about 100 bytes each: logging in and out all day must not fill it. */
const heldMost = 200_000

type Entry = { value: string; untilMs: number }

/** A map whose entries expire; when it is full the oldest are removed first. */
class Remembered {
  readonly #entries = new Map<string, Entry>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Adds an entry as the newest, after removing some old ones. */
  set(key: string, value: string, lastsMs: number): void {
    const now = this.#now()
    this.#entries.delete(key)
    let looked = 0
    for (const [oldest, { untilMs }] of this.#entries) {
      if (untilMs <= now || this.#entries.size >= heldMost) this.#entries.delete(oldest)
      looked += 1
      if (looked >= sweptAtOnce) break
    }
    this.#entries.set(key, { value, untilMs: now + lastsMs })
  }

  get(key: string): string | undefined {
    return this.leftMs(key) > 0 ? this.#entries.get(key)?.value : undefined
  }

  /** Milliseconds until an entry expires; 0 when there is none. */
  leftMs(key: string): number {
    return Math.max(0, Math.ceil((this.#entries.get(key)?.untilMs ?? 0) - this.#now()))
  }

  /** Deletes an entry unless its value has changed. */
  delete(key: string, value: string): void {
    if (this.#entries.get(key)?.value === value) this.#entries.delete(key)
  }

  keys(): string[] {
    return [...this.#entries.keys()]
  }
}

const monotonic = () => performance.now()
const ended = '1'

/**
 * Storage of one process's revocations over a restart. `read` returns all that was written, '' when there is nothing.
 */
export type RevocationFile = { read(): string; append(line: string): void; replace(text: string): void }

/** One line of the file. `until` is in milliseconds since the epoch: a monotonic clock does not survive a restart. */
const fileLine = z.object({ key: z.string(), value: z.string(), until: z.int() })

/**
 * Revocations in the memory of one process, stored in a file over a restart where one is given. Sessions ended by a
 * logout or a new password stay ended even if the upstream still accepts their token.
 */
export function revocationsInMemory({ rememberedMs, now = monotonic, file }: RevocationRules): Revocations {
  const known = new Remembered(now)
  for (const { key, value, until } of linesOf(file?.read() ?? '')) {
    known.set(key, value, Math.min(until - Date.now(), rememberedMs))
  }
  const written = (key: string) =>
    `${JSON.stringify({ key, value: known.get(key), until: Date.now() + known.leftMs(key) })}\n`
  file?.replace(
    known
      .keys()
      .filter((key) => known.leftMs(key) > 0)
      .map(written)
      .join(''),
  )
  const keep = (key: string, value: string) => {
    known.set(key, value, rememberedMs)
    file?.append(written(key))
  }
  return {
    async revoke(sessionId) {
      keep(sessionKey(sessionId), ended)
    },
    async revokeAll(userId) {
      keep(generationKey(userId), randomUUID())
    },
    async generationOf(userId) {
      return known.get(generationKey(userId)) ?? ''
    },
    async isRevoked({ sid, userId, generation }) {
      const current = known.get(generationKey(userId))
      return known.get(sessionKey(sid)) !== undefined || (current !== undefined && current !== generation)
    },
  }
}

/**
 * Revocations in Redis, shared by replicas. While Redis is unavailable each process uses its own memory and sends its
 * revocations once Redis answers again. Entries that Redis lost (a restart without persistence, an eviction) are
 * restored by any process that knows them.
 */
export function revocationsShared(store: SharedStore, { rememberedMs, now = monotonic }: RevocationRules): Revocations {
  /** Entries that this process revoked or read. */
  const known = new Remembered(now)
  /** Entries that Redis has not stored yet: newer than what it holds. */
  const unsent = new Remembered(now)

  const send = async () => {
    for (const key of unsent.keys()) {
      const value = unsent.get(key)
      if (value !== undefined) await store.ask((redis) => redis.set(key, value, 'PX', unsent.leftMs(key)))
      unsent.delete(key, value ?? '')
    }
  }
  const keep = async (key: string, value: string) => {
    known.set(key, value, rememberedMs)
    unsent.set(key, value, rememberedMs)
    await send().catch(unlessAway)
  }
  /** Restores entries that Redis lost; an entry stored meanwhile by another process is newer and stays. */
  const putBack = async (keys: readonly string[]) => {
    for (const key of keys) {
      const value = known.get(key)
      if (value !== undefined) await store.ask((redis) => redis.set(key, value, 'PX', known.leftMs(key), 'NX'))
    }
  }
  /** Copies an entry of Redis into memory, with the same remaining time. */
  const remember = async (key: string, value: string) => {
    const leftMs = await store.ask((redis) => redis.pttl(key))
    if (leftMs > 0) known.set(key, value, leftMs)
  }
  store.whenBack(() => {
    send()
      .then(() => putBack(known.keys()))
      .catch(unlessAway)
  })

  /** The value of each key: unsent first, then Redis, then this process's memory. */
  const read = async (keys: readonly string[]): Promise<(string | undefined)[]> => {
    const stored = (await store.ask((redis) => redis.mget([...keys])).catch(unlessAway)) ?? keys.map(() => undefined)
    return Promise.all(
      keys.map(async (key, at) => {
        const waiting = unsent.get(key)
        const held = stored[at]
        if (waiting !== undefined) return waiting
        if (held === null) await putBack([key]).catch(unlessAway)
        else if (held !== undefined && held !== known.get(key)) await remember(key, held).catch(unlessAway)
        return held ?? known.get(key)
      }),
    )
  }

  return {
    revoke: (sessionId) => keep(sessionKey(sessionId), ended),
    revokeAll: (userId) => keep(generationKey(userId), randomUUID()),
    async generationOf(userId) {
      const [generation] = await read([generationKey(userId)])
      return generation ?? ''
    },
    async isRevoked({ sid, userId, generation }) {
      const [one, current] = await read([sessionKey(sid), generationKey(userId)])
      return one !== undefined || (current !== undefined && current !== generation)
    },
  }
}

/** The readable lines of the file. The last one may be cut off if the process ended while writing it. */
function linesOf(text: string): z.output<typeof fileLine>[] {
  return text.split('\n').flatMap((line) => {
    try {
      const read = fileLine.safeParse(JSON.parse(line))
      return read.success ? [read.data] : []
    } catch {
      return []
    }
  })
}

function sessionKey(sessionId: string): string {
  return `madang:revoked:${sessionId}`
}

/** The user id is hashed, so that a list of keys is not a list of members. */
function generationKey(userId: string): string {
  return `madang:generation:${createHash('sha256').update(userId).digest('base64url')}`
}

function unlessAway(error: unknown): undefined {
  if (error instanceof RedisAway) return undefined
  throw error
}
