import type { Won } from './amount'

/** Undefined if missing (shown as –). Null if unreadable (0 with a note). Source: docs/product.md, display rules. */
export type ParsedAmount = Won | null | undefined

/** Returns an upstream's sum in whole won. Its fraction is cut off, so that -0.5 is 0. */
export function toWholeWon(sum: ParsedAmount): ParsedAmount {
  return sum && (Math.trunc(sum) || 0)
}

/** Adds amounts. Missing and unreadable amounts count as 0. */
export function addUp(sums: readonly ParsedAmount[]): Won {
  return sums.reduce<Won>((total, sum) => total + (sum ?? 0), 0)
}

/** Subtracts the second amount from the first; a missing one counts as 0. Undefined if either can't be read. */
export function subtract(from: ParsedAmount, sum: ParsedAmount): Won | undefined {
  return from === null || sum === null ? undefined : (from ?? 0) - (sum ?? 0)
}

/** Adds wallet and in-game money before cutting off fractions. Source: docs/product.md, display rules. */
export function totalBalance(wallet: ParsedAmount, inGame: ParsedAmount): Won | undefined {
  if (wallet === undefined && inGame === undefined) return undefined
  return Math.trunc(addUp([wallet, inGame])) || 0
}
