import { seconds, toSeconds } from '~/values/durations'
import { formatSeoulMinute } from '~/values/seoul'

/** Control characters, and marks that change a line's direction: a member's text must not rewrite the screen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
const wide = [
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c]/u,
  /[\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u,
  /\p{Emoji_Presentation}/u,
]
const narrow = /[\p{Mn}\p{Me}\u200b-\u200d]/u

/** Makes a text safe to print: no control characters but line feeds. */
export function plain(text: unknown): string {
  return String(text).replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(controlCharacters, '\ufffd')
}

/** Number of columns that a text takes on a terminal: two for each Korean letter. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const letter of text) columns += narrow.test(letter) ? 0 : wide.some((letters) => letters.test(letter)) ? 2 : 1
  return columns
}

/** A column of a table: its head, and what it shows of a row. */
export type Column<Row> = { head: string; of: (row: Row) => unknown; right?: boolean }

/**
 * Lays rows out as a table, or on a terminal that is too narrow for it each row as names and values.
 *
 * @param width columns of the terminal; undefined when the output goes elsewhere.
 */
export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  // A terminal that does not know its width says 0.
  width: number | undefined = process.stdout.columns || undefined,
): string[] {
  const cells = rows.map((row) => columns.map(({ of }) => plain(of(row) ?? '-').replace(/\s*\n\s*/g, ' ⏎ ')))
  const widths = columns.map(({ head }, at) =>
    Math.max(columnsOf(head), ...cells.map((row) => columnsOf(row[at] ?? ''))),
  )
  const gap = 2
  const total = widths.reduce((sum, one) => sum + one, 0) + gap * (widths.length - 1)
  if (width !== undefined && total > width) {
    const records = rows.map((row) => list(columns.map(({ head, of }) => [head, of(row)])))
    return records.flatMap((record, at) => (at === 0 ? record : ['', ...record]))
  }
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => {
        const blank = ' '.repeat((widths[at] ?? 0) - columnsOf(cell))
        return columns[at]?.right ? blank + cell : cell + blank
      })
      .join(' '.repeat(gap))
      .trimEnd()
  return [line(columns.map(({ head }) => head)), line(widths.map((one) => '-'.repeat(one))), ...cells.map(line)]
}

/** Lays names and values out in two columns, also the further lines of a value. */
export function list(pairs: readonly (readonly [name: string, value: unknown])[]): string[] {
  const width = Math.max(...pairs.map(([name]) => columnsOf(name)))
  return pairs.map(([name, value]) => {
    const text = plain(value ?? '-').replaceAll('\n', `\n${' '.repeat(width + 2)}`)
    return `${name}${' '.repeat(width - columnsOf(name))}  ${text}`
  })
}

/** Formats an amount in won, grouped by thousands; a sum past 2^53-1 comes as digits. */
export function won(amount: number | string | null | undefined): string {
  return amount === null || amount === undefined ? '-' : BigInt(amount).toLocaleString('en')
}

/** Formats a moment as Seoul time, to the minute. */
export function time(iso: string | null | undefined): string {
  return iso ? formatSeoulMinute(iso) : '-'
}

/** Formats a duration. */
export function span(ms: number): string {
  return ms < seconds(1) ? `${ms} ms` : `${Number(toSeconds(ms).toFixed(1))} s`
}

/** Breaks a text into lines at blanks. */
export function wrapped(text: string, width = 100): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && columnsOf(last) + 1 + columnsOf(word) > width) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.join('\n')
}

/** Formats one JSON document, with control characters escaped as well. */
export function asJson(data: unknown): string {
  return JSON.stringify(data, undefined, 2).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
