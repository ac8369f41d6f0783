import type { Won } from './amount'

/**
 * Won or points as an upstream sent them: undefined when they were missing (shown as –), null when they came and could not
 * be read (shown as 0, with a sentence that says so). Source: docs/product.md, display rules.
 */
export type ReadWon = Won | null | undefined

/** A sum of an upstream in whole won: its fraction is cut off, so that -0.5 is 0. */
export function toWholeWon(sum: ReadWon): ReadWon {
  return sum && (Math.trunc(sum) || 0)
}

/** What sums come to together. One that is missing or could not be read is not in it. */
export function addUp(sums: readonly ReadWon[]): Won {
  return sums.reduce<Won>((total, sum) => total + (sum ?? 0), 0)
}

/** The first sum without the second, where a missing one counts as 0. Undefined where one could not be read. */
export function subtract(from: ReadWon, sum: ReadWon): Won | undefined {
  return from === null || sum === null ? undefined : (from ?? 0) - (sum ?? 0)
}

/**
 * Wallet and in-game money together, in whole won: added first and then cut. Source: docs/product.md, display rules.
 *
 * @returns undefined when both are missing. One that could not be read is not in it.
 */
export function totalBalance(wallet: ReadWon, inGame: ReadWon): Won | undefined {
  if (wallet === undefined && inGame === undefined) return undefined
  return Math.trunc(addUp([wallet, inGame])) || 0
}
