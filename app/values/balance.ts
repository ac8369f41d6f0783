import type { Won } from './amount'

/** Undefined if missing (shown as –). Null if unreadable (shown as 0 with a note). Source: docs/product.md. */
export type ParsedAmount = Won | null | undefined

/** Truncates an upstream's sum to whole won. For example, -0.5 becomes 0. */
export const toWholeWon = (sum: ParsedAmount): ParsedAmount => sum && (Math.trunc(sum) || 0)

/** Adds amounts. Missing and unreadable amounts count as 0. */
export const addUp = (sums: readonly ParsedAmount[]): Won => sums.reduce<Won>((total, sum) => total + (sum ?? 0), 0)

/** Adds amounts. Returns undefined if any amount is missing or unreadable. */
export function sumKnown(amounts: readonly ParsedAmount[]): Won | undefined {
  return amounts.every((amount) => typeof amount === 'number') ? addUp(amounts) : undefined
}

/** Subtracts `sum` from `from`. Missing amounts count as 0. Returns undefined if either amount is unreadable. */
export function subtract(from: ParsedAmount, sum: ParsedAmount): Won | undefined {
  return from === null || sum === null ? undefined : (from ?? 0) - (sum ?? 0)
}

/** Adds wallet and in-game money, and truncates the sum. Source: docs/product.md, display rules. */
export function totalBalance(wallet: ParsedAmount, inGame: ParsedAmount): Won | undefined {
  if (wallet === undefined && inGame === undefined) return undefined
  return Math.trunc(addUp([wallet, inGame])) || 0
}
