import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { RedisAway, type SharedStore } from '~/redis/redis.server'

/**
 * Sessions that ended before their time, so that a copied cookie opens nothing after a logout. A real upstream may go
 * on taking the token.
 *
 * A session carries the generation that its member was in at log-in: a word that is made anew when all sessions of the
 * member end, so that no clock decides which of them began before. A member none of whose sessions ended has none, and
 * then sessions of every generation count.
 */
export type Revocations = {
  /** Ends one session. */
  revoke(sessionId: string): Promise<void>
  /** Ends all sessions of a member that there are now, by a new generation. */
  revokeAll(userId: string): Promise<void>
  /** What a session that begins now belongs to. */
  generationOf(userId: string): Promise<string>
  isRevoked(session: { sid: string; userId: string; generation: string }): Promise<boolean>
}

export type RevocationRules = {
  /** How long one is remembered: longer than the longest session, whatever becomes of a clock meanwhile. */
  rememberedMs: number
  /** Milliseconds that only ever grow. */
  now?: () => number
  file?: RevocationFile
}

/** How many entries are looked through for outdated ones at each revocation: enough to shrink faster than it grows. */
const sweptAtOnce = 8
/** Entries at most, each a hundred bytes or so: logging in and out all day must not fill the memory. */
const heldMost = 200_000

type Entry = { value: string; untilMs: number }

/** Entries by key for a time, the oldest first out. */
class Remembered {
  readonly #entries = new Map<string, Entry>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Puts an entry at the end, after throwing out old ones. */
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

  /** How long an entry still lasts; 0 when there is none. */
  leftMs(key: string): number {
    return Math.max(0, Math.ceil((this.#entries.get(key)?.untilMs ?? 0) - this.#now()))
  }

  /** Forgets an entry, unless it is another by now. */
  delete(key: string, value: string): void {
    if (this.#entries.get(key)?.value === value) this.#entries.delete(key)
  }

  keys(): string[] {
    return [...this.#entries.keys()]
  }
}

const monotonic = () => performance.now()
const ended = '1'

/** Where revocations of one process outlive it. `read` gives all that was written, '' when there is nothing. */
export type RevocationFile = { read(): string; append(line: string): void; replace(text: string): void }

/** A line of the file; `until` is in milliseconds since the epoch, because no other clock outlives a process. */
const fileLine = z.object({ key: z.string(), value: z.string(), until: z.int() })

/**
 * Revocations of this process, kept in a file over a restart where there is one: what a logout or a new password ended
 * stays ended, also where the upstream still takes the token.
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
 * Revocations that replicas share and that outlive a restart. While Redis is away each process knows its own; those
 * are handed on as soon as it answers again. What Redis lost (a restart without its file, an eviction) is put back by
 * whichever process knows it.
 */
export function revocationsShared(store: SharedStore, { rememberedMs, now = monotonic }: RevocationRules): Revocations {
  /** What this process revoked or read. */
  const known = new Remembered(now)
  /** What Redis has not taken yet: newer than anything it says. */
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
  /** Tells Redis again what it lost; what another process put there meanwhile is newer and stays. */
  const putBack = async (keys: readonly string[]) => {
    for (const key of keys) {
      const value = known.get(key)
      if (value !== undefined) await store.ask((redis) => redis.set(key, value, 'PX', known.leftMs(key), 'NX'))
    }
  }
  /** Remembers what Redis holds, for no longer than it does. */
  const remember = async (key: string, value: string) => {
    const leftMs = await store.ask((redis) => redis.pttl(key))
    if (leftMs > 0) known.set(key, value, leftMs)
  }
  store.whenBack(() => {
    send()
      .then(() => putBack(known.keys()))
      .catch(unlessAway)
  })

  /** The value of each key, as far as anyone knows it. */
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

/** The lines that can be read; the last one is cut off when the process ended while it was written. */
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

/** Hashed: a list of keys is no list of members. */
function generationKey(userId: string): string {
  return `madang:generation:${createHash('sha256').update(userId).digest('base64url')}`
}

function unlessAway(error: unknown): undefined {
  if (error instanceof RedisAway) return undefined
  throw error
}
