import { z } from 'zod'
import type { CallName } from '~/upstream/contract'
import { aliasesKey } from '~/upstream/contract/fields/numbers'
import { memoize } from '~/values/memoize'
import { type JsonSchema, responseSchema } from './schemas'

const strictForm = memoize((callName: CallName) => {
  const jsonSchema = responseSchema(callName)
  return { jsonSchema, schema: z.fromJSONSchema(jsonSchema as never), required: jsonSchema.required ?? [] }
})

/** Returns a line for each field in which a response differs from the strict schema. */
export function strictDifferences(callName: CallName, response: unknown): string[] {
  const { jsonSchema, schema } = strictForm(callName)
  const { error } = schema.safeParse(underOwnNames(response, jsonSchema, jsonSchema.$defs ?? {}))
  return [...new Set((error?.issues ?? []).map(({ path, message }) => `${describePath(path)}: ${message}`))]
}

/** Returns a response with the contract's field names, because accepted aliases are not faults. */
function underOwnNames(value: unknown, schema: JsonSchema, records: Readonly<Record<string, JsonSchema>>): unknown {
  const { $ref, anyOf = [], items = {}, properties = {} } = schema
  if ($ref) return underOwnNames(value, records[$ref.slice('#/$defs/'.length)] ?? {}, records)
  if (Array.isArray(value)) return value.map((item) => underOwnNames(item, items, records))
  if (typeof value !== 'object' || value === null) return value
  const fields = new Map(Object.entries(value))
  for (const [name, field] of Object.entries(properties)) {
    const sent = [name, ...(field[aliasesKey] ?? [])].find((spelling) => fields.has(spelling))
    if (sent !== undefined) fields.set(name, underOwnNames(fields.get(sent), field, records))
  }
  return anyOf.reduce<unknown>((named, option) => underOwnNames(named, option, records), Object.fromEntries(fields))
}

/** Returns the required fields that are empty. Members can't tell empty fields from missing ones. */
export function emptyFields(callName: CallName, response: Readonly<Record<string, unknown>>): string[] {
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
  return strictForm(callName).required.filter((name) => isEmpty(response[name]))
}

function describePath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}

export function summarize(differences: readonly string[]): string {
  const shown = differences.slice(0, 3).join('; ')
  return differences.length > 3 ? `${shown}; and ${differences.length - 3} more` : shown
}
