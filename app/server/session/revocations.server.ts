import { createHash, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/**
 * Sessions ended before their expiry, so that a copied cookie is useless after logout. Ending all sessions of a member
 * sets a new random generation, so that no clock decides which are older.
 */
export type Revocations = {
  revoke(sessionId: string): Promise<void>
  revokeAll(userId: string): Promise<void>
  getGeneration(userId: string): Promise<string>
  isRevoked(session: { sid: string; userId: string; generation: string }): Promise<boolean>
}

export type RevocationOptions = {
  /** How long a revocation is stored: longer than the longest session, with a margin for clock changes. */
  retentionMs: number
}

/** The most entries in memory, about 100 bytes each: logging in and out all day must not fill it. */
const maxEntries = 200_000

export function createEntries({ retentionMs }: RevocationOptions): LRUCache<string, string> {
  // The limit is by size: a maximum of entries would take the memory of them all at once.
  return new LRUCache({ ttl: retentionMs, maxSize: maxEntries, sizeCalculation: () => 1 })
}

export function remainingMs(entries: LRUCache<string, string>, key: string): number {
  return Math.max(0, Math.ceil(entries.getRemainingTTL(key)))
}

const revokedMarker = '1'

/** Revocations over entries by key, wherever those are: a mark by session, and a generation by member. */
export function revocationsOver(entries: {
  save(key: string, value: string): Promise<void>
  read(keys: readonly string[]): Promise<readonly (string | undefined)[]>
}): Revocations {
  const sessionKey = (sessionId: string) => `madang:revoked:${sessionId}`
  // The user id is hashed, so that a list of keys is not a list of members.
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
