import { minDeposit, type Won } from '~/values/amount'
import { type ParsedAmount, subtract } from '~/values/balance'
import { days, hours } from '~/values/durations'
import { monthsAfter, startOfSeoulDay, startOfSeoulMonth, startOfSeoulWeek } from '~/values/seoul'
import {
  type BreakLength,
  type Exclusion,
  type ExclusionLength,
  type LimitPeriod,
  limitPeriods,
  limitSlots,
  type PlayLimits,
  type PlayLimitsChange,
  type StoredLimits,
} from './play-limits'

/** What whoever keeps the limits, the embedded upstream or the site itself, applies. Source: docs/safer-play.md. */

/** A member who never set a limit. */
export const defaultLimits: StoredLimits = {
  deposit: { day: null, week: null, month: null },
  pending: [],
  reality: 60,
  breakUntil: null,
  excludedUntil: null,
}

/** How long a raise waits before the member can confirm it, and how long it can then be confirmed. */
export const raiseDelayMs = hours(24)
export const raiseConfirmableMs = days(7)

/** The raises that wait or can be confirmed. One that nobody confirmed ends, or it could be kept ready for months. */
export function currentRaises(pending: StoredLimits['pending'], now: Date): StoredLimits['pending'] {
  return pending.filter(({ from }) => now.getTime() < Date.parse(from) + raiseConfirmableMs)
}

/**
 * Applies a change. A lower limit acts at once and ends a raise that waits. A higher one waits for 24 hours: asked for
 * again within seven days after that it acts, asked for again before that it changes nothing. The current value ends a raise that waits.
 * Limits of a kind that `current` does not have are left out. A break or self-exclusion never becomes shorter.
 */
export function changeLimits(current: StoredLimits, change: PlayLimitsChange, now: Date): StoredLimits {
  const { deposit, loss, time } = current
  const limits = { deposit: { ...deposit }, ...(loss && { loss: { ...loss } }), ...(time && { time: { ...time } }) }
  let pending = currentRaises(current.pending, now)
  for (const { kind, period, name } of limitSlots) {
    const value = change[kind]?.[period]
    const own = limits[kind]
    if (value === undefined || !own) continue
    const waiting = pending.find((raise) => raise.name === name)
    pending = pending.filter((raise) => raise !== waiting)
    const acting = own[period]
    if (acting === null || (value !== null && value <= acting)) own[period] = value
    else if (waiting?.value !== value)
      pending = [...pending, { name, value, from: new Date(now.getTime() + raiseDelayMs).toISOString() }]
    else if (Date.parse(waiting.from) <= now.getTime()) own[period] = value
    else pending = [...pending, waiting]
  }
  return {
    ...limits,
    pending,
    reality: change.reality === undefined ? current.reality : change.reality,
    breakUntil: laterEnd(current.breakUntil, change.break && endOfBreak(change.break, now)),
    excludedUntil: laterEnd(current.excludedUntil, change.exclude && endOfExclusion(change.exclude, now)),
  }
}

function laterEnd(current: string | null, next: Date | undefined): string | null {
  if (!next || (current !== null && Date.parse(current) >= next.getTime())) return current
  return next.toISOString()
}

function endOfBreak(length: BreakLength, now: Date): Date {
  return new Date(now.getTime() + { '24h': days(1), '7d': days(7), '30d': days(30) }[length])
}

function endOfExclusion(length: ExclusionLength, now: Date): Date {
  return monthsAfter(now, { '6m': 6, '1y': 12, '5y': 60 }[length])
}

/** Why a member may not play: the one of break and self-exclusion that ends last. Undefined when neither runs. */
export function runningExclusion(
  limits: Pick<StoredLimits, 'breakUntil' | 'excludedUntil'>,
  now: Date,
): Exclusion | undefined {
  const ends = [['exclusion', limits.excludedUntil] as const, ['break', limits.breakUntil] as const]
  return ends
    .flatMap(([kind, until]) => (until !== null && Date.parse(until) > now.getTime() ? [{ kind, until }] : []))
    .sort((a, b) => Date.parse(b.until) - Date.parse(a.until))[0]
}

/** Starts of the running periods: the day at 00:00, the week on Monday, the month on its first day, in Seoul. */
export function periodStarts(now: Date): Record<LimitPeriod, Date> {
  return { day: startOfSeoulDay(now), week: startOfSeoulWeek(now), month: startOfSeoulMonth(now) }
}

/**
 * What the tightest limit leaves, in won, and its period. Undefined without a limit whose use is known. Limits that leave too little for a
 * deposit are equally tight, and of equally tight ones it is that of the longest period.
 */
export function leftToDeposit(
  { deposit }: Pick<PlayLimits, 'deposit'>,
  used: Partial<Record<LimitPeriod, ParsedAmount>>,
): { period: LimitPeriod; left: Won } | undefined {
  return limitPeriods
    .flatMap((period) => {
      const limit = deposit[period]
      const left = typeof limit === 'number' ? subtract(limit, used[period]) : undefined
      return left === undefined ? [] : [{ period, left: Math.max(0, left) }]
    })
    .toReversed()
    .sort((a, b) => toUsable(a.left) - toUsable(b.left))[0]
}

/** What a deposit can use of an amount: nothing when it is below the least deposit. */
function toUsable(left: Won): Won {
  return left < minDeposit ? 0 : left
}
