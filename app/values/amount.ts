import { numberedMessages } from './numbered-messages'
import { cleanCode, toAscii, toVisible } from './typed-text'

/** An amount in whole won: an integer from 0 to 2^53-1. Source: docs/calls.md, amounts. */
export type Won = number

/** The maximum amount. A JavaScript number can't represent every larger integer. */
export const maxWon: Won = Number.MAX_SAFE_INTEGER

/** Deposits and withdrawals are multiples of this amount, in won. Source: docs/product.md, constants. */
export const amountStep: Won = 10_000

/** The minimum deposit, in won. Source: docs/product.md, constants. */
export const minDeposit: Won = 10_000
/** The minimum withdrawal, in won. Source: docs/product.md, constants. */
export const minWithdrawal: Won = 10_000

const maxCharacters = 40
/** Groups of three digits, all with the same separator. */
const groups = /(?<![\d,.'])[1-9]\d{0,2}(?:([,.' ])\d{3})(?:\1\d{3})*(?![\d,.'])/g
const unit = String.raw`(?:[₩￦\\]|원|won|krw|วอน|ウォン|韩元|韓元|콤프|(?:điểm ?)?comp|(?:คะแนน)?คอมพ์|คะแนนสะสม|コンプ(?:ポイント)?|返点|积分)`
const unitBefore = new RegExp(`^${unit} ?`, 'i')
const unitAfter = new RegExp(` ?${unit}$`, 'i')
const myriadsPattern = /^(?:([^조억만]+)조)?(?:([^조억만]+)억)?(?:([^조억만]+)만)?([^조억만]*)$/
const thousandsPattern = /^(?:([1-9]?) ?천)? ?(?:([1-9]?) ?백)? ?(?:([1-9]?) ?십)? ?([1-9]\d*)?$/
const koreanDigits = '일이삼사오육칠팔구'
const numerals = new RegExp(`[${koreanDigits}]`, 'g')
/** Digits spelled without units, such as 오오 or 5오. They are not valid numbers. */
const spelledDigits = new RegExp(`[\\d${koreanDigits}][${koreanDigits}]|[${koreanDigits}]\\d`)
const digitsPattern = /^\d+$/

/** Why a text can't be read as an amount: it is not an amount, or it is ambiguous. */
export type AmountError = 'amount.unreadable' | 'amount.unclear'

/**
 * Reads an amount in the formats that people write and the site displays. Source: docs/calls.md, amounts.
 * @returns whole won, undefined for empty text, `amount.unclear` if the text is ambiguous because of its separators or
 * units, or `amount.unreadable` for any other text
 */
export function readAmount(text: string): Won | AmountError | undefined {
  if (text.length > 4 * maxCharacters) return 'amount.unreadable'
  const typed = cleanCode(text).replace(/’/g, "'")
  if (typed === '') return undefined
  if (typed.length > maxCharacters) return 'amount.unreadable'
  const unsigned = typed.replace(/^\+ ?/, '').replace(unitBefore, '')
  const bare = unsigned.replace(unitAfter, '')
  if (/\d[.' ]\d{3} ?[조억만천万亿億千]/.test(bare)) return 'amount.unclear'
  const plain = bare.replace(groups, stripNonDigits).replace(/[万亿億千]/g, (sign) => koreanUnits[sign] ?? sign)
  const amount = digitsPattern.test(plain) ? Number(plain) : readMyriads(plain, bare !== unsigned)
  if (typeof amount === 'number') return isWon(amount) ? amount : 'amount.unreadable'
  return amount ?? (/^\d[\d,.' ]*[조억만천]?$/.test(plain) ? 'amount.unclear' : 'amount.unreadable')
}

const koreanUnits: Readonly<Record<string, string>> = { 万: '만', 亿: '억', 億: '억', 千: '천' }

export function parseAmount(text: string): Won | undefined {
  const amount = readAmount(text)
  return typeof amount === 'number' ? amount : undefined
}

const minus = /^[-‐-–−﹣](?=\d)/

/** Reads an amount that may have a minus sign directly before it. */
export function parseSigned(text: string): number | undefined {
  const typed = toVisible(text)
  const amount = parseAmount(typed.replace(minus, ''))
  return amount !== undefined && minus.test(typed) ? 0 - amount : amount
}

/** Adds a chip's amount, capped at 2^53-1. @throws RangeError if an argument is not an amount in whole won */
export function addChip(current: Won, chip: Won): Won {
  if (!isWon(current) || !isWon(chip)) throw new RangeError('an amount is a whole number from 0 to 2^53-1')
  return current > maxWon - chip ? maxWon : current + chip
}

export const isWon = (value: number): value is Won => Number.isSafeInteger(value) && value >= 0

export const formatForInput = (won: Won): string => groupDigits(String(won))

export type TypedText = { text: string; caret: number }

/**
 * Groups the digits of an amount during input, and keeps the caret next to the same digit. Returns other text
 * unchanged.
 * @param forward whether the character after the caret was deleted; the caret then skips a comma
 */
export function groupWhileTyping({ text, caret }: TypedText, forward = false): TypedText {
  if (text.length > maxCharacters) return { text, caret }
  const plain = toAscii(text)
  if (!/^[1-9][\d,]*$/.test(plain)) return { text, caret }
  const grouped = groupDigits(stripNonDigits(plain))
  const digitsBefore = stripNonDigits(plain.slice(0, caret)).length
  let place = 0
  for (let passed = 0; passed < digitsBefore; place += 1) if (grouped[place] !== ',') passed += 1
  if (forward && grouped[place] === ',') place += 1
  return { text: grouped, caret: place }
}

const groupDigits = (digits: string) => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')

/** @param hasUnit whether the text ends with a currency. 1만 5원 is 10,005, but people write 1만5 for 15,000. */
function readMyriads(typed: string, hasUnit: boolean): number | 'amount.unclear' | undefined {
  const parts = /[조억만천백십]/.test(typed) && myriadsPattern.exec(typed.replace(/^만/, '1만'))
  if (!parts) return undefined
  const [trillions, eok, man, ones] = parts.slice(1).map((text) => text?.trim() ?? '')
  let total: number | undefined
  for (const [text, factor] of [
    [trillions, 1_000_000_000_000],
    [eok, 100_000_000],
    [man, 10_000],
    [ones, 1],
  ] as const) {
    if (!text) continue
    const count = readThousands(text)
    if (count === undefined || (total !== undefined && count >= 10_000)) return undefined
    total = (total ?? 0) + count * factor
  }
  const isWhole = !ones || !(trillions || eok || man) || (man && /[천백십]|^\d{4}$/.test(ones))
  return isWhole || (hasUnit && / \d+$/.test(typed)) ? total : 'amount.unclear'
}

/** Reads the number before a unit: 3, 1000, 2천, 2천500, 삼백오십. Rejects 2천5, because digits must fill all places. */
function readThousands(text: string): number | undefined {
  if (spelledDigits.test(text)) return undefined
  const parts = thousandsPattern.exec(text.replace(numerals, (sign) => String(koreanDigits.indexOf(sign) + 1)))
  if (!parts) return undefined
  const [thousands, hundreds, tens, rest] = parts.slice(1)
  const count = (times: string | undefined) => (times === undefined ? 0 : Number(times || 1))
  const places = [tens, hundreds, thousands].findIndex((times) => times !== undefined) + 1
  if (places > 0 && rest !== undefined && rest.length !== places) return undefined
  return count(thousands) * 1_000 + count(hundreds) * 100 + count(tens) * 10 + Number(rest ?? 0)
}

const stripNonDigits = (text: string) => text.replace(/\D/g, '')

export function checkDepositAmount(won: Won) {
  if (won <= 0) return numberedMessages.depositMissing
  if (won < minDeposit) return numberedMessages.depositTooSmall
  return won % amountStep === 0 ? undefined : numberedMessages.depositNotMultiple
}

/** Formats decimal odds from hundredths. */
export const formatOdds = (hundredths: number) => (hundredths / 100).toFixed(2)

/** Returns an error if a withdrawal amount is not a multiple of `amountStep`, or if it is too small. */
export function checkWithdrawalAmount(won: Won) {
  if (won % amountStep !== 0) return numberedMessages.withdrawalNotMultiple
  return won < minWithdrawal ? numberedMessages.withdrawalTooSmall : undefined
}

export const minExchange = 1

export function checkPoints(points: number): 'comp.points.least' | undefined {
  return points < minExchange ? 'comp.points.least' : undefined
}

/** The range of amounts that a form accepts: multiples of `step` from `min` to `max`, in won or points. */
export type AmountRange = { step: number; min?: number | undefined; max?: number | undefined }

/** Returns the nearest valid amounts below and above an invalid amount. Empty for a valid amount. */
export function nearestInRange(won: Won, { step, min = 0, max = maxWon }: AmountRange): readonly Won[] {
  const least = Math.max(step, Math.ceil(min / step) * step)
  const most = Math.floor(Math.min(max, maxWon) / step) * step
  if (least > most) return []
  const below = Math.min(most, Math.floor(won / step) * step)
  const above = Math.max(least, Math.ceil(won / step) * step)
  if (below === above) return []
  return [...(below >= least ? [below] : []), ...(above <= most ? [above] : [])]
}

/** Returns the product of the picks' odds, rounded down to two decimals. The operator keeps the fraction. */
export function combineOdds(odds: readonly number[]): number {
  const product = odds.reduce((all, each) => all * BigInt(each), BigInt(1))
  return Number(product / BigInt(100) ** BigInt(Math.max(0, odds.length - 1)))
}
