import { maxWon, minDeposit, type Won } from '~/values/amount'
import { type ParsedAmount, subtract } from '~/values/balance'
import { days, hours, minutes } from '~/values/durations'
import { type Day, monthsAfter, startOfSeoulDay, startOfSeoulMonth, startOfSeoulWeek, toSeoulDay } from '~/values/seoul'
import {
  type BreakLength,
  breakLengths,
  type Exclusion,
  type ExclusionLength,
  exclusionLengths,
  inPeriods,
  type LimitPeriod,
  limitPeriods,
  limitSlots,
} from './names'
import type { PlayLimitsChange, StoredLimits } from './schemas'

/** Rules for play limits. Source: docs/safer-play.md. */

export const defaultLimits: StoredLimits = {
  deposit: { day: null, week: null, month: null },
  pending: [],
  reality: 60,
  breakUntil: null,
  excludedUntil: null,
}

/** After this delay, a raised limit can be confirmed for `raiseConfirmableMs`. */
export const raiseDelayMs = hours(24)
export const raiseConfirmableMs = days(7)

/** Returns the raises that have not expired. A raise expires if it is not confirmed in time. */
export function currentRaises(pending: StoredLimits['pending'], now: Date): StoredLimits['pending'] {
  return pending.filter(({ from }) => now.getTime() < Date.parse(from) + raiseConfirmableMs)
}

/**
 * Applies a change and returns the new limits. Lower limits take effect immediately. An increase can be confirmed from
 * 24 hours after the request, for seven days. Breaks and self-exclusions are never shortened.
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
    if (!isRaise(value, own[period])) own[period] = value
    else if (waiting?.value !== value)
      pending = [...pending, { name, value, from: new Date(now.getTime() + raiseDelayMs).toISOString() }]
    else if (Date.parse(waiting.from) <= now.getTime()) own[period] = value
    else pending = [...pending, waiting]
  }
  const { endsOnRequest, ...others } = current
  const isEnding =
    change.endExclusion && !change.exclude && runningExclusion({ ...current, breakUntil: null }, now)?.isOver
  const end = change.exclude
    ? endOfExclusion(change.exclude, now)
    : isEnding
      ? new Date(now.getTime() + coolingOffMs)
      : undefined
  return {
    ...others,
    ...limits,
    pending,
    reality: change.reality === undefined ? current.reality : change.reality,
    breakUntil: laterEnd(current.breakUntil, change.break && endOfBreak(change.break, now)),
    excludedUntil: laterEnd(current.excludedUntil, end),
    ...((change.exclude || endsOnRequest) && !isEnding ? { endsOnRequest: true } : {}),
  }
}

/** A self-exclusion ends this long after the member asks to end it. Source: LCCP 3.5.3. */
const coolingOffMs = hours(24)

function isRaise(value: number | null, acting: number | null): boolean {
  return acting !== null && (value === null || value > acting)
}

