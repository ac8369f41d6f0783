import type { z } from 'zod'

/** Describes a field for docs/upstream.md, OpenAPI and the conformance run. */
export function described<Schema extends z.ZodType>(schema: Schema, description: string, example?: unknown): Schema {
  return schema.meta({ description, ...(example === undefined ? {} : { example }) })
}

/** Describes a field of a response that an upstream should send, though the site does without it. */
export function expected<Schema extends z.ZodType>(schema: Schema, description: string, example?: unknown): Schema {
  return described(schema, description, example).meta({ expected: true })
}

/** What an upstream should send where the site reads a number: won, points or a count. */
export const wholeNumber = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const
