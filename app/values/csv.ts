/** Options of csv-stringify for spreadsheets: no cell is read as a formula. */
export const csvOptions = {
  escape_formulas: true,
  record_delimiter: 'windows',
  // Quotes a text with a line feed in it, which would otherwise start a new row.
  quote_record_delimiter: true,
} as const
