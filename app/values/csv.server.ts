import { stringify } from 'csv-stringify/sync'

/** Formats rows as CSV. Escapes cells that spreadsheets would run as formulas. @param bom adds a byte order mark */
export function toCsv(rows: unknown[][], { bom = false } = {}): string {
  return stringify(rows, {
    bom,
    escape_formulas: true,
    // In some languages, spreadsheets split cells at semicolons and ignore quotes, so a formula could start inside one.
    cast: { string: (text) => text.replace(/([;\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g, "$1'") },
    record_delimiter: 'windows',
    // Quotes text with a line feed, which would otherwise start a new row.
    quote_record_delimiter: true,
  })
}
