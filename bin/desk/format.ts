import { z } from 'zod'
import { type CommandName, commands } from '~/embedded/desk/commands'
import { type Column, list, span, table, time, won } from './terminal-text'

type Fields = Readonly<Record<string, unknown>>

const stateWords: Readonly<Record<string, string>> = { wait: 'waiting', already: 'done', cansel: 'cancelled' }

/** A word of the site as the program writes it: of a state `waiting` for `wait`, any other as it is. */
export function toWord(field: string, value: unknown): string {
  return (field === 'state' ? stateWords[String(value)] : undefined) ?? String(value)
}

/** A word of the program as the site has it; any other as it is. */
export function toSiteWord(field: string, word: unknown): unknown {
  return (field === 'state' ? Object.entries(stateWords).find(([, own]) => own === word)?.[0] : undefined) ?? word
}

/** A schema without its being optional, nullable or defaulted. */
export function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrap(schema.unwrap() as z.ZodType)
  return schema
}

/**
 * Lays the result of a command out for people, by its schema: lists as tables, all else as names and values; amounts
 * with separators, times of Seoul.
 *
 * @param options.none what is said of an empty list.
 * @param options.hidden columns that would be the same in each row.
 */
export function formatResult(
  name: CommandName,
  result: Fields,
  options: { none?: string; hidden?: readonly string[] } = {},
): string[] {
  const { status: _, dryRun: _dryRun, changed: _changed, rows, total, page, pages, approvalMs, ...rest } = result
  const { shape } = commands[name].result
  const { rows: rowSchema } = shape as { rows?: z.ZodArray<z.ZodObject> }
  const isPaged = typeof pages === 'number' && pages > 1
  return [
    ...(rowSchema && Array.isArray(rows)
      ? formatRows(rowSchema.element, rows, options.none ?? 'There is none.', options.hidden)
      : []),
    ...(isPaged ? [`page ${page} of ${pages}, ${won(Number(total))} in all`] : []),
    ...formatRecord(shape, rest),
    ...(typeof approvalMs === 'number'
      ? [
          `Play money approves and answers by itself after ${span(approvalMs)} (PLAY_APPROVAL_MS); it may be there before you.`,
        ]
      : []),
  ]
}

/** Results of a command as the rows of one table: the objects in them are spread. */
export function formatResults(name: CommandName, results: readonly Fields[]): string[] {
  const { status: _, ...result } = commands[name].result.shape as Record<string, z.ZodType>
  const spread = (of: Fields, isSpread: (field: string) => boolean): Record<string, never> =>
    Object.assign({}, ...Object.entries(of).map(([field, value]) => (isSpread(field) ? value : { [field]: value })))
  const isObject = (field: string) => result[field] instanceof z.ZodObject
  const shapes = Object.fromEntries(
    Object.entries(result).map(([field, schema]) => [field, schema instanceof z.ZodObject ? schema.shape : schema]),
  )
  const rows = results.map((result) => spread(result, isObject))
  return rows.length > 0 ? formatRows(z.object(spread(shapes, isObject)), rows, '') : []
}

/** Rows as a table, without the columns that none of them has; or what is said of no rows. */
function formatRows(schema: z.ZodObject, rows: readonly Fields[], none: string, hidden: readonly string[] = []) {
  if (rows.length === 0) return [none]
  const columns = Object.entries(schema.shape).flatMap(([name, field]): Column<Fields>[] => {
    const of = (row: Fields) => cellOf(name, field, row[name])
    if (hidden.includes(name) || rows.every((row) => of(row) === '')) return []
    return [{ head: labelOf(name), of: (row) => of(row) || '-', right: isNumber(field) }]
  })
  return table(columns, rows)
}

/** An object's fields as names and values; the lists in it as tables below. */
export function formatRecord(shape: z.ZodRawShape, value: Fields): string[] {
  const pairs = pairsOf(shape, value)
  const tables = Object.entries(shape).flatMap(([name, field]) => {
    const [schema, rows] = [unwrap(field as z.ZodType), value[name]]
    const isTable = schema instanceof z.ZodArray && schema.element instanceof z.ZodObject && Array.isArray(rows)
    return isTable && rows.length > 0
      ? ['', `${labelOf(name)}:`, ...formatRows(schema.element as z.ZodObject, rows, '')]
      : []
  })
  return [...(pairs.length > 0 ? list(pairs) : []), ...tables]
}

/** Objects within get a line for each of their fields, unless one line holds them; of several, with their names. */
function pairsOf(shape: z.ZodRawShape, value: Fields, prefix = ''): [label: string, text: string][] {
  const schemas = Object.values(shape).map((field) => unwrap(field as z.ZodType))
  const isOneOfSeveral = schemas.filter((schema) => schema instanceof z.ZodObject && !isGroup(schema)).length > 1
  return Object.entries(shape).flatMap(([name, field]) => {
    const inner = value[name]
    if (inner === undefined) return []
    const schema = unwrap(field as z.ZodType)
    const label = `${prefix}${labelOf(name)}`
    if (schema instanceof z.ZodRecord && inner !== null) {
      const names = Object.keys(inner as Fields)
      return pairsOf(Object.fromEntries(names.map((one) => [one, schema.valueType])), inner as Fields, `${label} `)
    }
    if (schema instanceof z.ZodObject && inner !== null && !fitsLine(schema)) {
      return pairsOf(schema.shape, inner as Fields, isOneOfSeveral || isGroup(schema) ? `${label} ` : '')
    }
    const isTable = schema instanceof z.ZodArray && schema.element instanceof z.ZodObject
    if (isTable && (inner as unknown[]).length > 0) return []
    return [[label, cellOf(name, schema, inner) || '-']]
  })
}

/** Whether an object's fields say too little without its name: one of many fields is what the result is about. */
function isGroup(schema: z.ZodObject): boolean {
  return Object.keys(schema.shape).length < 8
}

function fitsLine(schema: z.ZodObject): boolean {
  const fields = Object.values(schema.shape).map((field) => unwrap(field as z.ZodType))
  return fields.length <= 4 && fields.every((field) => !(field instanceof z.ZodObject))
}

/** A value as text; '' where there is none. */
function cellOf(name: string, field: z.ZodType, value: unknown): string {
  if (value === null || value === undefined) return ''
  const schema = unwrap(field)
  if (isNumber(schema)) return /ms$/i.test(name) ? span(Number(value)) : won(value as number | string)
  if (schema instanceof z.ZodISODateTime) return time(String(value))
  if (schema instanceof z.ZodBoolean) return value ? 'yes' : 'no'
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((one) => cellOf('', schema.element as z.ZodType, one)).join(', ')
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([inner, one]) => {
      const text = cellOf(inner, one as z.ZodType, (value as Fields)[inner])
      return text === '' || unwrap(one as z.ZodType) instanceof z.ZodString ? text : `${labelOf(inner)} ${text}`
    })
    const isTextAlone = Object.values(schema.shape).every((one) => one instanceof z.ZodString)
    return fields.filter(Boolean).join(isTextAlone ? ' ' : ', ')
  }
  return typeof value === 'object' ? JSON.stringify(value) : toWord(name, value)
}

/** Numbers, and sums that may come as digits. */
function isNumber(field: z.ZodType): boolean {
  const schema = unwrap(field)
  return schema instanceof z.ZodNumber || schema instanceof z.ZodUnion
}

/** A field's name in words: `appliedAt` is `applied at`. */
function labelOf(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ')
}
