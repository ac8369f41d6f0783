/** How the desk writes: tables that fit a terminal, amounts, times of Seoul, and nothing that steers the terminal. */

const aheadMs = 9 * 60 * 60_000
/** Control characters, and marks that turn the direction of a line: a member's words must not rewrite the screen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
const narrow = /[\p{Mn}\p{Me}\u200b-\u200d]/u

/** Text of somebody else's, safe to print: lines stay lines. */
export function plain(text) {
  return String(text).replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(steering, '\ufffd')
}

/** How many columns of a terminal a text takes: two for each Korean letter. */
export function columnsOf(text) {
  let columns = 0
  for (const letter of text) columns += narrow.test(letter) ? 0 : wide.test(letter) ? 2 : 1
  return columns
}

/** Cuts a text to a number of columns, with … in the last one. */
export function cut(text, columns) {
  if (columnsOf(text) <= columns) return text
  let kept = ''
  let used = 0
  for (const letter of text) {
    used += columnsOf(letter)
    if (used > columns - 1) break
    kept += letter
  }
  return `${kept}…`
}

/**
 * Rows as a table under heads. On a terminal the widest columns give way until a row fits a line.
 *
 * @param {{ head: string, of: (row: any) => unknown, right?: boolean }[]} columns
 * @param {readonly any[]} rows
 * @param {number} [width] columns of the terminal; none when what is printed goes elsewhere
 * @returns {string[]}
 */
export function table(columns, rows, width = process.stdout.isTTY ? process.stdout.columns : undefined) {
  const cells = rows.map((row) => columns.map(({ of }) => plain(of(row) ?? '-').replace(/\s*\n\s*/g, ' ⏎ ')))
  const widths = columns.map(({ head }, at) =>
    Math.max(columnsOf(head), ...cells.map((row) => columnsOf(row[at] ?? ''))),
  )
  const gap = 2
  const most = width === undefined ? Number.POSITIVE_INFINITY : width
  const total = () => widths.reduce((sum, one) => sum + one, 0) + gap * (widths.length - 1)
  while (total() > most) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) <= 6) break
    widths[widest] -= 1
  }
  const line = (row) =>
    row
      .map((cell, at) => {
        const shown = cut(cell, widths[at] ?? 0)
        const blank = ' '.repeat(Math.max(0, (widths[at] ?? 0) - columnsOf(shown)))
        return columns[at]?.right ? blank + shown : shown + blank
      })
      .join(' '.repeat(gap))
      .trimEnd()
  return [line(columns.map(({ head }) => head)), line(widths.map((one) => '-'.repeat(one))), ...cells.map(line)]
}

/** Names and values under each other. */
export function list(pairs) {
  const width = Math.max(...pairs.map(([name]) => columnsOf(name)))
  return pairs.map(([name, value]) => `${name}${' '.repeat(width - columnsOf(name))}  ${plain(value ?? '-')}`)
}

/** An amount in won, grouped by thousands. Sums past what a number holds come as digits. */
export function won(amount) {
  return amount === null || amount === undefined ? '-' : BigInt(amount).toLocaleString('en')
}

/** A moment on the clocks of Seoul, to the minute. */
export function time(iso) {
  if (!iso) return '-'
  return new Date(Date.parse(iso) + aheadMs).toISOString().slice(0, 16).replace('T', ' ')
}

/** A time span in words. */
export function span(ms) {
  return ms < 1_000 ? `${ms} ms` : `${Number((ms / 1_000).toFixed(1))} s`
}

/** Breaks a text into lines at blanks. */
export function wrapped(text, width = 100) {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && columnsOf(last) + 1 + columnsOf(word) > width) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.join('\n')
}

/** One JSON document. What would steer a terminal is escaped there as well. */
export function asJson(data) {
  return JSON.stringify(data, undefined, 2).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
