import type { Won } from './amount'

/** Undefined if missing (shown as –), null if unreadable (0 with a note). Source: docs/product.md, display rules. */
export type ParsedAmount = Won | null | undefined

/** Returns an upstream's sum in whole won. Its fraction is cut off, so that -0.5 is 0. */
export function toWholeWon(sum: ParsedAmount): ParsedAmount {
  return sum && (Math.trunc(sum) || 0)
}

/** Adds amounts. Missing and unreadable amounts count as 0. */
export function addUp(sums: readonly ParsedAmount[]): Won {
  return sums.reduce<Won>((total, sum) => total + (sum ?? 0), 0)
}

/** Subtracts the second amount from the first. A missing amount counts as 0. Undefined if one of them can't be read. */
export function subtract(from: ParsedAmount, sum: ParsedAmount): Won | undefined {
  return from === null || sum === null ? undefined : (from ?? 0) - (sum ?? 0)
}

/** Adds wallet and in-game money, and cuts off the fraction of the sum. Source: docs/product.md, display rules. */
export function totalBalance(wallet: ParsedAmount, inGame: ParsedAmount): Won | undefined {
  if (wallet === undefined && inGame === undefined) return undefined
  return Math.trunc(addUp([wallet, inGame])) || 0
}
