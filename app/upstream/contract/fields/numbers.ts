import { z } from 'zod'
import { type ParsedAmount, toWholeWon } from '~/values/balance'

/** Describes a field for docs/upstream.md, OpenAPI and the conformance run. */
export function described<Schema extends z.ZodType>(schema: Schema, description: string, example?: unknown): Schema {
  return schema.meta({ description, ...(example === undefined ? {} : { example }) })
}

/** Describes a response field that an upstream should send, although the site works without it. */
export function expected<Schema extends z.ZodType>(schema: Schema, description: string, example?: unknown): Schema {
  return described(schema, description, example).meta({ expected: true })
}

/** Describes an optional response field. An unreadable value counts as missing. */
export function optional<Schema extends z.ZodType>(schema: Schema, description: string, example?: unknown) {
  return described(schema.optional().catch(undefined), description, example)
}

/** Declares other names under which some upstreams send a field. Two names with different values are an error. */
export function withAliases<Schema extends z.ZodType>(schema: Schema, ...names: string[]): Schema {
  return schema.meta({ [aliasesKey]: names })
}

export const aliasesKey = 'x-aliases'

/** The JSON schema of a number as an upstream should send it: won, points or a count. */
export const wholeNumber = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const

const decimalPattern = /^[+-]?(?:(?:\d+|\d{1,3}(?:,\d{3})+)\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** Reads a number or numeric string. Returns undefined if it is missing, and null if it is unreadable or too large. */
function readNumber(value: unknown): ParsedAmount {
  if (value === undefined || value === null) return undefined
  const isNumeric = typeof value === 'string' && decimalPattern.test(value.trim())
  const parsed = isNumeric ? Number(value.replaceAll(',', '')) : value
  return typeof parsed === 'number' && Math.abs(parsed) <= Number.MAX_SAFE_INTEGER ? parsed : null
}

/** A missing number is undefined and shown as "–". An unreadable one is 0. Source: docs/product.md, display rules. */
export const lenientNumber = z
  .unknown()
  .transform((value): number | undefined => {
    const number = readNumber(value)
    return number === null ? 0 : number
  })
  .optional()
  .meta(wholeNumber)

export const lenientWhole = lenientNumber.transform((count) => count && (Math.trunc(count) || 0)).meta(wholeNumber)

const unreadableValues = new Map<string, null | undefined>()

export function declareMoney(field: string, unreadable: null | undefined): void {
  unreadableValues.set(field, unreadable)
}

/** Returns the names of the fields with unreadable amounts in a parsed response. */
export function unreadableMoneyIn(response: unknown): string[] {
  const found = new Set<string>()
  const look = (value: unknown, parent: string): void => {
    if (Array.isArray(value)) {
      for (const item of value) look(item, parent)
      return
    }
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'object' && inner !== null) look(inner, name)
      else if (inner === null || inner === undefined)
        for (const field of [name, `${parent}.${name}`])
          if (unreadableValues.has(field) && unreadableValues.get(field) === inner) found.add(field)
    }
  }
  look(response, '')
  return [...found]
}

/**
 * Returns a schema for amounts (won or points) that keeps fractions, so that only the sum is truncated. A missing
 * amount is undefined. An unreadable amount is null, and `unreadableMoneyIn` reports it.
 */
export function lenientSum(field: string) {
  declareMoney(field, null)
  return z.unknown().transform(readNumber).optional().meta(wholeNumber)
}

export function lenientWon(field: string) {
  return lenientSum(field).transform(toWholeWon).optional().meta(wholeNumber)
}

export function lenientSigned(field: string) {
  return lenientWon(field).meta({ minimum: Number.MIN_SAFE_INTEGER })
}
