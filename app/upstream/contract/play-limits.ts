import { z } from 'zod'
import { inPeriods, type LimitPeriod, limitPeriods, limitSlots, realityMinutes } from '~/limits/names'
import type { StoredLimits } from '~/limits/schemas'
import { maxWon, type Won } from '~/values/amount'
import { declareMoney, expected, lenientNumber, lenientWhole, lenientWon, optional } from './fields/numbers'
import { lenientDate, parseUpstreamDate } from './fields/values'

/** A limit in a response. Null means no limit. Undefined means an unreadable limit that might still apply. */
const lenientLimit = z
  .unknown()
  // The default comes before the transform. Otherwise, it would also replace unreadable values.
  .default(null)
  .transform((value): Won | null | undefined => {
    if (value === null || value === '') return null
    const won = typeof value === 'string' ? Number(value) : value
    return typeof won === 'number' && won >= 0 && won <= maxWon ? Math.trunc(won) : undefined
  })
  .meta({ type: ['integer', 'null'], minimum: 0, example: 1_000_000 })

for (const kind of ['deposit', 'loss']) for (const period of limitPeriods) declareMoney(`${kind}.${period}`, undefined)
declareMoney('pending.value', undefined)

/** Minutes between reality checks in a response. Other values count as the next shorter interval. */
const lenientReality = lenientNumber
  .transform((minutes = 0): StoredLimits['reality'] => {
    if (minutes <= 0) return null
    return realityMinutes.findLast((choice) => choice <= minutes) ?? realityMinutes[0]
  })
  .default(null)
  .meta({ type: undefined, minimum: undefined, maximum: undefined, enum: [...realityMinutes, null], example: 60 })

const lenientEnd = z
  .unknown()
  .transform((value, context): string | null => {
    if (value === null || value === '') return null
    const timeMs = parseUpstreamDate(value)
    if (!Number.isNaN(timeMs)) return new Date(timeMs).toISOString()
    // If the end is unreadable, it is unknown whether the member may play.
    context.addIssue({ code: 'custom', message: 'unreadable end' })
    return z.NEVER
  })
  .default(null)
  .meta({ type: ['string', 'null'], format: 'date-time', example: null })

const lenientPending = z
  .object({
    name: z.enum(limitSlots.map(({ name }) => name)).describe('which limit'),
    value: expected(lenientLimit, 'the raised limit; null: no limit', 2_000_000),
    from: expected(lenientDate, 'when the member can confirm it, by sending the same value again'),
  })
  .meta({ id: 'PendingLimit' })

const sinceWhen = { day: 'since 00:00', week: 'since Monday', month: 'since the 1st' }
const usedInPeriods = <Schema extends z.ZodType>(id: string, of: (period: LimitPeriod) => Schema, example: number) =>
  z.object(inPeriods((period) => expected(of(period), sinceWhen[period], example))).meta({ id })

const lenientLimits = (unit: string, id: string) =>
  z
    .object({
      day: expected(lenientLimit, `${unit} per day; null: no limit`),
      week: expected(lenientLimit, `${unit} per week, from Monday`, null),
      month: expected(lenientLimit, `${unit} per month`, null),
    })
    .meta({ id })

/** The response is invalid only if the end of a break or exclusion is unreadable. Neither must ever be ignored. */
export const playLimits = z
  .object({
    deposit: lenientLimits('won', 'DepositLimits')
      .catch({ day: null, week: null, month: null })
      .describe('the deposit limits that apply now'),
    loss: optional(lenientLimits('won', 'LossLimits'), 'the loss limits; without it the pages offer none'),
    time: optional(
      lenientLimits('minutes', 'TimeLimits'),
      'the limits on playing time; without it the pages offer none',
    ),
    pending: expected(
      z
        .array(lenientPending.optional().catch(undefined))
        .catch([])
        .transform((raises) => raises.filter((raise) => raise !== undefined)),
      'raises that are waiting',
    ),
    reality: expected(lenientReality, 'minutes of play between reality checks; null: none'),
    breakUntil: expected(lenientEnd, 'end of the break; null: none is running'),
    excludedUntil: expected(lenientEnd, 'end of the self-exclusion; null: none is running'),
    endsOnRequest: optional(
      z.boolean(),
      'true: it continues past `excludedUntil`, until 24 hours after `endExclusion`; otherwise it ends at `excludedUntil`',
    ),
    used: usedInPeriods('UsedLimits', (period) => lenientWon(`used.${period}`), 300_000)
      .catch({})
      .describe('won deposited in the current day, week and month (Korean time)'),
    lossUsed: optional(
      usedInPeriods('LostInPeriods', (period) => lenientWon(`lossUsed.${period}`), 20_000),
      'the amount lost in these periods, in won: stakes minus wins, at least 0',
    ),
    lossOpen: optional(
      usedInPeriods('OpenInPeriods', (period) => lenientWon(`lossOpen.${period}`), 1_000),
      'stakes in won of open bets, which `lossUsed` includes',
    ),
    timeUsed: optional(
      usedInPeriods('PlayedInPeriods', () => lenientWhole, 45),
      'minutes played in these periods',
    ),
    // Only the embedded upstream sends this field.
    played: z
      .object({
        from: expected(lenientDate, 'when play started'),
        staked: expected(lenientWon('played.staked'), 'staked since then', 40_000),
        won: expected(lenientWon('played.won'), 'won back since then', 38_000),
      })
      .meta({ id: 'Played' })
      .nullable()
      .optional()
      .catch(undefined)
      .describe('play since the last reality check; without it the site’s own timer counts'),
  })
  .meta({ id: 'Limits' })
export type PlayLimits = z.output<typeof playLimits>

/** Set to `site` if this site stores the limits. A value sent by an upstream is ignored. */
export const keptBySite = z
  .unknown()
  .transform((): 'site' | undefined => undefined)
  .optional()
