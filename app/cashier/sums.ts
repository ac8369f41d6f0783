import { addChip, parseAmount, type Won } from '~/money/amount'

/** The amounts that chips add, in won. Source: docs/product.md, screens. */
export const chips = [10_000, 30_000, 50_000, 100_000, 500_000, 1_000_000] as const

/** Deposits and withdrawals are multiples of this and at least this, in won. Source: docs/product.md, constants. */
export const step: Won = 10_000

/** Formats an amount for an input field, in ASCII digits for every language: 300,000. */
export function spelled(won: Won): string {
  return String(won).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Parses what was typed as an amount above 0; undefined for anything else. */
export function amountIn(typed: string): Won | undefined {
  return parseAmount(typed) || undefined
}

/** The text of the field after a chip was pressed; text that is no amount counts as 0. */
export function withChip(typed: string, chip: Won): string {
  return spelled(addChip(parseAmount(typed) ?? 0, chip))
}

/** The largest amount that can be withdrawn, in won: rounded down to whole steps, the member keeps the rest. */
export function mostSteps(cash: number | undefined): Won {
  if (cash === undefined || !(cash >= step)) return 0
  const whole = Math.min(Math.trunc(cash), Number.MAX_SAFE_INTEGER)
  return whole - (whole % step)
}

/** The points that can be exchanged: rounded down to whole points, the member keeps the fraction. */
export function mostPoints(comp: number | undefined): number {
  return comp === undefined || !(comp >= 1) ? 0 : Math.min(Math.trunc(comp), Number.MAX_SAFE_INTEGER)
}

/** The valid steps below and above an amount that is not a whole step; empty when it is one, or no amount. */
export function nearest(typed: string): readonly Won[] {
  const won = amountIn(typed)
  if (won === undefined || won % step === 0) return []
  const lower = won - (won % step)
  const higher = lower + step
  return [...(lower >= step ? [lower] : []), ...(Number.isSafeInteger(higher) ? [higher] : [])]
}

/** An amount minus its fee, in won; never below 0. */
export function afterFee(won: Won | undefined, fee: number | undefined): Won | undefined {
  return won === undefined ? undefined : Math.max(0, won - Math.trunc(fee ?? 0))
}

/** The wallet's balance after taking an amount, in won; undefined without an amount, or when it exceeds the balance. */
export function left(cash: number | undefined, won: Won | undefined): Won | undefined {
  return cash === undefined || won === undefined || won > cash ? undefined : Math.trunc(cash) - won
}

/**
 * Checks an amount against a method's limits: a message key and the limit in won, or undefined when it is within them.
 */
export function outsideMethod(
  { min, max }: { min?: number; max?: number },
  won: Won,
): { message: 'amount.belowMin' | 'amount.aboveMax'; limit: number } | undefined {
  if (min !== undefined && won < min) return { message: 'amount.belowMin', limit: min }
  if (max !== undefined && won > max) return { message: 'amount.aboveMax', limit: max }
  return undefined
}

const msInSecond = 1_000
const secondsInMinute = 60

/** Formats a wait as mm:ss, rounded up so that it never shows 00:00 too early; an hour is 60:00. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / msInSecond)
  const two = (count: number) => String(count).padStart(2, '0')
  return `${two(Math.floor(seconds / secondsInMinute))}:${two(seconds % secondsInMinute)}`
}
