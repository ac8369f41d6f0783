import type { Won } from './amount'

/** Won or points as an upstream said them: undefined when they were missing, null when they could not be read. */
export type ReadWon = Won | null | undefined

/** A sum of an upstream in whole won: its fraction is cut off, so that -0.5 is 0. */
export function toWholeWon(sum: ReadWon): ReadWon {
  return sum && (Math.trunc(sum) || 0)
}

/** What sums come to together: one that is missing counts as 0, one that could not be read makes it unreadable. */
export function addUp(sums: readonly ReadWon[]): Won | null {
  return sums.includes(null) ? null : sums.reduce<Won>((total, sum) => total + (sum ?? 0), 0)
}

/** The first sum without the second. */
export function subtract(from: ReadWon, sum: ReadWon): Won | null {
  return addUp([from, sum && -sum])
}

/**
 * Wallet and in-game money together, in whole won: added first and then cut. Source: docs/product.md, display rules.
 *
 * @returns undefined when both are missing; null when one could not be read.
 */
export function totalBalance(wallet: ReadWon, inGame: ReadWon): ReadWon {
  return wallet === undefined && inGame === undefined ? undefined : toWholeWon(addUp([wallet, inGame]))
}
