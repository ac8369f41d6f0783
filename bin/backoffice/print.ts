import { flatFields } from '~/values/flat-fields'
import { formatSeoulMinute, isMoment } from '~/values/seoul'

/** Control characters except line feeds, and characters that change the text direction. */
const unprintable = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu

/** Returns text that is safe to print, so that a member's text can't manipulate the terminal. */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').replace(unprintable, '\ufffd')
}

export function asJson(data: unknown): string {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(data, undefined, 2).replace(unprintable, escaped)
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isRows = (value: unknown): value is Fields[] => Array.isArray(value) && value.length > 0 && value.every(isFields)

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en')
  if (Array.isArray(value)) return value.map(textOf).join(', ') || '-'
  if (isFields(value)) return printable(JSON.stringify(value))
  const text = String(value)
  return isMoment(text) ? formatSeoulMinute(text) : printable(text)
}

/** Formats a human-readable result. @param width columns of the terminal. Undefined if unknown, or for other outputs */
export function linesOf(result: object, width: number | undefined = process.stdout.columns || undefined): string[] {
  if (Array.isArray(result)) return result.flatMap((one, index) => [...(index > 0 ? [''] : []), ...linesOf(one, width)])
  const fields = flatFields(result)
  const lists = fields.filter((field): field is [string, Fields[]] => isRows(field[1]))
  const plain = fields.filter(([, value]) => !isRows(value)).map(([name, value]) => [name, textOf(value)] as const)
  return [...listOf(plain), ...lists.flatMap(([name, rows]) => ['', `${name}:`, ...tableOf(rows, width)])]
}

function listOf(fields: readonly (readonly [name: string, text: string])[]): string[] {
  const width = Math.max(...fields.map(([name]) => name.length)) + 2
  return fields.map(([name, text]) => name.padEnd(width) + text.replaceAll('\n', `\n${' '.repeat(width)}`))
}

function tableOf(rows: readonly Fields[], width: number | undefined): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columns = names.flatMap((name) => {
    const texts = rows.map((row) => textOf(row[name]))
    if (texts.every((text) => text === '-')) return []
    const cells = [name, ...texts.map((text) => text.replace(/\s*\n\s*/g, ' ⏎ '))]
    const isRight = rows.some((row) => typeof row[name] === 'number')
    return [{ name, texts, cells, isRight, width: Math.max(...cells.map(widthOf)) }]
  })
  if (width !== undefined && columns.reduce((sum, column) => sum + column.width + 2, -2) > width)
    return rows.flatMap((_, index) => [
      ...(index === 0 ? [] : ['']),
      ...listOf(columns.map(({ name, texts }) => [name, texts[index] ?? ''])),
    ])
  return [...rows.keys(), rows.length].map((index) =>
    columns
      .map(({ cells, isRight, width }) => {
        const [cell = '', blank] = [cells[index], ' '.repeat(width - widthOf(cells[index] ?? ''))]
        return isRight ? blank + cell : cell + blank
      })
      .join('  ')
      .trimEnd(),
  )
}

const wide = [
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c]|\p{Emoji_Presentation}/u,
  /[\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u,
]
const narrow = /[\p{Mn}\p{Me}\u200b-\u200d]/u

function widthOf(text: string): number {
  return [...text].reduce(
    (sum, letter) => sum + (narrow.test(letter) ? 0 : wide.some((letters) => letters.test(letter)) ? 2 : 1),
    0,
  )
}
