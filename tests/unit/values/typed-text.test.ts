import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shippedBanks } from '~/platform/settings/payment-settings.server'
import { contract } from '~/upstream/contract'
import { registration } from '~/upstream/contract/fields/registration'
import { bankName } from '~/values/banks'
import { findBank } from '~/values/typed-text'

const hidden = [...'\u200b\u200e\u202a\u202c\u2066\u2060\ufeff\u00ad\u3164\uffa0\u2800']
const toFullWidth = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
const dashes = ['-', '‐', '‑', '–', '—', '−', '－', 'ー', 'ㅡ']

/** Adds hidden characters to a text, half of the time in full width. */
const withHiddenCharacters = (text: string) =>
  fc
    .tuple(fc.array(fc.tuple(fc.nat(text.length), fc.constantFrom(...hidden)), { maxLength: 6 }), fc.boolean())
    .map(([marks, isWide]) => {
      const signs = [...(isWide ? toFullWidth(text) : text)]
      for (const [at, mark] of marks) signs.splice(at, 0, mark)
      return `\ufeff ${signs.join('')}\u3000`
    })

describe('digits and codes', () => {
  const kinds = [
    ['phone', '010-1234-5678', '01012345678'],
    ['phone', '+82 10-1234-5678', '01012345678'],
    ['phone', '+82 (0)10 1234 5678', '01012345678'],
    ['phone', '0082.10.1234.5678', '01012345678'],
    ['phone', '(010) 1234.5678', '01012345678'],
    ['phone', '๐๑๐-๑๒๓๔-๕๖๗๘', '01012345678'],
    ['banknumber', '123-456789-01-234', '12345678901234'],
    ['code', 'Madang7', 'MADANG7'],
    ['id', 'New_Member1', 'new_member1'],
  ] as const

  it.each(kinds)(
    'of a %s are accepted from %s with invisible characters, in full width and with any dash',
    (kind, typed, read) => {
      fc.assert(
        fc.property(withHiddenCharacters(typed), fc.constantFrom(...dashes), (text, dash) => {
          const field: { safeParse(text: string): { data?: unknown } } = registration[kind]
          expect(field.safeParse(text.replace(/[-－]/g, dash)).data, JSON.stringify(text)).toBe(read)
        }),
      )
    },
  )

  it('are rejected if they aren’t valid for their field', () => {
    for (const phone of ['010〜1234〜5678', '+1 010 1234 5678', '010-1234', '021234567'])
      expect(registration.phone.safeParse(phone).success, phone).toBe(false)
  })

  it('are normalized in IDs and one-time codes, but never in passwords', () => {
    const typed = { id: 'ｄｅｍｏ\u200b', pw: 'ｄｅｍｏ\u200b–1' }
    expect(contract['user-do-login'].payload.parse(typed)).toEqual({ id: 'demo', pw: typed.pw })
    expect(contract['set-second-factor'].payload.parse({ step: 'on', otp: '１２３ ４５６' })).toMatchObject({
      otp: '123 456',
    })
    expect(registration.pw.parse('ｐａｓｓｗｏｒｄ–\u200b')).toBe('ｐａｓｓｗｏｒｄ–\u200b')
    expect(registration.exchange_pw.safeParse('２５８０').success).toBe(false)
  })
})

describe('an account number', () => {
  it.each([
    ['국민은행 123456-01-123456 홍길동', '12345601123456', '국민은행'],
    ['카카오 3333011234567', '3333011234567', '카카오뱅크'],
    ['1002 123 456789 (우리) 홍길동', '1002123456789', '우리은행'],
    ['예금주 홍길동 110.123.456789', '110123456789', undefined],
    ['카카오뱅크 3333-01-1234567 김우리', '3333011234567', '카카오뱅크'],
    ['국민 123456-01-123456 50,000원', '12345601123456', '국민은행'],
    ['신한 110-123-456789 10만원', '110123456789', '신한은행'],
    ['우리WON뱅크2 1002 123 456789 5만원', '1002123456789', '우리은행'],
  ])('and the bank are found in %s', (pasted, number, bank) => {
    expect(registration.banknumber.parse(pasted)).toBe(number)
    expect(findBank(pasted, shippedBanks)).toBe(bank)
  })

  it('is rejected if the text contains several or none', () => {
    for (const text of ['국민 123456789012 신한 110123456789', '국민은행', '국민 12345', ''])
      expect(registration.banknumber.safeParse(text).success, text).toBe(false)
  })
})

it('a bank has an English name on pages in other languages, and an unknown bank its own name', () => {
  expect(shippedBanks.filter((bank) => bankName(bank, 'en') === bank)).toEqual([])
  expect([bankName('국민은행', 'ko'), bankName('모래은행', 'en')]).toEqual(['국민은행', '모래은행'])
})

describe('a name', () => {
  const letters = fc.constantFrom(
    ...[...'가힣김aZéßếữđกน', 'ที่', 'น้ำ', 'สิทธิ์', '김'.normalize('NFD'), 'ế'.normalize('NFD')],
  )
  const names = fc.array(letters, { minLength: 2, maxLength: 5 }).map((parts) => parts.join(''))
  const title = contract['user-write-help'].payload.shape.title

  it('has composed letters, and no invisible characters', () => {
    fc.assert(
      fc.property(names, fc.nat(), fc.constantFrom(...hidden), (name, at, mark) => {
        // Inserts the invisible character only between whole letters.
        const parts = [...name.normalize('NFC')]
        const index = at % (parts.length + 1)
        const spoilt = [...parts.slice(0, index), mark, ...parts.slice(index)].join('')
        expect(registration.bankowner.parse(spoilt)).toBe(name.normalize('NFC'))
        if ([...name.normalize('NFKC')].length <= 16)
          expect(registration.nick.parse(spoilt)).toBe(name.normalize('NFKC'))
      }),
    )
  })

  it('needs a visible character', () => {
    const nothing = fc.array(fc.constantFrom(...hidden, ' ', '\u0301', '\u0e48'), { minLength: 2, maxLength: 16 })
    fc.assert(
      fc.property(nothing, (signs) => {
        const text = signs.join('')
        for (const field of [registration.nick, registration.bankowner, title])
          expect(field.safeParse(text).success).toBe(false)
      }),
    )
  })

  it('has at most two combining marks on a letter', () => {
    for (const [text, isTaken] of [
      ['김\u0301\u0302철', true],
      ['김\u0301\u0302\u0303철', false],
      ['\u0301김철', false],
    ] as const) {
      for (const field of [registration.nick, registration.bankowner, title])
        expect(field.safeParse(text).success, text).toBe(isTaken)
    }
  })

  it('of an inquiry may be a question mark or a joined emoji', () => {
    for (const text of ['?', '👨‍👩‍👧', '1️⃣ 입금', '🏴󠁧󠁢󠁥󠁮󠁧󠁿']) expect(title.parse(text)).toBe(text)
  })
})
