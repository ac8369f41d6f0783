import { numberedMessages } from './numbered-messages'
/** Whole won: an integer from 0 to 2^53-1, never a fraction. Source: docs/product.md, amounts. */
export type Won = number

/** The largest amount: beyond it JavaScript numbers skip integers. */
export const maxWon: Won = Number.MAX_SAFE_INTEGER

/** Deposits and withdrawals are multiples of this, in won. Source: docs/product.md, constants. */
export const amountStep: Won = 10_000

/** The smallest deposit, in won; `checkDepositAmount` says its message. Source: docs/product.md, constants. */
export const minDeposit: Won = 10_000
/** The smallest withdrawal, in won; `checkWithdrawalAmount` says its message. Source: docs/product.md, constants. */
export const minWithdrawal: Won = 10_000

const groupedDigits = String.raw`[1-9]\d{0,2}(?:,\d{3})+`
const plainPattern = new RegExp(`^(?:${groupedDigits}|\\d+) ?원?$`)
/** Captures what stands before 억, before 만 and after both, as in 1억 2천만 5천. */
const unitsPattern = /^(?:([^억만]+)억)?(?:([^억만]+)만)?([^억만]*?) ?원?$/
const thousandsPattern = new RegExp(`^(?:([1-9]) ?천)? ?(${groupedDigits}|[1-9]\\d*)?$`)
const maxCharacters = 40

/**
 * Parses an amount as a person types it. Source: docs/product.md, amounts.
 *
 * Accepted: ASCII or full-width digits, blanks around them, commas that group by three, a closing 원, and the Korean
 * units 억, 만 and 천 (`1만`, `1만 5천`, `3만5000`, `2천만`), each with a number of its own and in falling order.
 * Anything else is rejected: signs, fractions (also `10000.0`), exponents, other bases, commas that do not group by
 * three, other scripts' digits, anything past 2^53-1.
 *
 * @returns whole won, 0 included; undefined for text that is no amount.
 */
export function parseAmount(text: string): Won | undefined {
  if (text.length > maxCharacters) return undefined
  const typed = toHalfWidth(text.trim()).replace(/[ \u00a0\u3000]/g, ' ')
  if (plainPattern.test(typed)) return toWon(stripNonDigits(typed))
  return /[억만천]/.test(typed) ? parseKoreanUnits(typed) : undefined
}

/**
 * Adds a chip to an amount; the sum is capped at 2^53-1.
 *
 * @throws RangeError when either is not whole won from 0 to 2^53-1.
 */
export function addChip(current: Won, chip: Won): Won {
  if (!isWon(current) || !isWon(chip)) throw new RangeError('an amount is a whole number from 0 to 2^53-1')
  return current > maxWon - chip ? maxWon : current + chip
}

/** Whether a number is an amount: whole, from 0 to 2^53-1. */
export function isWon(value: number): value is Won {
  return Number.isSafeInteger(value) && value >= 0
}

/** Formats an amount for an input field, in ASCII digits for every language: 300,000. */
export function formatForInput(won: Won): string {
  return groupDigits(String(won))
}

/** What `groupWhileTyping` works on: a text of an input field and the position of the caret in it. */
export type TypedText = { text: string; caret: number }

/**
 * Groups the digits of an amount while it is typed: 1234| becomes 1,234|. The caret stays behind the same digit. A text
 * with anything but digits and commas, with a leading zero, or longer than any amount, is returned as it is.
 *
 * @param forward whether the character after the caret was deleted: the caret then passes a comma, which would
 * otherwise come back before it for ever.
 */
export function groupWhileTyping({ text, caret }: TypedText, forward = false): TypedText {
  if (text.length > maxCharacters) return { text, caret }
  const plain = toHalfWidth(text)
  if (!/^[1-9][\d,]*$/.test(plain)) return { text, caret }
  const grouped = groupDigits(stripNonDigits(plain))
  const digitsBefore = stripNonDigits(plain.slice(0, caret)).length
  let place = 0
  for (let passed = 0; passed < digitsBefore; place += 1) if (grouped[place] !== ',') passed += 1
  if (forward && grouped[place] === ',') place += 1
  return { text: grouped, caret: place }
}

function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Full-width digits and commas as ASCII ones; the length stays the same. */
function toHalfWidth(text: string): string {
  return text.replace(/[０-９，]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}

function parseKoreanUnits(typed: string): Won | undefined {
  const parts = unitsPattern.exec(typed)
  if (!parts) return undefined
  const [eok, man, ones] = parts.slice(1).map((text) => text?.trim() ?? '')
  let total = 0
  for (const [text, unit, rest] of [
    [eok, 100_000_000, false],
    [man, 10_000, Boolean(eok)],
    [ones, 1, Boolean(eok || man)],
  ] as const) {
    if (!text) continue
    const count = parseBeforeUnit(text)
    if (count === undefined || (rest && count >= 10_000)) return undefined
    total += count * unit
  }
  // People write 1만5 for 15,000 and 1억5천 for 150,000,000: an amount that leaves out a unit is ambiguous, so it is
  // rejected.
  if (ones && ((man && !/천|^\d,?\d{3}$/.test(ones)) || (eok && !man))) return undefined
  return toWon(total)
}

/** The number before a unit: 3, 1,000, 2천, 2천500. */
function parseBeforeUnit(text: string): number | undefined {
  const [, thousands, rest] = thousandsPattern.exec(text) ?? []
  const ones = rest === undefined ? 0 : Number(stripNonDigits(rest))
  if (thousands === undefined) return rest === undefined ? undefined : ones
  return rest === undefined || rest.length === 3 ? Number(thousands) * 1_000 + ones : undefined
}

function stripNonDigits(text: string): string {
  return text.replace(/\D/g, '')
}

function toWon(value: string | number): Won | undefined {
  const won = Number(value)
  return isWon(won) ? won : undefined
}

/** What is wrong with an amount to deposit: missing, too small, not a whole step, in that order. */
export function checkDepositAmount(won: Won) {
  if (won <= 0) return numberedMessages.depositMissing
  if (won < minDeposit) return numberedMessages.depositTooSmall
  return won % amountStep === 0 ? undefined : numberedMessages.depositNotMultiple
}

/** What is wrong with an amount to withdraw: not a whole step, too small, in that order. */
export function checkWithdrawalAmount(won: Won) {
  if (won % amountStep !== 0) return numberedMessages.withdrawalNotMultiple
  return won < minWithdrawal ? numberedMessages.withdrawalTooSmall : undefined
}

/** The fewest comp points that can be exchanged. */
export const minExchange = 1

/** What is wrong with comp points to exchange: too few of them. */
export function checkPoints(points: number): 'comp.points.least' | undefined {
  return points < minExchange ? 'comp.points.least' : undefined
}

/** Amounts that a form takes: whole steps from `min` to `max`, in won or points. */
export type AmountRange = { step: number; min?: number | undefined; max?: number | undefined }

/** The amounts in the range next below and next above one that is outside or between steps; empty for one inside. */
export function nearestInRange(won: Won, { step, min = 0, max = maxWon }: AmountRange): readonly Won[] {
  const least = Math.max(step, Math.ceil(min / step) * step)
  const most = Math.floor(Math.min(max, maxWon) / step) * step
  if (least > most) return []
  const below = Math.min(most, Math.floor(won / step) * step)
  const above = Math.max(least, Math.ceil(won / step) * step)
  if (below === above) return []
  return [...(below >= least ? [below] : []), ...(above <= most ? [above] : [])]
}
