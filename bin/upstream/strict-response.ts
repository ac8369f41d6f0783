import { z } from 'zod'
import type { CallName } from '~/upstream/contract'
import { responseSchema } from './schemas'

const strictForms = new Map<CallName, { schema: z.ZodType; required: readonly string[] }>()

function strictForm(callName: CallName) {
  const known = strictForms.get(callName)
  if (known) return known
  const jsonSchema = responseSchema(callName)
  const form = { schema: z.fromJSONSchema(jsonSchema as never), required: jsonSchema.required ?? [] }
  strictForms.set(callName, form)
  return form
}

/** Returns where a response differs from the reference's strict form, a line per field. */
export function strictDifferences(callName: CallName, response: unknown): string[] {
  const { error } = strictForm(callName).schema.safeParse(response)
  return [...new Set((error?.issues ?? []).map(({ path, message }) => `${describePath(path)}: ${message}`))]
}

/** Returns required fields that hold nothing, so that they show no more than an absence. */
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
