import type { Won } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'

/** Periods and names of play limits, and lengths of breaks and self-exclusions. Source: docs/safer-play.md. */

export const limitPeriods = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof limitPeriods)[number]

export const inPeriods = <Value>(of: (period: LimitPeriod) => Value) => ({
  day: of('day'),
  week: of('week'),
  month: of('month'),
})

/** Limits on deposits and losses are in won, and limits on playing time are in minutes. */
export const limitKinds = ['deposit', 'loss', 'time'] as const
export type LimitKind = (typeof limitKinds)[number]
export type LimitName = LimitPeriod | 'loss_day' | 'loss_week' | 'loss_month' | 'time_day' | 'time_week' | 'time_month'

export function limitName(kind: LimitKind, period: LimitPeriod): LimitName {
  return kind === 'deposit' ? period : `${kind}_${period}`
}

export const limitSlots = limitKinds.flatMap((kind) =>
  limitPeriods.map((period) => ({ kind, period, name: limitName(kind, period) })),
)
export type LimitSlot = (typeof limitSlots)[number]

export const longestMinutes = { day: 1_440, week: 10_080, month: 44_640 } as const satisfies Record<LimitPeriod, number>

export const realityMinutes = [15, 30, 60] as const
export const breakLengths = ['24h', '7d', '30d'] as const
export type BreakLength = (typeof breakLengths)[number]
export const exclusionLengths = ['6m', '1y', '5y'] as const
export type ExclusionLength = (typeof exclusionLengths)[number]

/** `isOver` is set if the self-exclusion's term ended at `until` but the member has not yet asked to play again. */
export type Exclusion = { kind: 'break' | 'exclusion'; until: string; isOver?: true }

export type RealityCheck = {
  /** The start of play in ISO 8601. `minutes` is the number of whole minutes since then. */
  from: string
  minutes: number
  /** The amounts staked and won since `from`. Undefined if the upstream does not report them. */
  staked?: ParsedAmount
  won?: ParsedAmount
}

export type PlayLimitsSummary = {
  tightest: { period: LimitPeriod; limit: Won; used: Won; left: Won } | null
  /** Set if a limit or its used amount is unreadable. Only the upstream can then decide. */
  isUnreadable?: true
  exclusion: Exclusion | null
}
