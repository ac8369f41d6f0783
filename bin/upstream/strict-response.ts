import { z } from 'zod'
import type { CallName } from '~/upstream/contract'
import { responseSchema } from './schemas'

/** The strict forms by call: a run reads the same responses many times, and making a schema takes longer than a call. */
const strictForms = new Map<CallName, { schema: z.ZodType; required: readonly string[] }>()

function strictForm(callName: CallName) {
  const known = strictForms.get(callName)
  if (known) return known
  const jsonSchema = responseSchema(callName)
  const form = { schema: z.fromJSONSchema(jsonSchema as never), required: jsonSchema.required ?? [] }
  strictForms.set(callName, form)
  return form
}

/**
 * What of a response differs from the strict form of the reference, which a site forgives: one line for each field, as
 * `helps[0].isRead: expected boolean`.
 */
export function strictDifferences(callName: CallName, response: unknown): string[] {
  const { error } = strictForm(callName).schema.safeParse(response)
  return [...new Set((error?.issues ?? []).map(({ path, message }) => `${describePath(path)}: ${message}`))]
}

/**
 * The fields that a response must have and that hold nothing, an empty list or null: it fits the reference, and shows
 * nothing of what would stand there.
 */
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
