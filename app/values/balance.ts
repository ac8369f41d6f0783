import type { Won } from './amount'

/** A sum of an upstream in whole won: its fraction is cut off, so that -0.5 is 0. Undefined stays undefined. */
export function toWholeWon(sum: number | undefined): Won | undefined {
  return sum && (Math.trunc(sum) || 0)
}

/**
 * Wallet and in-game money together, in whole won: added first and then cut. Source: docs/product.md, display rules.
 *
 * @returns undefined when neither is known.
 */
export function totalBalance(wallet: number | undefined, inGame: number | undefined): Won | undefined {
  return wallet === undefined && inGame === undefined ? undefined : toWholeWon((wallet ?? 0) + (inGame ?? 0))
}
