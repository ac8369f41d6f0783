import { stringify } from 'csv-stringify/sync'

/** Text of digits that spreadsheets would round or shorten, such as an account or phone number. */
const longNumber = /^(?:0\d+|\d{12,}|\d+e\d+)$/i

// The sign is optional, because a lookahead would rescan a long run of line breaks from each of its characters.
const escapeStart = (all: string, separator: string, sign?: string) => (sign ? `${separator}'${sign}` : all)

/**
 * Formats rows as CSV. Escapes cells that spreadsheets would run as formulas. @param bom adds a byte order mark
 * @param isForReading also escapes text of digits that spreadsheets would change. Files for programs keep it as it is
 */
export function toCsv(rows: unknown[][], { bom = false, isForReading = false } = {}): string {
  const escapeDigits = (text: string) => (isForReading && longNumber.test(text) ? `'${text}` : text)
  return stringify(rows, {
    bom,
    escape_formulas: true,
    // In some languages, spreadsheets split cells at semicolons and ignore quotes, so a formula could start inside one.
    cast: { string: (text) => escapeDigits(text.replace(/([;\t\r\n]["\s]*)([=+\-@＝＋－＠])?/g, escapeStart)) },
    record_delimiter: 'windows',
    // Quotes text with a line feed, which would otherwise start a new row.
    quote_record_delimiter: true,
  })
}
