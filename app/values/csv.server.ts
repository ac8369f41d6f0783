import { stringify } from 'csv-stringify/sync'

/** Formats rows as CSV for spreadsheets: no cell is read as a formula. @param bom begins with a byte order mark */
export function toCsv(rows: unknown[][], { bom = false } = {}): string {
  return stringify(rows, {
    bom,
    escape_formulas: true,
    record_delimiter: 'windows',
    // Quotes a text with a line feed in it, which would otherwise start a new row.
    quote_record_delimiter: true,
  })
}
