/**
 * Sessions that ended before their time, so that a copied cookie opens nothing after a logout.
 *
 * Kept in memory: a restart forgets it, and then the upstream's own refusal of the token is what is left.
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

export function revocationsInMemory(now: () => number = Date.now): Revocations {
  const sessions = new Map<string, { untilMs: number }>()
  const members = new Map<string, { untilMs: number; beforeMs: number }>()

  const sweep = (kept: Map<string, { untilMs: number }>) => {
    let looked = 0
    for (const [key, { untilMs }] of kept) {
      if (untilMs <= now()) kept.delete(key)
      looked += 1
      if (looked >= sweptAtOnce) return
    }
  }

  return {
    async revoke(sessionId, untilMs) {
      sweep(sessions)
      sessions.set(sessionId, { untilMs })
    },
    async revokeAll(userId, nowMs, untilMs) {
      sweep(members)
      members.delete(userId)
      members.set(userId, { untilMs, beforeMs: nowMs })
    },
    async isRevoked({ sid, userId, started }) {
      const all = members.get(userId)
      return sessions.has(sid) || (all !== undefined && started <= all.beforeMs)
    },
  }
}
