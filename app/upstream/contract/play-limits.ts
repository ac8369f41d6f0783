import { z } from 'zod'
import { maxWon, type Won } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'
import { expected } from './fields/descriptions'
import { declareMoney, lenientNumber, lenientWhole, lenientWon } from './fields/numbers'
import { lenientDate } from './fields/values'

/**
 * Play limits: limits of deposits, losses and playing time, reality check, break and self-exclusion, as they are stored, sent
 * and changed. Their rules are in play-limit-rules.ts. Source: docs/safer-play.md.
 */

export const limitPeriods = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof limitPeriods)[number]
/** What a limit is set on. Deposits and losses are won, playing time is minutes. */
export const limitKinds = ['deposit', 'loss', 'time'] as const
export type LimitKind = (typeof limitKinds)[number]
export type LimitName = LimitPeriod | `${Exclude<LimitKind, 'deposit'>}_${LimitPeriod}`

export function limitName(kind: LimitKind, period: LimitPeriod): LimitName {
  return kind === 'deposit' ? period : `${kind}_${period}`
}

/** All limits that a member can set, with the name of each in a raise that waits and in a form. */
export const limitSlots = limitKinds.flatMap((kind) =>
  limitPeriods.map((period) => ({ kind, period, name: limitName(kind, period) })),
)
export type LimitSlot = (typeof limitSlots)[number]
const limitNames = limitSlots.map(({ name }) => name)

export const realityMinutes = [15, 30, 60] as const
export const breakLengths = ['24h', '7d', '30d'] as const
export type BreakLength = (typeof breakLengths)[number]
export const exclusionLengths = ['6m', '1y', '5y'] as const
export type ExclusionLength = (typeof exclusionLengths)[number]

const inPeriods = <Schema>(of: (period: LimitPeriod) => Schema) => ({
  day: of('day'),
  week: of('week'),
  month: of('month'),
})

/** A limit of deposits or losses in won; null: none. */
const limitInWon = z.int().min(0).nullable()
const limitsInWon = z.strictObject(inPeriods(() => limitInWon))
/** The minutes of each period: no limit of playing time is higher. */
export const longestMinutes = { day: 1_440, week: 10_080, month: 44_640 } as const satisfies Record<LimitPeriod, number>
const limitsInMinutes = z.strictObject(inPeriods((period) => z.int().min(0).max(longestMinutes[period]).nullable()))
/** The end of a break or self-exclusion, ISO 8601; null: none runs. */
const end = z.iso.datetime().nullable()

/**
 * A member's limits as the embedded upstream and the site store them: all but what was used. Every field is required but
 * those of losses and time, which the site can't know: limits with something missing are damaged, and must not pass for
 * none.
 */
export const storedLimits = z.strictObject({
  deposit: limitsInWon,
  loss: limitsInWon.optional(),
  time: limitsInMinutes.optional(),
  /** Raises that wait: from `from` on the member may confirm them. */
  pending: z.array(z.strictObject({ name: z.enum(limitNames), value: limitInWon, from: z.iso.datetime() })),
  reality: z.literal(realityMinutes).nullable(),
  breakUntil: end,
  excludedUntil: end,
})
export type StoredLimits = z.output<typeof storedLimits>

/**
 * A limit in a response, a number or a numeric string; null: none. Undefined where it is neither: a limit may hold,
 * which is shown as money that could not be read.
 */
const lenientLimit = z
  .unknown()
  // First: afterwards it would take the place of what can't be read, too.
  .default(null)
  .transform((value): Won | null | undefined => {
    if (value === null || value === '') return null
    const won = typeof value === 'string' ? Number(value) : value
    return typeof won === 'number' && won >= 0 && won <= maxWon ? Math.trunc(won) : undefined
  })
  .meta({ type: ['integer', 'null'], minimum: 0, example: 1_000_000 })

for (const kind of ['deposit', 'loss']) for (const period of limitPeriods) declareMoney(`${kind}.${period}`, undefined)
declareMoney('pending.value', undefined)

/** Minutes between reality checks in a response. Others than a member can choose count as the next shorter choice. */
const lenientReality = lenientNumber
  .transform((minutes = 0): StoredLimits['reality'] => {
    if (minutes <= 0) return null
    return realityMinutes.findLast((choice) => choice <= minutes) ?? realityMinutes[0]
  })
  .default(null)
  .meta({ type: undefined, minimum: undefined, maximum: undefined, enum: [...realityMinutes, null], example: 60 })

/** The end of a break or self-exclusion in a response, in any form that Date.parse reads. */
const lenientEnd = z
  .unknown()
  .transform((value, context): string | null => {
    if (value === null || value === '') return null
    const timeMs = typeof value === 'string' ? Date.parse(value) : Number.NaN
    if (!Number.isNaN(timeMs)) return new Date(timeMs).toISOString()
    // Without its end nobody can say whether the member may play.
    context.addIssue({ code: 'custom', message: 'unreadable end' })
    return z.NEVER
  })
  .default(null)
  .meta({ type: ['string', 'null'], format: 'date-time', example: null })

