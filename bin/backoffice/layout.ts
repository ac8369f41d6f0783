import { formatSeoulMinute } from '~/values/seoul'
import { stored } from '~/values/status'

/** Control characters but line feeds, and marks that change a line's direction. */
const unprintable = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu

/** Makes a text safe to print: what a member wrote must not rewrite the screen. Line feeds stay. */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').replace(unprintable, '\ufffd')
}

/** Formats one JSON document, with unprintable characters escaped. */
export function asJson(data: unknown): string {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(data, undefined, 2).replace(unprintable, escaped)
}

/** Formats a number, grouped by thousands; a sum past 2^53-1 comes as digits. */
export function formatNumber(amount: number | string): string {
  return (typeof amount === 'number' ? amount : BigInt(amount)).toLocaleString('en')
}

/** States of the site in words of the program. */
const stateWords: Readonly<Record<string, string>> = {
  [stored.pending]: 'waiting',
  [stored.done]: 'done',
  [stored.cancelled]: 'cancelled',
}

/** The program's word for a state of the site, which many others are. */
export const stateWordOf = (state: string) => stateWords[state] ?? state

/** The site's word for a state; any other word as it is. */
export function toSiteState(word: unknown): unknown {
  return Object.keys(stateWords).find((own) => stateWords[own] === word) ?? word
}

/** Fields with a sum: past 2^53-1 it comes as digits. */
const sums = new Set(['won', 'fee', 'cash', 'game', 'comp', 'sum', 'staked'])
/** Objects of which the values are shown alone, in this order. */
const plainObjects: Readonly<Record<string, string>> = {
  bank: 'name number owner',
  answerAccount: 'bank number holder',
  you: 'name role',
  firstApproval: 'id by at',
}
/** Fields of any content. */
const unknowns = new Set(['payload', 'result', 'change'])
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** A field of a result as text: amounts with separators, times of Seoul; '' where there is none. */
function formatField(field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (unknowns.has(field)) return printable(JSON.stringify(value))
  if (Array.isArray(value)) return value.map((item) => formatField(field.replace(/s$/, ''), item)).join(', ')
  if (typeof value === 'object') {
    const fields = value as Record<string, unknown>
    const order = plainObjects[field]?.split(' ')
    if (order) return order.map((name) => formatField('', fields[name])).join(' ')
    const texts = Object.keys(fields).map((name) => [inWords(name), formatField(name, fields[name])] as const)
    return texts.flatMap(([name, text]) => (text ? [`${name} ${text}`] : [])).join(', ')
  }
  if (typeof value === 'number') return formatNumber(value)
  const text = String(value)
  if (sums.has(field)) return formatNumber(text)
  if (field === 'state') return stateWords[text] ?? printable(text)
  return moment.test(text) ? formatSeoulMinute(text) : printable(text)
}

/** A field's name in words: `appliedAt` is `applied at`. */
function inWords(field: string): string {
  if (field === 'rehearsed') return 'dry run'
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ')
}

/** Lays a record out as titles and values in two columns. Large objects in it get a line for each of their fields. */
export const list = (record: object): string[] => pairs(pairsOf(record))

const fieldOf = (record: object, name: string) => (record as Record<string, unknown>)[name]

function pairsOf(record: object, before = ''): [title: string, text: string][] {
  return Object.entries(record).flatMap(([field, value]) => {
    const title = before + inWords(field)
    const inner = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : []
    const isLarge = inner.length > 4 || inner.some((item) => typeof item === 'object' && item !== null)
    return isLarge ? pairsOf(value, `${title} `) : [[title, formatField(field, value) || '-']]
  })
}

function pairs(given: readonly (readonly [title: string, text: string])[]): string[] {
  const width = Math.max(...given.map(([title]) => title.length)) + 2
  return given.map(([title, text]) => title.padEnd(width) + text.replaceAll('\n', `\n${' '.repeat(width)}`))
}

/**
 * Lays rows out as a table without the columns that none of them has. On a terminal that is too narrow for it, each row
 * is a list of titles and values.
 *
 * @param columns names of fields, with blanks between them.
 * @param width columns of the terminal; undefined when the output goes elsewhere.
 */
export function table(
  columns: string,
  rows: readonly object[],
  // A terminal that does not know its width says 0.
  width: number | undefined = process.stdout.columns || undefined,
): string[] {
  const shown = columns.split(' ').flatMap((field) => {
    const values = rows.map((row) => fieldOf(row, field))
    const texts = values.map((value) => formatField(field, value) || '-')
    if (texts.every((text) => text === '-')) return []
    const cells = [inWords(field), ...texts.map((text) => text.replace(/\s*\n\s*/g, ' ⏎ '))]
    const isRight = sums.has(field) || values.some((value) => typeof value === 'number')
    return [{ title: inWords(field), texts, cells, isRight, width: Math.max(...cells.map(widthOf)) }]
  })
  if (width !== undefined && shown.reduce((sum, column) => sum + column.width + 2, -2) > width)
    return rows.flatMap((_, index) => [
      ...(index === 0 ? [] : ['']),
      ...pairs(shown.map(({ title, texts }) => [title, texts[index] ?? ''])),
    ])
  const lines = [...rows.keys(), rows.length].map((index) =>
    shown
      .map(({ cells, isRight, width }) => {
        const [cell = '', blank] = [cells[index], ' '.repeat(width - widthOf(cells[index] ?? ''))]
        return isRight ? blank + cell : cell + blank
      })
      .join('  ')
      .trimEnd(),
  )
  return lines.toSpliced(1, 0, shown.map((column) => '-'.repeat(column.width)).join('  '))
}

const wide = [
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c]|\p{Emoji_Presentation}/u,
  /[\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u,
]
const narrow = /[\p{Mn}\p{Me}\u200b-\u200d]/u

/** Number of columns that a text takes on a terminal: two for each Korean letter. */
export function widthOf(text: string): number {
  return [...text].reduce(
    (sum, letter) => sum + (narrow.test(letter) ? 0 : wide.some((letters) => letters.test(letter)) ? 2 : 1),
    0,
  )
}
