import { stringify } from 'csv-stringify/sync'

/** Formats rows as CSV. Escapes cells that spreadsheets would run as formulas. @param bom adds a byte order mark */
export function toCsv(rows: unknown[][], { bom = false } = {}): string {
  return stringify(rows, {
    bom,
    escape_formulas: true,
    // Spreadsheets in some languages split cells at semicolons, so a formula could start after a semicolon.
    cast: { string: (text) => (/[;\t]\s*[=+\-@]/.test(text) ? `'${text}` : text) },
    record_delimiter: 'windows',
    // Quotes text that contains a line feed. Otherwise, the line feed would start a new row.
    quote_record_delimiter: true,
  })
}
