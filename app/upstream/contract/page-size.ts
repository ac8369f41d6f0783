/** Rows on one page of a member's lists of transactions, comp and bets. Source: docs/product.md, constants. */
export const rowsPerPage = 20
