import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { playTexts } from '~/embedded/sandbox/texts'
import { i18nFor } from '~/i18n/catalogue.server'
import { locales } from '~/i18n/locale'
import {
  addChip,
  amountStep,
  groupWhileTyping,
  isWon,
  maxWon,
  nearestInRange,
  parseAmount,
  parseSigned,
  readAmount,
} from '~/values/amount'

const amounts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
const blanks = fc.constantFrom('', ' ', '  ', '\t', '\u3000', '\u00a0')
const toFullWidth = (text: string) =>
  text.replace(/[0-9,]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

describe('a typed amount', () => {
  it.each([
    ['10000', 10_000],
    ['１만', 10_000],
    ['๑๐,๐๐๐ วอน', 10_000],
    ['١٠٠٠٠', 10_000],
    ['۱۰۰۰۰', 10_000],
    ['10,000원', 10_000],
    ['1만 5천', 15_000],
    ['3만 5,000', 35_000],
    ['1억 2천만', 120_000_000],
    ['1천500', 1_500],
    ['0', 0],
    ['0010000', 10_000],
    ['₩10,000', 10_000],
    ['￦ 10,000', 10_000],
    ['\\10000', 10_000],
    ["10'000", 10_000],
    ['10’000', 10_000],
    ['1 000 000', 1_000_000],
    ['10\u202f000', 10_000],
    ['10．000', 10_000],
    ['1万', 10_000],
    ['1億2千万', 120_000_000],
    ['1만'.normalize('NFD'), 10_000],
    ['1\u200b0000', 10_000],
    ['\u200e10000\u202c', 10_000],
    ['1만 5원', 10_005],
    ['＋10,000', 10_000],
    ['+ 3만 원', 30_000],
    ['십만', 100_000],
    ['오만원', 50_000],
    ['만 원', 10_000],
    ['백만', 1_000_000],
    ['이천삼백오십만 원', 23_500_000],
    ['3백50만', 3_500_000],
    ['오만 오천원', 55_000],
    ['십오만', 150_000],
    ['1억 5,000원', 100_005_000],
    ['9,007조 1,992억 5,474만 991원', maxWon],
  ])('%j is %d won', (typed, won) => {
    expect(parseAmount(typed)).toBe(won)
  })

  it('is parsed from digits with or without grouping, in half or full width, between spaces', () => {
    fc.assert(
      fc.property(amounts, blanks, blanks, fc.boolean(), fc.boolean(), (won, before, after, isGrouped, isWide) => {
        const digits = isGrouped ? won.toLocaleString('en-US') : String(won)
        return parseAmount(before + (isWide ? toFullWidth(digits) : digits) + after) === won
      }),
    )
  })

  it.each(locales)('is parsed from every format of the site in %s', (locale) => {
    const { number, won, amountInWords } = i18nFor(locale)
    const printed = [number, won, amountInWords, playTexts(locale).won]
    fc.assert(
      fc.property(fc.oneof(amounts, fc.nat(200_000_000)), (amount) => {
        for (const print of printed) expect(readAmount(print(amount)), print(amount)).toBe(amount)
      }),
    )
  })

  it.each([
    ['10.5', 'amount.unclear'],
    ['1,000.000', 'amount.unclear'],
    ['1.5만', 'amount.unclear'],
    ['₩3만 5', 'amount.unclear'],
    ['1만5', 'amount.unclear'],
    ['오만오', 'amount.unclear'],
    ['1억 5백', 'amount.unclear'],
    ['2천5', 'amount.unreadable'],
    ['백5만', 'amount.unreadable'],
    ['오오만', 'amount.unreadable'],
    ['5오만', 'amount.unreadable'],
    ['억', 'amount.unreadable'],
    ['++10,000', 'amount.unreadable'],
    ['-10,000', 'amount.unreadable'],
    ['$100', 'amount.unreadable'],
    ['9007199254740992', 'amount.unreadable'],
    ['', undefined],
    [' \u200b', undefined],
  ])('%j is %s', (typed, found) => {
    expect(readAmount(typed)).toBe(found)
  })

  it('is parsed to valid won or undefined, never to an error', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...'0123456789,. 억만천백십오원-+eEx１０') }),
    )
    fc.assert(
      fc.property(typed, (text) => {
        const won = parseAmount(text)
        return won === undefined || isWon(won)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is rejected with a sign or letter inside, or with a point that isn’t a group separator', () => {
    fc.assert(
      fc.property(amounts, fc.stringMatching(/^\d{1,6}$/), (won, rest) => {
        const isGroup = won > 0 && won < 1_000 && rest.length === 3
        return parseAmount(`${won}.${rest}`) === (isGroup ? won * 1_000 + Number(rest) : undefined)
      }),
    )
    const spoilt = fc.tuple(amounts, fc.constantFrom('-', '+', 'e', 'x', '_', '%', '/'), fc.nat(20))
    fc.assert(
      fc.property(spoilt, ([won, sign, index]) => {
        const digits = String(won)
        const place = sign === '+' ? 1 + (index % digits.length) : index % (digits.length + 1)
        return parseAmount(digits.slice(0, place) + sign + digits.slice(place)) === undefined
      }),
    )
  })
})

