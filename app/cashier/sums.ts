import { addChip, parseAmount, type Won } from '~/money/amount'

/** What chips add, in won. Source: docs/product.md, screens. */
export const chips = [10_000, 30_000, 50_000, 100_000, 500_000, 1_000_000] as const

/** Deposits and withdrawals go in steps of this, in won, beginning with one. Source: docs/product.md, constants. */
export const step: Won = 10_000

/** An amount as a field holds it, in digits that every language types: 300,000. */
export function spelled(won: Won): string {
  return String(won).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** What was typed as an amount above 0; undefined for what is none. */
export function amountIn(typed: string): Won | undefined {
  return parseAmount(typed) || undefined
}

/** What stands in the field after a chip was pressed; what was no amount counts as 0. */
export function withChip(typed: string, chip: Won): string {
  return spelled(addChip(parseAmount(typed) ?? 0, chip))
}

/** The most that can be withdrawn: rounded down to whole steps, the member keeps the rest. */
export function mostSteps(cash: number | undefined): Won {
  if (cash === undefined || !(cash >= step)) return 0
  const whole = Math.min(Math.trunc(cash), Number.MAX_SAFE_INTEGER)
  return whole - (whole % step)
}

/** Whole points, rounded down; the member keeps the fraction. */
export function mostPoints(comp: number | undefined): number {
  return comp === undefined || !(comp >= 1) ? 0 : Math.min(Math.trunc(comp), Number.MAX_SAFE_INTEGER)
}

/** The amounts in whole steps beside one that is none: the lower and the higher, or the only one that there is. */
export function nearest(typed: string): readonly Won[] {
  const won = amountIn(typed)
  if (won === undefined || won % step === 0) return []
  const lower = won - (won % step)
  const higher = lower + step
  return [...(lower >= step ? [lower] : []), ...(Number.isSafeInteger(higher) ? [higher] : [])]
}

/** What is left of an amount after a fee, both in won; never below 0. */
export function afterFee(won: Won | undefined, fee: number | undefined): Won | undefined {
  return won === undefined ? undefined : Math.max(0, won - Math.trunc(fee ?? 0))
}

/** What stays in the wallet; undefined while there is no amount, or more than there is. */
export function left(cash: number | undefined, won: Won | undefined): Won | undefined {
  return cash === undefined || won === undefined || won > cash ? undefined : Math.trunc(cash) - won
}

/** What a method says against an amount, a key of locales/ with the limit in won; undefined when it takes it. */
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

/** A wait as mm:ss, rounded up to whole seconds so that it is never over before it is; an hour is 60:00. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / msInSecond)
  const two = (count: number) => String(count).padStart(2, '0')
  return `${two(Math.floor(seconds / secondsInMinute))}:${two(seconds % secondsInMinute)}`
}