/** Returns the first deposit limit that a change would raise. Operators may only lower limits. */
export function findRaise({ deposit }: Pick<StoredLimits, 'deposit'>, change: Pick<PlayLimitsChange, 'deposit'>) {
  const raised = limitPeriods.find((period) => {
    const wanted = change.deposit?.[period]
    return wanted !== undefined && isRaise(wanted, deposit[period])
  })
  return raised && { period: raised, limit: deposit[raised] }
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

type Ends = Pick<StoredLimits, 'breakUntil' | 'excludedUntil' | 'endsOnRequest'>

/**
 * Returns the active break or self-exclusion, or undefined. If both are active, returns the one that ends last. A
 * self-exclusion takes precedence if its term is over but the member has not asked to end it.
 */
export function runningExclusion(limits: Ends, now: Date): Exclusion | undefined {
  const { excludedUntil, endsOnRequest } = limits
  if (endsOnRequest && excludedUntil !== null && Date.parse(excludedUntil) <= now.getTime())
    return { kind: 'exclusion', until: excludedUntil, isOver: true }
  return [['exclusion', limits.excludedUntil] as const, ['break', limits.breakUntil] as const]
    .flatMap(([kind, until]) => (until !== null && Date.parse(until) > now.getTime() ? [{ kind, until }] : []))
    .sort((a, b) => Date.parse(b.until) - Date.parse(a.until))[0]
}

/** Returns the `until` of a refusal. It is omitted if the term is over, because the end then depends on the member. */
export function knownEnd({ until, isOver }: Exclusion): { until?: string } {
  return isOver ? {} : { until }
}

export function longerLengths(limits: Ends, now: Date) {
  const runsUntil = Date.parse(runningExclusion(limits, now)?.until ?? '') || 0
  const longer = <Length>(lengths: readonly Length[], endOf: (length: Length, now: Date) => Date) =>
    lengths
      .map((length) => ({ length, until: endOf(length, now) }))
      .filter(({ until }) => until.getTime() > runsUntil)
      .map(({ length, until }) => ({ length, until: until.toISOString() }))
  return { break: longer(breakLengths, endOfBreak), exclude: longer(exclusionLengths, endOfExclusion) }
}

/** Returns the first day of each current period in Seoul: today, Monday, the first of the month. */
export function firstDays(now: Date): Record<LimitPeriod, Day> {
  const starts = { day: startOfSeoulDay(now), week: startOfSeoulWeek(now), month: startOfSeoulMonth(now) }
  return inPeriods((period) => toSeoulDay(starts[period].getTime()))
}

export function firstCountedDay(now: Date): Day {
  const { week, month } = firstDays(now)
  return week < month ? week : month
}

/** Sums daily amounts per current period. Future days count too, so setting the clock back doesn't free up a limit. */
export function sumInPeriods(amounts: Iterable<readonly [day: Day, amount: number]>, now: Date) {
  const first = firstDays(now)
  const sums = { day: 0, week: 0, month: 0 }
  for (const [day, amount] of amounts)
    for (const period of limitPeriods) if (day >= first[period]) sums[period] = Math.min(sums[period] + amount, maxWon)
  return sums
}

export type PlayLimitRefusal = { status: 'loss_limit' | 'time_limit'; period: LimitPeriod; left: number }

/**
 * Checks a stake against the limits on losses and playing time. If several limits refuse it, returns the one with the
 * longest period. Returns undefined if the stake is allowed.
 * @param used the losses in won (negative after net gains) and the whole minutes played, per period
 */
export function refuseStake(
  { loss, time }: Pick<Required<StoredLimits>, 'loss' | 'time'>,
  used: Record<'loss' | 'time', Record<LimitPeriod, number>>,
  stake: Won,
): PlayLimitRefusal | undefined {
  for (const period of limitPeriods.toReversed()) {
    const [lossLimit, timeLimit] = [loss[period], time[period]]
    if (timeLimit !== null && used.time[period] >= timeLimit) return { status: 'time_limit', period, left: 0 }
    if (lossLimit !== null && used.loss[period] + stake > lossLimit)
      return { status: 'loss_limit', period, left: Math.max(0, lossLimit - used.loss[period]) }
  }
  return undefined
}

/** Returns whether a reality check is due. @param fromMs when play started, in Unix time, or undefined without play */
export function isCheckDue(reality: StoredLimits['reality'], fromMs: number | undefined, nowMs: number): boolean {
  return reality !== null && fromMs !== undefined && nowMs - fromMs >= minutes(reality)
}

/** Returns whether a change sets a different check interval. The same interval only acknowledges a due check. */
export function changesCheckInterval({ reality }: PlayLimitsChange, current: StoredLimits['reality']): boolean {
  return reality !== undefined && reality !== current
}

/** Source: Gambling Act 2005 (Operating Licence Conditions) Regulations 2024 and 2025. */
const lowerCapBelowAge = 25

/** Returns the maximum stake of a slot round in won, if any. If the member's age is unknown, the lower cap applies. */
export function maxStakeOf(
  { maxStake, maxStakeBelow25 }: { maxStake?: Won; maxStakeBelow25?: Won },
  birthYear: number | null,
  now: Date,
): Won | undefined {
  if (maxStakeBelow25 === undefined) return maxStake
  const thisYear = Number(toSeoulDay(now.getTime()).slice(0, 4))
  if (birthYear && thisYear - birthYear > lowerCapBelowAge) return maxStake
  return Math.min(maxStakeBelow25, maxStake ?? maxStakeBelow25)
}

/**
 * Returns the period of the tightest deposit limit and how much of it is left, in won. If several limits are equally
 * tight, returns the longest period. Returns undefined if there is no limit with a known used amount.
 */
export function leftToDeposit(
  { deposit }: { deposit: Record<LimitPeriod, Won | null | undefined> },
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

/** If the deposit exceeds the tightest limit, returns that limit's period and how much of it is left, in won. */
export function refuseDeposit(won: Won, ...limitsAndUse: Parameters<typeof leftToDeposit>) {
  const tightest = leftToDeposit(...limitsAndUse)
  return tightest && won > tightest.left ? tightest : undefined
}

const toUsable = (left: Won): Won => (left < minDeposit ? 0 : left)
