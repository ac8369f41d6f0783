import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { LimitPeriod } from '~/limits/names'
import { currentRaises, defaultLimits, firstCountedDay, runningExclusion, sumInPeriods } from '~/limits/rules'
import { storedLimits } from '~/limits/schemas'
import { maxWon, type Won } from '~/values/amount'
import { type Day, isCalendarDay } from '~/values/seoul'
import type { PlayLimits } from '../contract/play-limits'

/** What Redis holds of a member whose limits the site keeps. */
export const storedRecord = z.strictObject({
  limits: storedLimits,
  /** Won that this site sent to be deposited, by day in Seoul. */
  deposited: z.record(z.string().refine(isCalendarDay), z.int().min(0)),
  /** The self-exclusion for which the member's phone and bank account were stored, by its end. */
  identifiedUntil: z.iso.datetime().nullable(),
})
export type StoredRecord = z.output<typeof storedRecord>

/** The record of a member who never set a limit. */
export const emptyRecord: StoredRecord = { limits: defaultLimits, deposited: {}, identifiedUntil: null }

/** Whether anything in a record differs from a new member's limits. What has ended does not count. */
export function isKept({ limits }: StoredRecord, now: Date): boolean {
  const settings = { ...limits, pending: currentRaises(limits.pending, now), breakUntil: null, excludedUntil: null }
  return !isDeepStrictEqual(settings, defaultLimits) || runningExclusion(limits, now) !== undefined
}

export function toPlayLimits(record: StoredRecord, now: Date): PlayLimits {
  const pending = currentRaises(record.limits.pending, now)
  return { ...record.limits, pending, used: usedIn(record, now) }
}

/** Won deposited in the running periods. */
export function usedIn({ deposited }: StoredRecord, now: Date): Record<LimitPeriod, Won> {
  return sumInPeriods(Object.entries(deposited), now)
}

export function addDeposit(record: StoredRecord, day: Day, won: Won): StoredRecord {
  const total = Math.min(Math.max(0, (record.deposited[day] ?? 0) + won), maxWon)
  return { ...record, deposited: { ...record.deposited, [day]: total } }
}

/** Drops the days before the running week and month. */
export function dropPastDays(record: StoredRecord, now: Date): StoredRecord {
  const first = firstCountedDay(now)
  return { ...record, deposited: Object.fromEntries(Object.entries(record.deposited).filter(([day]) => day >= first)) }
}
