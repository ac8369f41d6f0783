/** How csv-stringify writes the files that people open in a spreadsheet: no cell of them is taken for a formula. */
export const csvOptions = {
  escape_formulas: true,
  record_delimiter: 'windows',
  // Quotes a text with a line feed in it, which would otherwise start a new row.
  quote_record_delimiter: true,
} as const
