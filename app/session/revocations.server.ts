import { createHash } from 'node:crypto'
import { RedisAway, type SharedStore } from '~/redis/redis.server'

/**
 * Sessions that ended before their time, so that a copied cookie opens nothing after a logout. A real upstream may go
 * on taking the token.
 */
export type Revocations = {
  /** Ends one session. `untilMs`: when it would have ended anyway and need not be remembered any more. */
  revoke(sessionId: string, untilMs: number): Promise<void>
  /** Ends all sessions of a member that began up to now. */
  revokeAll(userId: string, nowMs: number, untilMs: number): Promise<void>
  isRevoked(session: { sid: string; userId: string; started: number }): Promise<boolean>
}

/** How many entries are looked through for outdated ones at each revocation: enough to shrink faster than it grows. */
const sweptAtOnce = 8
/** Entries at most, each a hundred bytes or so: logging in and out all day must not fill the memory. */
const heldMost = 200_000

type Lasting = { untilMs: number }

/** Puts an entry at the end, after throwing out old ones. */
function hold<T extends Lasting>(kept: Map<string, T>, key: string, entry: T, nowMs: number): void {
  kept.delete(key)
  let looked = 0
  for (const [oldest, { untilMs }] of kept) {
    if (untilMs <= nowMs || kept.size >= heldMost) kept.delete(oldest)
    looked += 1
    if (looked >= sweptAtOnce) break
  }
  kept.set(key, entry)
}

/** Revocations of this process. A restart forgets them, and then the upstream's own refusal of the token is what is left. */
export function revocationsInMemory(now: () => number = Date.now): Revocations {
  const sessions = new Map<string, Lasting>()
  const members = new Map<string, Lasting & { beforeMs: number }>()
  return {
    async revoke(sessionId, untilMs) {
      hold(sessions, sessionId, { untilMs }, now())
    },
    async revokeAll(userId, nowMs, untilMs) {
      hold(members, userId, { untilMs, beforeMs: nowMs }, now())
    },
    async isRevoked({ sid, userId, started }) {
      const all = members.get(userId)
      return sessions.has(sid) || (all !== undefined && started <= all.beforeMs)
    },
  }
}

/**
 * Revocations that replicas share and that outlive a restart. While Redis is away each process knows its own; those
 * are handed on as soon as it answers again.
 */
export function revocationsShared(store: SharedStore, now: () => number = Date.now): Revocations {
  const memory = revocationsInMemory(now)
  const unsent = new Map<string, Lasting & { value: string }>()

  const send = async () => {
    for (const [key, entry] of unsent) {
      const leftMs = entry.untilMs - now()
      if (leftMs > 0) await store.ask((redis) => redis.set(key, entry.value, 'PX', leftMs))
      if (unsent.get(key) === entry) unsent.delete(key)
    }
  }
  const keep = async (key: string, value: string, untilMs: number) => {
    hold(unsent, key, { value, untilMs }, now())
    await send().catch(unlessAway)
  }
  store.whenBack(() => {
    send().catch(unlessAway)
  })

  return {
    async revoke(sessionId, untilMs) {
      await memory.revoke(sessionId, untilMs)
      await keep(sessionKey(sessionId), '1', untilMs)
    },
    async revokeAll(userId, nowMs, untilMs) {
      await memory.revokeAll(userId, nowMs, untilMs)
      await keep(memberKey(userId), String(nowMs), untilMs)
    },
    async isRevoked(session) {
      if (await memory.isRevoked(session)) return true
      const keys = [sessionKey(session.sid), memberKey(session.userId)]
      const kept = await store.ask((redis) => redis.mget(keys)).catch(unlessAway)
      const [one, all] = kept ?? []
      return typeof one === 'string' || (typeof all === 'string' && session.started <= Number(all))
    },
  }
}

function sessionKey(sessionId: string): string {
  return `madang:revoked:${sessionId}`
}

/** Hashed: a list of keys is no list of members. */
function memberKey(userId: string): string {
  return `madang:revoked-member:${createHash('sha256').update(userId).digest('base64url')}`
}

function unlessAway(error: unknown): undefined {
  if (error instanceof RedisAway) return undefined
  throw error
}