const lenientPending = z
  .object({
    name: z.enum(limitNames).describe('which limit'),
    value: expected(lenientLimit, 'the raised limit; null: none any more', 2_000_000),
    from: expected(lenientDate, 'from when on the member may confirm it, by sending the same value again'),
  })
  .meta({ id: 'PendingLimit' })

const sinceWhen = { day: 'since 00:00', week: 'since Monday', month: 'since the 1st' }
/** What was used in the running periods. */
const usedInPeriods = <Schema extends z.ZodType>(id: string, of: (period: LimitPeriod) => Schema, example: number) =>
  z.object(inPeriods((period) => expected(of(period), sinceWhen[period], example))).meta({ id })

/** The limits of one kind that a response may have. */
const lenientLimits = (unit: string, id: string) =>
  z
    .object({
      day: expected(lenientLimit, `${unit} a day; null: no limit`),
      week: expected(lenientLimit, `${unit} a week, from Monday`, null),
      month: expected(lenientLimit, `${unit} a month`, null),
    })
    .meta({ id })

/**
 * The limits in the response of get-play-limits. Only an end that can't be read refuses them; of all else what can't be
 * read is left out, so that a break never disappears because of another field.
 */
export const playLimits = z
  .object({
    deposit: lenientLimits('won', 'DepositLimits')
      .catch({ day: null, week: null, month: null })
      .describe('the limits of deposits that hold now'),
    loss: lenientLimits('won', 'LossLimits')
      .optional()
      .catch(undefined)
      .describe('the limits of losses; without it the pages offer none'),
    time: lenientLimits('minutes', 'TimeLimits')
      .optional()
      .catch(undefined)
      .describe('the limits of playing time; without it the pages offer none'),
    pending: expected(
      z
        .array(lenientPending.optional().catch(undefined))
        .catch([])
        .transform((raises) => raises.filter((raise) => raise !== undefined)),
      'raises that wait',
    ),
    reality: expected(lenientReality, 'minutes of play between reality checks; null: none'),
    breakUntil: expected(lenientEnd, 'end of the break; null: none runs'),
    excludedUntil: expected(lenientEnd, 'end of the self-exclusion; null: none runs'),
    used: usedInPeriods('UsedLimits', (period) => lenientWon(`used.${period}`), 300_000)
      .catch({})
      .describe('won deposited in the running day, week and month of Seoul'),
    lossUsed: usedInPeriods('LostInPeriods', (period) => lenientWon(`lossUsed.${period}`), 20_000)
      .optional()
      .catch(undefined)
      .describe('won staked and not won back in them; 0 where more was won'),
    timeUsed: usedInPeriods('PlayedInPeriods', () => lenientWhole, 45)
      .optional()
      .catch(undefined)
      .describe('minutes played in them'),
    // Only the embedded upstream sends it.
    played: z
      .object({
        from: expected(lenientDate, 'when play began'),
        staked: expected(lenientWon('played.staked'), 'staked since then', 40_000),
        won: expected(lenientWon('played.won'), 'won back since then', 38_000),
      })
      .meta({ id: 'Played' })
      .nullable()
      .optional()
      .catch(undefined)
      .describe('play since the last reality check; without it the site’s own clock counts'),
  })
  .meta({ id: 'Limits' })
export type PlayLimits = z.output<typeof playLimits>

/** `site` when this site keeps the limits, because the upstream lacks the calls. Not accepted from an upstream. */
export const keptBySite = z
  .unknown()
  .transform((): 'site' | undefined => undefined)
  .optional()

/**
 * The payload of set-play-limits. `reality` also restarts the clock of the reality check; the interval that holds
 * answers it.
 */
export const playLimitsChange = z.strictObject({
  deposit: limitsInWon
    .partial()
    .optional()
    .meta({
      description: '`day`, `week` and `month`: those that change, in won; null: no limit',
      example: { day: 500_000 },
    }),
  loss: limitsInWon.partial().optional().describe('the same of losses, where get-play-limits has them'),
  time: limitsInMinutes
    .partial()
    .optional()
    .describe('the same of playing time, in minutes, where get-play-limits has them'),
  reality: z
    .union([z.literal(realityMinutes), z.null()])
    .optional()
    .describe(
      'minutes; also restarts its clock. While a check is due, the value that holds answers it and another counts for nothing',
    ),
  break: z.enum(breakLengths).optional().describe('begins a break; a shorter one never replaces a longer'),
  exclude: z.enum(exclusionLengths).optional().describe('begins a self-exclusion; it cannot be shortened'),
})
export type PlayLimitsChange = z.output<typeof playLimitsChange>

/** A break or self-exclusion that runs, and its end as ISO 8601. */
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

/** What every page of a member shows of the limits. */
export type PlayLimitsSummary = {
  /** The deposit limit that leaves the least, in won, of those that could be read; null without one. */
  tightest: { period: LimitPeriod; limit: Won; used: Won; left: Won } | null
  /** Some limit, or what was used of it, could not be read: the upstream judges. */
  isUnreadable?: true
  exclusion: Exclusion | null
}
