import { stringify } from 'csv-stringify/sync'

/** Formats rows as CSV. Escapes cells that spreadsheets would run as formulas. @param bom adds a byte order mark */
export function toCsv(rows: unknown[][], { bom = false } = {}): string {
  return stringify(rows, {
    bom,
    escape_formulas: true,
    // In some languages, spreadsheets split cells at semicolons, so a formula could start after one.
    cast: { string: (text) => (/[;\t]\s*[=+\-@]/.test(text) ? `'${text}` : text) },
    record_delimiter: 'windows',
    // Quotes text with a line feed, which would otherwise start a new row.
    quote_record_delimiter: true,
  })
}
