import { z } from 'zod'
import { breakLengths, exclusionLengths, inPeriods, limitSlots, longestMinutes, realityMinutes } from './names'

const limitInWon = z.int().min(0).nullable()
const limitsInWon = z.strictObject(inPeriods(() => limitInWon))
const limitsInMinutes = z.strictObject(inPeriods((period) => z.int().min(0).max(longestMinutes[period]).nullable()))
const end = z.iso.datetime().nullable()

/** Only the embedded upstream stores `loss` and `time`. If any other field is missing, the record is damaged. */
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
  /** If true, the self-exclusion ends only on request, even after its term. Older versions omit this field. */
  endsOnRequest: z.boolean().optional(),
})
export type StoredLimits = z.output<typeof storedLimits>

/** The payload of set-play-limits. Sending `reality` also restarts the interval until the next reality check. */
export const playLimitsChange = z.strictObject({
  deposit: limitsInWon
    .partial()
    .optional()
    .meta({
      description: 'those of `day`, `week` and `month` that change, in won; null: no limit',
      example: { day: 500_000 },
    }),
  loss: limitsInWon.partial().optional().describe('the same for losses, if get-play-limits has them'),
  time: limitsInMinutes
    .partial()
    .optional()
    .describe('the same for playing time, in minutes, if get-play-limits has it'),
  reality: z
    .union([z.literal(realityMinutes), z.null()])
    .optional()
    .describe(
      'minutes; also restarts the timer. While a check is due, the current value confirms it and any other is ignored',
    ),
  break: z.enum(breakLengths).optional().describe('starts a break; a shorter one never replaces a longer one'),
  exclude: z.enum(exclusionLengths).optional().describe('starts a self-exclusion, which can’t be shortened'),
  endExclusion: z
    .literal(true)
    .optional()
    .describe(
      'asks to end a self-exclusion whose term is over; it ends 24 hours later. Has no effect before the term is over',
    ),
})
export type PlayLimitsChange = z.output<typeof playLimitsChange>
