import { z } from 'zod'
import { type ParsedAmount, toWholeWon } from '~/values/balance'
import { wholeNumber } from './words'

const decimalPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** A number or a numeric string; null when it is neither, or beyond 2^53-1, and undefined when it is missing. */
function readNumber(value: unknown): ParsedAmount {
  if (value === undefined || value === null) return undefined
  const parsed = typeof value === 'string' && decimalPattern.test(value.trim()) ? Number(value) : value
  return typeof parsed === 'number' && Math.abs(parsed) <= Number.MAX_SAFE_INTEGER ? parsed : null
}

/**
 * A number in a response that is no money: a count, a level, a wait. A missing one is undefined (displayed as –), one that
 * can't be read is 0. Source: docs/product.md, display rules.
 */
export const lenientNumber = z
  .unknown()
  .transform((value): number | undefined => {
    const number = readNumber(value)
    return number === null ? 0 : number
  })
  .optional()
  .meta(wholeNumber)

/** A lenient number without its fraction. */
export const lenientWhole = lenientNumber.transform((count) => count && (Math.trunc(count) || 0)).meta(wholeNumber)

const unreadableFields = new Set<string>()

/** Notes that a field of money came and could not be read. */
export function noteUnreadable(field: string): void {
  unreadableFields.add(field)
}

/** Takes the names of the fields of money that came since the last time and could not be read. */
export function takeUnreadableFields(): string[] {
  const fields = [...unreadableFields]
  unreadableFields.clear()
  return fields
}

/**
 * Won or points in a response, with their fraction: for what is added up before it is cut. A missing sum is undefined; one
 * that can't be read is null, which is shown as 0 and is in no sum, and `takeUnreadableFields` names it.
 *
 * @param field its name in the response.
 */
export function lenientSum(field: string) {
  return z
    .unknown()
    .transform((value): ParsedAmount => {
      const sum = readNumber(value)
      if (sum === null) noteUnreadable(field)
      return sum
    })
    .optional()
    .meta(wholeNumber)
}

/** Won or points in a response, without their fraction; missing and unreadable as `lenientSum`. */
export function lenientWon(field: string) {
  return lenientSum(field).transform(toWholeWon).optional().meta(wholeNumber)
}

/** The same, where they may be below zero. */
export function lenientSigned(field: string) {
  return lenientWon(field).meta({ minimum: Number.MIN_SAFE_INTEGER })
}
