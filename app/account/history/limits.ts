/** Rows on one page of the upstream's lists and of the history. Source: docs/product.md, calls. */
export const rowsPerPage = 20

/** How many months back the history goes. Source: docs/product.md, screens. */
export const maxMonthsBack = 12

/** The most rows that are added up for totals, which is ten calls: the upstream sends no sums of bets and comp. */
export const maxSummedRows = 200

/** The most rows in one CSV file; a longer range is cut to its newest. */
export const maxCsvRows = 10_000
