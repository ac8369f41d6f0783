import { addChip, amountStep, formatForInput, parseAmount, type Won } from '~/money/amount'
import { minutes, toSeconds } from '~/time/durations'

/** The amounts that chips add, in won. Source: docs/product.md, amounts. */
export const chipAmounts = [10_000, 30_000, 50_000, 100_000, 500_000, 1_000_000] as const

/** Parses what was typed as an amount above 0; undefined for anything else. */
export function parsePositiveAmount(typed: string): Won | undefined {
  return parseAmount(typed) || undefined
}

/** The text of the field after a chip was pressed; text that is no amount counts as 0. */
export function addChipToText(typed: string, chip: Won): string {
  return formatForInput(addChip(parseAmount(typed) ?? 0, chip))
}

/** The largest amount that can be withdrawn, in won: rounded down to whole steps, the member keeps the rest. */
export function maxWithdrawable(cash: number | undefined): Won {
  if (cash === undefined || !(cash >= amountStep)) return 0
  const whole = Math.min(cash, Number.MAX_SAFE_INTEGER)
  return whole - (whole % amountStep)
}

/** The points that can be exchanged. */
export function maxExchangeablePoints(comp: number | undefined): number {
  return comp === undefined || !(comp >= 1) ? 0 : Math.min(comp, Number.MAX_SAFE_INTEGER)
}

/** The valid steps below and above an amount that is not a whole step; empty when it is one, or no amount. */
export function nearestSteps(typed: string): readonly Won[] {
  const won = parsePositiveAmount(typed)
  if (won === undefined || won % amountStep === 0) return []
  const lower = won - (won % amountStep)
  const higher = lower + amountStep
  return [...(lower >= amountStep ? [lower] : []), ...(Number.isSafeInteger(higher) ? [higher] : [])]
}

/** An amount minus its fee, in won; never below 0. */
export function afterFee(won: Won | undefined, fee: number | undefined): Won | undefined {
  return won === undefined ? undefined : Math.max(0, won - (fee ?? 0))
}

/** The wallet's balance after taking an amount, in won; undefined without an amount, or when it exceeds the balance. */
export function remainingCash(cash: number | undefined, won: Won | undefined): Won | undefined {
  return cash === undefined || won === undefined || won > cash ? undefined : cash - won
}

/**
 * Checks an amount against a method's limits: a message key and the limit in won, or undefined when it is within them.
 */
export function checkMethodLimits(
  { min, max }: { min?: number; max?: number },
  won: Won,
): { message: 'amount.belowMin' | 'amount.aboveMax'; limit: number } | undefined {
  if (min !== undefined && won < min) return { message: 'amount.belowMin', limit: min }
  if (max !== undefined && won > max) return { message: 'amount.aboveMax', limit: max }
  return undefined
}

const secondsPerMinute = toSeconds(minutes(1))

/** Formats a wait as mm:ss, rounded up so that it never shows 00:00 too early; an hour is 60:00. */
export function formatMinutesSeconds(ms: number): string {
  const seconds = Math.ceil(toSeconds(Math.max(0, ms)))
  const twoDigits = (count: number) => String(count).padStart(2, '0')
  return `${twoDigits(Math.floor(seconds / secondsPerMinute))}:${twoDigits(seconds % secondsPerMinute)}`
}
