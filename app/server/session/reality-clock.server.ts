import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isCheckDue } from '~/limits/rules'
import { ignoreRedisUnavailable, sharedStore } from '~/platform/redis.server'
import { config } from '~/platform/settings/config.server'
import type { PlayLimits } from '~/upstream/contract/play-limits'
import type { OutcomeOf } from '~/upstream/outcome'
import type { Context } from '../http/incoming.server'
import { type MemberSession, sessionContext } from './session.server'

/** Stores the reality check's clock in Redis, so that a new login doesn't restart it. */

const storedTime = z
  .string()
  .regex(/^\d*$/)
  .transform((digits) => (digits === '' ? undefined : Number(digits)))

const storedClock = z
  .string()
  .transform((text) => text.split(' '))
  .pipe(z.tuple([storedTime, storedTime]))

const keyOf = (userId: string): string =>
  `madang:reality-clock:${createHash('sha256').update(userId).digest('base64url')}`

/** Updates the clock after a call. The first game starts it, and a new interval restarts it. */
export function updateRealityClock(
  session: MemberSession,
  callName: 'open-game' | 'set-play-limits',
  payload: object,
  kind: OutcomeOf<'open-game' | 'set-play-limits'>['kind'],
): void {
  if (callName === 'open-game') {
    if (kind !== 'done') return
    session.setPlayedFrom(session.playedFromMs ?? Date.now())
  } else {
    const isChosen = 'reality' in payload && payload.reality !== undefined
    if (!isChosen || (kind !== 'done' && kind !== 'unsupported')) return
    if (session.playedFromMs !== undefined) session.setPlayedFrom(Date.now())
    if (kind === 'unsupported') session.setRealityChecked(Date.now())
  }
  storeRealityClock(session)
}

/** Stores the session's clock in the background. Does nothing without a member or REDIS_URL. */
export function storeRealityClock({ member, playedFromMs, realityCheckedMs }: MemberSession): void {
  if (!member) return
  const clock = `${playedFromMs ?? ''} ${realityCheckedMs ?? ''}`
  sharedStore?.runInBackground((redis) => redis.set(keyOf(member.userId), clock, 'PX', config.session.idleMs))
}

/** Restores the member's stored clock if the session has none. */
export async function restoreRealityClock(session: MemberSession): Promise<void> {
  const { member, playedFromMs: ownMs } = session
  if (!member || !sharedStore || ownMs !== undefined) return
  const text = await sharedStore.run((redis) => redis.get(keyOf(member.userId))).catch(ignoreRedisUnavailable)
  const [playedFromMs, realityCheckedMs] = storedClock.safeParse(text).data ?? []
  session.setPlayedFrom(playedFromMs)
  if (realityCheckedMs !== undefined) session.setRealityChecked(realityCheckedMs)
}

/**
 * Returns the start of play in milliseconds since the epoch if a reality check is due, otherwise undefined. If this
 * session has opened no game, another session may have started the member's clock.
 */
export async function checkDueSince(context: Context, { played, reality }: PlayLimits): Promise<number | undefined> {
  const session = context.get(sessionContext)
  await restoreRealityClock(session)
  const fromMs = isKnownPlay(context, played) ? Date.parse(played?.from ?? '') : session.playedFromMs
  return isCheckDue(reality, fromMs, Date.now()) ? fromMs : undefined
}

/** Returns whether the upstream's playing time starts after the last check. If so, the upstream knows that check. */
export function isKnownPlay(context: Context, played: PlayLimits['played']): boolean {
  if (!played) return played === null
  return Date.parse(played.from) > (context.get(sessionContext).realityCheckedMs ?? 0)
}
