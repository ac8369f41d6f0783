import { createHash } from 'node:crypto'
import { z } from 'zod'
import { config } from '~/config/config.server'
import { ignoreRedisUnavailable, sharedStore } from '~/redis/redis.server'
import type { UpstreamClient } from '~/upstream/client.server'
import type { PayloadOf } from '~/upstream/contract'
import type { MemberSession } from './session.server'

/**
 * The clock of the reality check in Redis, so that logging in again does not restart it. It is kept as long after the
 * last game opened as an unused session lasts: after that nobody knows that the member went on playing.
 */

/** Milliseconds since the epoch; '' for none. */
const storedTime = z
  .string()
  .regex(/^\d*$/)
  .transform((digits) => (digits === '' ? undefined : Number(digits)))

/** `playedFromMs realityCheckedMs` of a session. */
const storedClock = z
  .string()
  .transform((text) => text.split(' '))
  .pipe(z.tuple([storedTime, storedTime]))

function keyOf(userId: string): string {
  return `madang:reality-clock:${createHash('sha256').update(userId).digest('base64url')}`
}

/**
 * The clock of a session, for upstreams that do not know the play, or can't be told that a check was acknowledged: the
 * first game opened starts it, and a chosen interval restarts it. Wraps the client, so that pages and the API behave
 * alike. With REDIS_URL it outlives the session: see `restoreRealityClock`.
 */
export function keepRealityClock(client: UpstreamClient, session: MemberSession): UpstreamClient {
  return {
    ...client,
    call: async (segment, payload) => {
      const outcome = await client.call(segment, payload)
      const { kind } = outcome
      if (kind !== 'done' && kind !== 'unsupported') return outcome
      if (segment === 'open-game' && kind === 'done') session.setPlayedFrom(session.playedFromMs ?? Date.now())
      else if (segment === 'set-play-limits' && (payload as PayloadOf<'set-play-limits'>).reality !== undefined) {
        if (session.playedFromMs !== undefined) session.setPlayedFrom(Date.now())
        if (kind === 'unsupported') session.setRealityChecked(Date.now())
      } else return outcome
      storeRealityClock(session)
      return outcome
    },
  }
}

/** Stores the clock of a session, in the background. Does nothing without a member or REDIS_URL. */
export function storeRealityClock({ member, playedFromMs, realityCheckedMs }: MemberSession): void {
  if (!member) return
  const clock = `${playedFromMs ?? ''} ${realityCheckedMs ?? ''}`
  sharedStore?.runInBackground((redis) => redis.set(keyOf(member.userId), clock, 'PX', config.session.idleMs))
}

/** Continues the member's clock in a session that has none of its own. Without Redis it starts with the next game. */
export async function restoreRealityClock(session: MemberSession): Promise<void> {
  const { member } = session
  if (!member || !sharedStore) return
  const text = await sharedStore.run((redis) => redis.get(keyOf(member.userId))).catch(ignoreRedisUnavailable)
  const [playedFromMs, realityCheckedMs] = storedClock.safeParse(text).data ?? []
  session.setPlayedFrom(playedFromMs)
  if (realityCheckedMs !== undefined) session.setRealityChecked(realityCheckedMs)
}
