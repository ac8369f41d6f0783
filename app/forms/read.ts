import type { z } from 'zod'
import { fieldProblems } from '~/upstream/contract/issues'
import { unshownFields } from '~/upstream/contract/unshown'

/** The result of reading a form: its values, or message keys by field; `typed` is what the form shows again. */
export type ReadForm<Values> =
  | { kind: 'valid'; values: Values; typed: Record<string, string> }
  | { kind: 'invalid'; fields: Record<string, string[]>; typed: Record<string, string> }

/**
 * Reads a form by a schema. A field sent twice (`field.repeated`), a file, a NUL or half a character
 * (`field.unreadable`) is refused beside what the schema refuses; a strict schema refuses names it does not know.
 *
 * @param options.secret more fields, by name, that are not shown again.
 * @param options.kept fields that are shown again although other forms hide them: the referral `code` of a
 * registration.
 */
export function readForm<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
  options: { secret?: readonly string[]; kept?: readonly string[] } = {},
): ReadForm<z.output<Schema>> {
  const given = new Map<string, string>()
  const problems = new Map<string, string[]>()
  for (const name of new Set(form.keys())) {
    const [value, ...more] = form.getAll(name)
    if (more.length > 0) problems.set(name, ['field.repeated'])
    if (typeof value === 'string') given.set(name, value)
    if (typeof value !== 'string' || !isReadable(value)) problems.set(name, ['field.unreadable'])
  }

  const isKept = (name: string) =>
    options.kept?.includes(name) || !(unshownFields.has(name) || options.secret?.includes(name))
  const typed = Object.fromEntries(
    [...given].filter(([name]) => isKept(name)).map(([name, value]) => [name, redrawable(value)]),
  )
  const read = schema.safeParse(Object.fromEntries(given))
  if (read.success && problems.size === 0) return { kind: 'valid', values: read.data, typed }
  const fields = { ...(read.success ? {} : fieldProblems(read.error)), ...Object.fromEntries(problems) }
  return { kind: 'invalid', fields, typed }
}

function isReadable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000')
}

/** HTML can't hold lone surrogates or NUL. */
function redrawable(value: string): string {
  return value.toWellFormed().replaceAll('\u0000', '')
}
