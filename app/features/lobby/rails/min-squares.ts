/** Fewer games than this are panels: squares would leave half of the row empty. */
export const minSquares = 4
