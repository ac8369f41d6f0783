import { z } from 'zod'
import { breakLengths, exclusionLengths, inPeriods, limitSlots, longestMinutes, realityMinutes } from './names'

/** A limit of deposits or losses in won; null: none. */
const limitInWon = z.int().min(0).nullable()
const limitsInWon = z.strictObject(inPeriods(() => limitInWon))
const limitsInMinutes = z.strictObject(inPeriods((period) => z.int().min(0).max(longestMinutes[period]).nullable()))
/** The end of a break or self-exclusion, ISO 8601; null: none runs. */
const end = z.iso.datetime().nullable()

/**
 * A member's limits as the embedded upstream and the site store them. Only the embedded upstream, which sees the bets, has
 * those of losses and time. Any other missing field means a damaged record, which must not pass for one without limits.
 */
export const storedLimits = z.strictObject({
  deposit: limitsInWon,
  loss: limitsInWon.optional(),
  time: limitsInMinutes.optional(),
  /** Pending raises: from `from` on the member may confirm them. */
  pending: z.array(
    z.strictObject({
      name: z.enum(limitSlots.map(({ name }) => name)),
      value: limitInWon,
      from: z.iso.datetime(),
    }),
  ),
  reality: z.literal(realityMinutes).nullable(),
  breakUntil: end,
  excludedUntil: end,
})
export type StoredLimits = z.output<typeof storedLimits>

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
