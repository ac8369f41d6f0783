import { z } from 'zod'
import { type CallName, contract, type RefusalOf } from '~/upstream/contract'
import { type Call, successStatuses } from '~/upstream/contract/call'
import { aliasesKey } from '~/upstream/contract/fields/numbers'
import references from './calls.json'

export type JsonSchema = {
  $ref?: string
  [aliasesKey]?: readonly string[]
  type?: string | readonly string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  minimum?: number
  minLength?: number
  maxLength?: number
  examples?: readonly unknown[]
  $defs?: Record<string, JsonSchema>
}

/** The parts of a call's reference that the contract does not contain. */
type CallReference<S extends CallName> = { about: string; site: string; cost: string } & ([RefusalOf<S>] extends [never]
  ? { refusals?: undefined }
  : { refusals: Readonly<Record<RefusalOf<S>, string>> })

/** The reference of every call. The compiler reports missing calls and refusals, and a test reports extra ones. */
export const callReferences: { readonly [S in CallName]: CallReference<S> } = references

export const callNames = Object.keys(contract) as CallName[]

export function payloadSchema(callName: CallName): JsonSchema {
  return toJsonSchema(contract[callName].payload, 'output')
}

/** Returns the schema of a correct success response. It is stricter than what the site accepts. */
export function responseSchema(callName: CallName): JsonSchema {
  const call: Call = contract[callName]
  const { properties = {}, required = [], ...rest } = toJsonSchema(call.response, 'input')
  const fields = Object.entries(properties).filter(([, { description }]) => description !== undefined)
  const needed = required.filter((name) => name !== 'status')
  const about = needed.length > 0 ? 'may be missing where the other fields came' : 'the outcome'
  return {
    ...rest,
    properties: { status: { enum: successStatuses(call), description: about }, ...Object.fromEntries(fields) },
    required: needed.length > 0 ? needed : ['status'],
  }
}

export function recordSchemas(): Record<string, JsonSchema> {
  return Object.assign({}, ...callNames.map((callName) => responseSchema(callName).$defs))
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return tidy(made) as JsonSchema
}

/** Makes expected fields required and drops defaults, which only the site uses. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== 'object' || value === null) return value
  const { default: _default, expected: _expected, example, ...schema } = value as Record<string, unknown>
  // A format already implies its pattern.
  if (schema.format !== undefined) delete schema.pattern
  const tidied = Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, tidy(inner)]))
  const { properties, required = [] } = schema as { properties?: Record<string, object>; required?: string[] }
  const names = Object.entries(properties ?? {}).filter(
    ([name, field]) => required.includes(name) || 'expected' in field,
  )
  return {
    ...tidied,
    ...(example === undefined ? {} : { examples: [example] }),
    ...(names.length > 0 ? { required: names.map(([name]) => name) } : {}),
  }
}

function exampleOf(schema: JsonSchema, records: Readonly<Record<string, JsonSchema>>): unknown {
  const { examples, $ref, enum: values, anyOf, type, properties = {}, required } = schema
  if (examples) return examples[0]
  if ($ref) return exampleOf(records[$ref.slice('#/$defs/'.length)] ?? {}, records)
  if (values) return values[0]
  if (anyOf) return exampleOf(anyOf[0] ?? {}, records)
  if (schema.format) return '2026-03-02T03:00:00Z'
  if (type === 'array') return [exampleOf(schema.items ?? {}, records)]
  if (type !== 'object') return type === 'boolean' ? true : schema.minimum
  const shown = Object.entries(properties).filter(([name, field]) => required?.includes(name) || field.examples)
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field, records)]))
}

export function examplesOf(callName: CallName): { payload: unknown; response: object } {
  const schema = responseSchema(callName)
  const response = exampleOf(schema, schema.$defs ?? {}) as object
  return { payload: exampleOf(payloadSchema(callName), {}), response: { status: 'success', ...response } }
}
