import { z } from 'zod'
import type { Won } from '~/money/amount'
import { days, hours } from '~/time/durations'
import { monthsAfter, startOfSeoulDay, startOfSeoulMonth, startOfSeoulWeek } from '~/time/seoul'
import { answerDate, answerWhole } from './values'

/**
 * Play limits: deposit limits, reality check, break and self-exclusion. Whoever keeps them, the embedded upstream or the
 * site itself, applies the rules of this module. Source: docs/safer-play.md.
 */

export const limitPeriods = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof limitPeriods)[number]
export const realityMinutes = [15, 30, 60] as const
export const breakLengths = ['24h', '7d', '30d'] as const
export type BreakLength = (typeof breakLengths)[number]
export const exclusionLengths = ['6m', '1y', '5y'] as const
export type ExclusionLength = (typeof exclusionLengths)[number]

/** A deposit limit in won; null: none. */
const limitInWon = z.union([z.int().min(0), z.null()])
/** The end of a break or self-exclusion in an answer, ISO 8601; null: none runs. */
const end = z.union([z.iso.datetime({ offset: true }), z.null()])

/** A member's limits as they are stored: all but what was used. */
const storedLimits = z.object({
  deposit: z.object({ day: limitInWon, week: limitInWon, month: limitInWon }),
  /** Raises that wait: from `from` on the member may confirm them. */
  pending: z.array(z.object({ name: z.enum(limitPeriods), value: limitInWon, from: answerDate })).default([]),
  /** Minutes of play between two reality checks; null: none. */
  reality: z.union([z.literal(realityMinutes), z.null()]).default(null),
  breakUntil: end.default(null),
  excludedUntil: end.default(null),
})
export type StoredLimits = z.output<typeof storedLimits>

/** The answer of get-play-limits. */
export const playLimits = storedLimits.extend({
  /** Won deposited in the running day, week and month in Seoul. */
  used: z.object({ day: answerWhole, week: answerWhole, month: answerWhole }),
  /**
   * The play since the last reality check, in won. Only the embedded upstream sends it; null: no play since then.
   */
  played: z.object({ from: answerDate, staked: answerWhole, won: answerWhole }).nullable().optional().catch(undefined),
})
export type PlayLimits = z.output<typeof playLimits>

/** `site` when this site keeps the limits, because the upstream lacks the calls. Not accepted from an upstream. */
export const keptBySite = z
  .unknown()
  .transform((): 'site' | undefined => undefined)
  .optional()

/** The payload of set-play-limits. `reality` also restarts the clock of the reality check. */
export const playLimitsChange = z.strictObject({
  deposit: z
    .strictObject({ day: limitInWon.optional(), week: limitInWon.optional(), month: limitInWon.optional() })
    .optional(),
  reality: z.union([z.literal(realityMinutes), z.null()]).optional(),
  break: z.enum(breakLengths).optional(),
  exclude: z.enum(exclusionLengths).optional(),
})
export type PlayLimitsChange = z.output<typeof playLimitsChange>

/** A member who never set a limit. */
export const defaultLimits: StoredLimits = {
  deposit: { day: null, week: null, month: null },
  pending: [],
  reality: 60,
  breakUntil: null,
  excludedUntil: null,
}

/** How long a raise waits before the member can confirm it. */
export const raiseDelayMs = hours(24)

/**
 * Applies a change. A lower limit acts at once and ends a raise that waits. A higher one waits for 24 hours: asked for
 * again after that it acts, asked for again before that it changes nothing. The current value ends a raise that waits.
 * A break or self-exclusion never becomes shorter.
 */
export function changeLimits(current: StoredLimits, change: PlayLimitsChange, now: Date): StoredLimits {
  const deposit = { ...current.deposit }
  let pending = current.pending
  for (const name of limitPeriods) {
    const value = change.deposit?.[name]
    if (value === undefined) continue
    const waiting = pending.find((raise) => raise.name === name)
    pending = pending.filter((raise) => raise !== waiting)
    if (!isRaise(deposit[name], value)) deposit[name] = value
    else if (waiting?.value !== value)
      pending = [...pending, { name, value, from: new Date(now.getTime() + raiseDelayMs).toISOString() }]
    else if (Date.parse(waiting.from) <= now.getTime()) deposit[name] = value
    else pending = [...pending, waiting]
  }
  return {
    deposit,
    pending,
    reality: change.reality === undefined ? current.reality : change.reality,
    breakUntil: laterEnd(current.breakUntil, change.break && endOfBreak(change.break, now)),
    excludedUntil: laterEnd(current.excludedUntil, change.exclude && endOfExclusion(change.exclude, now)),
  }
}

function isRaise(from: Won | null, to: Won | null): boolean {
  return from !== null && (to === null || to > from)
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
): { kind: 'break' | 'exclusion'; until: string } | undefined {
  const { breakUntil, excludedUntil } = limits
  const runs = (until: string | null) => until !== null && Date.parse(until) > now.getTime()
  const breakEnd = runs(breakUntil) ? breakUntil : null
  const exclusionEnd = runs(excludedUntil) ? excludedUntil : null
  if (exclusionEnd !== null && (breakEnd === null || Date.parse(exclusionEnd) >= Date.parse(breakEnd)))
    return { kind: 'exclusion', until: exclusionEnd }
  return breakEnd === null ? undefined : { kind: 'break', until: breakEnd }
}

/** Starts of the running periods: the day at 00:00, the week on Monday, the month on its first day, in Seoul. */
export function periodStarts(now: Date): Record<LimitPeriod, Date> {
  return { day: startOfSeoulDay(now), week: startOfSeoulWeek(now), month: startOfSeoulMonth(now) }
}

/** What the tightest limit leaves, in won, and its period. Undefined without a limit. */
export function leftToDeposit(
  { deposit }: Pick<StoredLimits, 'deposit'>,
  used: Partial<Record<LimitPeriod, Won>>,
): { period: LimitPeriod; left: Won } | undefined {
  return limitPeriods
    .flatMap((period) => {
      const limit = deposit[period]
      return limit === null ? [] : [{ period, left: Math.max(0, limit - (used[period] ?? 0)) }]
    })
    .sort((a, b) => a.left - b.left)[0]
}
