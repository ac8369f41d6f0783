/** Rows on one page of an upstream's list, and of the history. Source: docs/product.md, calls. */
export const perPage = 20

/** How far back a history goes. Source: docs/product.md, screens. */
export const monthsBack = 12

/** Bets and comp come without sums: they are added up while a range has no more rows than this, which is ten calls. */
export const summedRowsMax = 200

/** The most movements in one file; a longer range is cut to its newest. */
export const fileRowsMax = 10_000
