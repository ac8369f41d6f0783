import { z } from 'zod'
import { breakLengths, exclusionLengths, inPeriods, limitSlots, longestMinutes, realityMinutes } from './names'

const limitInWon = z.int().min(0).nullable()
const limitsInWon = z.strictObject(inPeriods(() => limitInWon))
const limitsInMinutes = z.strictObject(inPeriods((period) => z.int().min(0).max(longestMinutes[period]).nullable()))
const end = z.iso.datetime().nullable()

/** Only the embedded upstream has limits of losses and time; any other missing field means a damaged record. */
export const storedLimits = z.strictObject({
  deposit: limitsInWon,
  loss: limitsInWon.optional(),
  time: limitsInMinutes.optional(),
  pending: z.array(
    z.strictObject({ name: z.enum(limitSlots.map(({ name }) => name)), value: limitInWon, from: z.iso.datetime() }),
  ),
  reality: z.literal(realityMinutes).nullable(),
  breakUntil: end,
  excludedUntil: end,
  /** The self-exclusion continues after its term until the member asks; missing if an older version began it. */
  endsOnRequest: z.boolean().optional(),
})
export type StoredLimits = z.output<typeof storedLimits>

/** The payload of set-play-limits. `reality` also restarts the clock of the reality check. */
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
  endExclusion: z
    .literal(true)
    .optional()
    .describe(
      'asks to end a self-exclusion whose term is over; it ends 24 hours later. Before its term without effect',
    ),
})
export type PlayLimitsChange = z.output<typeof playLimitsChange>
