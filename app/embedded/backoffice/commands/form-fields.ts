import { z } from 'zod'
import { parseSigned } from '~/values/amount'
import { memoize } from '~/values/memoize'
import { type CommandName, commands } from './table'

export type FormField = {
  name: string
  kind: 'text' | 'long' | 'number' | 'day' | 'moment' | 'choice' | 'check' | 'list' | 'group'
  required: boolean
  choices: readonly string[]
  /** How many items each choice has, which is shown beside it. */
  counts?: Readonly<Record<string, number>>
  fallback: string | undefined
  isEither?: boolean
  inner: readonly FormField[]
}

type JsonSchema = z.core.JSONSchema.BaseSchema

export const fieldsOf = memoize((command: CommandName): readonly FormField[] =>
  fieldsIn(z.toJSONSchema(commands[command].payload, { io: 'input', unrepresentable: 'any' }), ''),
)

export function rowFieldsOf(command: CommandName): readonly string[] {
  const { rows } = commands[command].result.shape as { rows?: z.ZodArray<z.ZodObject> }
  return rows ? Object.keys(rows.element.shape) : []
}

function fieldsIn({ properties = {}, required = [] }: JsonSchema, before: string, isNeeded = true): FormField[] {
  return Object.entries(properties)
    .filter(([name]) => !['page', 'size', 'ids'].includes(name))
    .map(([name, schema]) => {
      const property = schema as JsonSchema
      return {
        name: before + name,
        kind: kindOf(name, property),
        required: isNeeded && required.includes(name),
        choices: (property.enum ?? []).map(String),
        fallback: property.default === undefined ? undefined : String(property.default),
        inner: property.type === 'object' ? fieldsIn(property, `${before}${name}.`, required.includes(name)) : [],
      }
    })
}

function kindOf(name: string, { type, format, enum: choices, anyOf = [] }: JsonSchema): FormField['kind'] {
  if (choices) return 'choice'
  if (type === 'object') return 'group'
  if (type === 'boolean') return 'check'
  if (type === 'integer') return 'number'
  if (type === 'array' || anyOf.some((choice) => (choice as JsonSchema).type === 'array')) return 'list'
  if (format === 'date') return 'day'
  if (['closedUntil', 'startsAt', 'until'].includes(name)) return 'moment'
  return name === 'contents' ? 'long' : 'text'
}

export const isTicked = (text: string | null | undefined) => !['', 'false'].includes(text ?? '')

export function payloadFrom(fields: readonly FormField[], sent: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const name = field.name.split('.').at(-1) ?? ''
      const all = sent.getAll(field.name)
      const [first = ''] = all
      const text = (field.kind === 'list' ? all.join(' ') : first).replace(/\r\n?/g, '\n').trim()
      switch (field.kind) {
        case 'group': {
          const inner = payloadFrom(field.inner, sent)
          return Object.keys(inner).length > 0 ? [[name, inner]] : []
        }
        case 'check':
          if (isTicked(text)) return [[name, true]]
          // Browsers omit unticked boxes, so a missing field must override a default of true.
          return field.fallback === 'true' ? [[name, false]] : []
        case 'number':
          return text === '' ? [] : [[name, parseSigned(text) ?? text]]
        case 'list': {
          const items = text.split(/[\s,]+/).filter(Boolean)
          return items.length === 0 ? [] : [[name, name === 'to' && items.includes('all') ? 'all' : items]]
        }
        default:
          return text === '' ? [] : [[name, text]]
      }
    }),
  )
}

export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  sent: object,
): { data: z.output<Schema> } | { wrong: { field: string; message: string }[] } {
  const parsed = schema.safeParse(sent, { error: messageOf })
  if (parsed.success) return { data: parsed.data }
  const wrong = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((field) => ({ field, message: 'is not known' }))
      : [{ field: issue.path.join('.'), message: issue.message }],
  )
  return { wrong }
}

const typeNames: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a whole number',
  string: 'some text',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return typeNames[issue.expected]
  if (issue.code === 'invalid_value') return `one of ${issue.values.join(', ')}`
  if (issue.code === 'too_small') return `${issue.minimum.toLocaleString('en')} or more`
  if (issue.code === 'too_big') return `${issue.maximum.toLocaleString('en')} or less`
  return issue.code === 'invalid_format' && issue.format === 'date' ? 'a day, such as 2026-03-10' : undefined
}
