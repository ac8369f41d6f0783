import type { Won } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'

/** What members can limit, and for how long they can stop. Source: docs/safer-play.md. */

export const limitPeriods = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof limitPeriods)[number]

/** One value for each period. */
export const inPeriods = <Value>(of: (period: LimitPeriod) => Value) => ({
  day: of('day'),
  week: of('week'),
  month: of('month'),
})

/** What a limit is set on. Deposits and losses are won, playing time is minutes. */
export const limitKinds = ['deposit', 'loss', 'time'] as const
export type LimitKind = (typeof limitKinds)[number]
export type LimitName = LimitPeriod | `${Exclude<LimitKind, 'deposit'>}_${LimitPeriod}`

export function limitName(kind: LimitKind, period: LimitPeriod): LimitName {
  return kind === 'deposit' ? period : `${kind}_${period}`
}

/** All limits that a member can set, with the name of each in a pending raise and in a form. */
export const limitSlots = limitKinds.flatMap((kind) =>
  limitPeriods.map((period) => ({ kind, period, name: limitName(kind, period) })),
)
export type LimitSlot = (typeof limitSlots)[number]

/** The minutes of each period: no limit of playing time is higher. */
export const longestMinutes = { day: 1_440, week: 10_080, month: 44_640 } as const satisfies Record<LimitPeriod, number>

export const realityMinutes = [15, 30, 60] as const
export const breakLengths = ['24h', '7d', '30d'] as const
export type BreakLength = (typeof breakLengths)[number]
export const exclusionLengths = ['6m', '1y', '5y'] as const
export type ExclusionLength = (typeof exclusionLengths)[number]

/** A running break or self-exclusion, and its end as ISO 8601. */
export type Exclusion = { kind: 'break' | 'exclusion'; until: string }

/** A reality check that is due. */
export type RealityCheck = {
  /** When play began, ISO 8601, and whole minutes since then. */
  from: string
  minutes: number
  /** Won staked and won back since then; undefined where the upstream does not say. */
  staked?: ParsedAmount
  won?: ParsedAmount
}

/** The limits on every page of a member. */
export type PlayLimitsSummary = {
  /** The deposit limit that leaves the least, in won, of those that could be read; null without one. */
  tightest: { period: LimitPeriod; limit: Won; used: Won; left: Won } | null
  /** Some limit, or what was used of it, could not be read: the upstream judges. */
  isUnreadable?: true
  exclusion: Exclusion | null
}