it('a number is negative directly after a minus or hyphen, and unreadable after any other dash', () => {
  for (const minus of ['-', '‐', '‑', '‒', '–', '−', '﹣', '－', '\u200e-'])
    expect(parseSigned(` ${minus}10,000`), minus).toBe(-10_000)
  const others = [...'〜〰⁓~～—―ーｰㅡ─', '--', '- ', '()'].map((sign) => `${sign}10000`)
  expect([...others, '10000-', '10-000', '-'].map(parseSigned).filter((read) => read !== undefined)).toEqual([])
  expect([parseSigned('3만'), parseSigned('-3만'), parseSigned('0')]).toEqual([30_000, -30_000, 0])
})

it('chips never exceed the largest amount', () => {
  expect(addChip(maxWon, 10_000)).toBe(maxWon)
  expect(addChip(maxWon - 1, 1)).toBe(maxWon)
  fc.assert(
    fc.property(amounts, amounts, (current, chip) => {
      const sum = addChip(current, chip)
      return isWon(sum) && sum >= current && sum >= chip
    }),
  )
})

/** Parses a text such as `1,2|34`, in which `|` is the caret. */
const typedText = (marked: string) => ({ text: marked.replace('|', ''), caret: marked.indexOf('|') })
const mark = ({ text, caret }: { text: string; caret: number }) => `${text.slice(0, caret)}|${text.slice(caret)}`

describe('an amount while it is typed', () => {
  it.each([
    ['1234|', '1,234|'],
    ['12,3456|', '123,456|'],
    ['1|,234', '1|,234'],
    ['19|,234', '19|,234'],
    ['1,23|', '123|'],
    ['|234', '|234'],
    ['１２３４|', '1,234|'],
    ['๑๒๓๔|', '1,234|'],
    ['1만|', '1만|'],
    ['10000.|', '10000.|'],
    ['0100|', '0100|'],
    ['|', '|'],
  ])('%s is shown as %s', (typed, shown) => {
    expect(mark(groupWhileTyping(typedText(typed)))).toBe(shown)
  })

  it('moves the caret past a comma for the delete key', () => {
    expect(mark(groupWhileTyping(typedText('1|234'), true))).toBe('1,|234')
    const long = { text: '1'.repeat(41), caret: 3 }
    expect(groupWhileTyping(long), 'longer than any amount').toEqual(long)
    expect(mark(groupWhileTyping(typedText('1|234')))).toBe('1|,234')
  })

  it('doesn’t change its digits, its value or the digits on either side of the caret', () => {
    const digitsOf = (text: string) => text.replaceAll(/\D/g, '')
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789,만.') }),
        fc.nat(),
        fc.boolean(),
        (text, seed, forward) => {
          const caret = seed % (text.length + 1)
          const after = groupWhileTyping({ text, caret }, forward)
          expect(digitsOf(after.text)).toBe(digitsOf(text))
          expect(digitsOf(after.text.slice(0, after.caret))).toBe(digitsOf(text.slice(0, caret)))
          const won = parseAmount(text)
          if (won !== undefined) expect(parseAmount(after.text)).toBe(won)
          expect(groupWhileTyping(after, forward)).toEqual(after)
        },
      ),
    )
  })
})

describe('the nearest amounts that a form accepts', () => {
  it.each([
    [155_000, {}, [150_000, 160_000]],
    [10_000, { min: 25_000 }, [30_000]],
    [maxWon, {}, [9_007_199_254_740_000]],
  ])('to %i within %j are %j', (won, bounds, nearest) => {
    expect(nearestInRange(won, { step: amountStep, ...bounds })).toEqual(nearest)
  })

  it('are the next accepted ones below and above', () => {
    const bound = fc.option(fc.nat(200), { nil: undefined })
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 20 }), bound, fc.nat(200), (won, step, min, max) => {
        const accepted = Array.from({ length: 201 }, (_, index) => index).filter(
          (amount) => amount > 0 && amount % step === 0 && amount >= (min ?? 0) && amount <= max,
        )
        const below = accepted.findLast((amount) => amount < won)
        const above = accepted.find((amount) => amount > won)
        const expected = accepted.includes(won) ? [] : [below, above].filter((amount) => amount !== undefined)
        expect(nearestInRange(won, { step, min, max })).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })
})
