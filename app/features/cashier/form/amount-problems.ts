import type { MessageKey } from '~/i18n/i18n'
import type { LimitPeriod } from '~/limits/names'
import {
  type AmountError,
  type AmountRange,
  addChip,
  amountStep,
  checkDepositAmount,
  checkPoints,
  checkWithdrawalAmount,
  formatForInput,
  minDeposit,
  minExchange,
  minWithdrawal,
  nearestInRange,
  parseAmount,
  readAmount,
  type Won,
} from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'

/** The amounts that chips add, in won and in comp points. Source: docs/calls.md, amounts. */
export const chipAmounts = {
  won: [10_000, 30_000, 50_000, 100_000, 500_000, 1_000_000],
  points: [1_000, 5_000, 10_000, 50_000, 100_000, 500_000],
} as const

/** Intents of the amount buttons: a chip, a suggestion, 지우기, 전액. Without JavaScript, they submit the form. */
export const amountIntents = ['add', 'set', 'clear', 'all'] as const

export const parsePositiveAmount = (typed: string): Won | undefined => parseAmount(typed) || undefined

/** Returns the text after a click on a chip, or an error if the text is not an amount. */
export function addChipToText(typed: string, chip: Won): { text: string } | AmountError {
  const amount = readAmount(typed) ?? 0
  return typeof amount === 'number' ? { text: formatForInput(addChip(amount, chip)) } : amount
}

export function checkTyped(typed: string, check: (won: Won) => AmountProblem | undefined): AmountProblem | undefined {
  const amount = readAmount(typed) ?? 0
  return typeof amount === 'number' ? check(amount) : describeProblem(0, { step: 1 }, { message: amount })
}

/** Returns the maximum withdrawal in won, rounded down to whole steps. The member keeps the rest. */
export function maxWithdrawable(cash: ParsedAmount): Won {
  if (typeof cash !== 'number' || !(cash >= minWithdrawal)) return 0
  const whole = Math.min(cash, Number.MAX_SAFE_INTEGER)
  return whole - (whole % amountStep)
}

export const maxExchangeablePoints = (comp: ParsedAmount): number =>
  typeof comp !== 'number' || !(comp >= minExchange) ? 0 : Math.min(comp, Number.MAX_SAFE_INTEGER)

/** Returns the wallet's balance in won after a withdrawal. Undefined if the amount is missing or too large. */
export const remainingCash = (cash: ParsedAmount, won: Won | undefined): Won | undefined =>
  typeof cash !== 'number' || won === undefined || won > cash ? undefined : cash - won

/** The amounts a payment method accepts, in won. Unknown bounds are checked by the upstream only. */
type MethodRange = { name?: string | undefined; min?: ParsedAmount; max?: ParsedAmount }

/** Checks a payment method's range. @returns undefined within the range, or a message key and the bound in won */
export function checkMethodRange({ min, max }: MethodRange, won: Won) {
  if (typeof min === 'number' && won < min) return { message: 'amount.belowMin', bound: min } as const
  if (typeof max === 'number' && won > max) return { message: 'amount.aboveMax', bound: max } as const
  return undefined
}

export type AmountProblem = {
  message: MessageKey
  bound?: number
  method?: string | undefined
  nearest: readonly number[]
  /** True if the amount is too large, so that further typing can't fix it. */
  isAbove: boolean
  /** False if the error depends on a balance or limit, which may have changed since the page was loaded. */
  isCertain: boolean
}

type Found = Pick<AmountProblem, 'message' | 'bound' | 'method'> & { isCertain?: boolean }

/** Above this amount in won, a typing error is likely, so nothing near it is suggested unless there is a maximum. */
const slipWon = 10_000_000_000

function describeProblem(amount: number, range: AmountRange, found: Found | undefined): AmountProblem | undefined {
  if (!found) return undefined
  const { max = Infinity } = range
  return {
    isCertain: true,
    ...found,
    nearest: amount > 0 && (amount < slipWon || max < Infinity) ? nearestInRange(amount, range) : [],
    isAbove: amount > max,
  }
}

/** Checks a deposit as the server does. @param method defaults to bank transfer @param own the member's own limit */
export function checkDeposit(won: Won, method: MethodRange = {}, own?: { period: LimitPeriod; left: Won } | null) {
  const range = {
    step: amountStep,
    min: Math.max(minDeposit, method.min ?? 0),
    max: Math.min(method.max ?? Infinity, own?.left ?? Infinity),
  }
  const rule = checkDepositAmount(won)
  const find = (): Found | undefined => {
    if (rule) return { message: rule }
    const beyond = checkMethodRange(method, won)
    if (beyond) return { ...beyond, method: method.name }
    if (!own || won <= own.left) return undefined
    return { ...describeMemberLimit(own), isCertain: false }
  }
  return describeProblem(won, range, find())
}

/** Describes the refusal by a member's own limit. Omits `left` (in won) if it is too little for any deposit. */
export function describeMemberLimit({ period, left }: { period: LimitPeriod; left: Won }) {
  if (left < minDeposit) return { message: 'deposit.limit.refused' } as const
  return { message: `deposit.limit.refused.${period}`, bound: left } as const
}

/** Checks a withdrawal. @param cash the wallet's balance in won. If it is unknown, the upstream checks the amount. */
export function checkWithdrawal(won: Won, cash: ParsedAmount): AmountProblem | undefined {
  const range = { step: amountStep, min: minWithdrawal, max: cash ?? Infinity }
  const above = { message: 'withdraw.amount.above', bound: range.max, isCertain: false } as const
  const rule = checkWithdrawalAmount(won)
  return describeProblem(won, range, rule ? { message: rule } : won > range.max ? above : undefined)
}

/** Checks an exchange of comp points. @param available the member's points. If unknown, the upstream checks. */
export function checkExchange(points: number, available: ParsedAmount): AmountProblem | undefined {
  const range = { step: 1, max: available ?? Infinity }
  const above = { message: 'comp.points.low', isCertain: false } as const
  const rule = checkPoints(points)
  return describeProblem(points, range, rule ? { message: rule } : points > range.max ? above : undefined)
}
