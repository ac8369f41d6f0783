/** How many games a rail has, and from how many on it is shown. Source: docs/product.md, constants. */

export const maxCards = 6
export const maxWideCards = 4
/** Fewer games than this are panels: squares would leave half of the row empty. */
export const minSquares = 4
/** A motif or provider of the day has a row from this many known games on: a whole row of a phone. */
export const minGamesOfDay = 4
export const maxGamesOfShape = 2
/** Enough to find different shapes among: a provider may have 60,000 games. */
export const maxComparedOfMotif = 500

/** Rows of square pictures after the opened games: two are in a phone's first screen. */
export const minFirstRails = 2
export const maxUpstreamRails = 4
