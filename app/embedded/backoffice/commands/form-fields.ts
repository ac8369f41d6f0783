import { z } from 'zod'
import { parseSigned } from '~/values/amount'
import { memoize } from '~/values/memoize'
import { type CommandName, commands } from '.'

/** A field of a command, as forms, filters and the program ask for it, read from the schema of its payload. */
export type FormField = {
  /** As a form sends it: `bank.number` inside of `bank`. */
  name: string
  kind: 'text' | 'long' | 'number' | 'day' | 'choice' | 'check' | 'list' | 'group'
  required: boolean
  choices: readonly string[]
  /** What it is when it is not sent. */
  fallback: string | undefined
  inner: readonly FormField[]
}

type JsonSchema = z.core.JSONSchema.BaseSchema

const longTexts = new Set(['contents', 'reason', 'tell'])

/** The fields of a command, in the order of its schema, without the page of a list: that is a link's. */
export const fieldsOf = memoize((command: CommandName): readonly FormField[] =>
  fieldsIn(z.toJSONSchema(commands[command].payload, { io: 'input', unrepresentable: 'any' }), ''),
)

/** All fields of a list's rows, in the order of the schema; [] for a command that reads no list. */
export function rowFieldsOf(command: CommandName): readonly string[] {
  const { rows } = commands[command].result.shape as { rows?: z.ZodArray<z.ZodObject> }
  return rows ? Object.keys(rows.element.shape) : []
}

/** @param isNeeded whether the group that they are in has to be there: all of it or nothing is the schema's to say. */
function fieldsIn({ properties = {}, required = [] }: JsonSchema, before: string, isNeeded = true): FormField[] {
  return Object.entries(properties)
    .filter(([name]) => name !== 'page' && name !== 'size')
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
  return longTexts.has(name) ? 'long' : 'text'
}

/** Whether what a form or an address says of a box means that it is ticked: an address may say that it is not. */
export const isTicked = (text: string | null | undefined) => !['', 'false'].includes(text ?? '')

/** The payload that a form or an address gives to a command. What is empty is not sent; what is wrong is left for its schema. */
export function payloadFrom(fields: readonly FormField[], sent: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const name = field.name.split('.').at(-1) ?? ''
      const text = (sent.get(field.name) ?? '').trim()
      switch (field.kind) {
        case 'group': {
          const inner = payloadFrom(field.inner, sent)
          return Object.keys(inner).length > 0 ? [[name, inner]] : []
        }
        case 'check':
          if (isTicked(text)) return [[name, true]]
          // What counts as ticked where nothing is said has to be told that it is not.
          return field.fallback === 'true' ? [[name, false]] : []
        case 'number':
          return text === '' ? [] : [[name, parseSigned(text) ?? text]]
        case 'list': {
          const items = text.split(/[\s,]+/).filter(Boolean)
          return items.length === 0 ? [] : [[name, items.length === 1 && items[0] === 'all' ? 'all' : items]]
        }
        default:
          return text === '' ? [] : [[name, text]]
      }
    }),
  )
}
