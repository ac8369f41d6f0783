/** Rows on one page of a member's lists of movements and bets. Source: docs/product.md, calls. */
export const rowsPerPage = 20
