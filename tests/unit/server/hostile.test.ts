import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { popupCookieSuffix } from '~/server/cookies/preferences.server'
import { contract, knownCallNames } from '~/upstream/contract'
import { fieldErrors } from '~/upstream/contract/field-errors'
import { playCode } from '~/upstream/contract/fields/provider'
import { depositAmount, freeText, upstreamId, withdrawalAmount } from '~/upstream/contract/fields/values'
import { parseAmount } from '~/values/amount'
import { parseStrictJson } from '~/values/strict-json'
import { hostileTexts } from '../../support/hostile'

/** Spellings that no form accepts as an amount. */
const formAmounts = [
  ...` -10000 −10000 10000- (10000) 1e4 0x2710 0b10011100010000 0o23420 10000.0 10000. .10000 1,0000
  ,10000 10000, 10_000 $10000 10000円 10000;20000 10000&20000 NaN Infinity 1/0 null [10000] {"balance":10000} ９.０
  १०००० 一万 만1 1만만 1만5 1억5천 2천5만 1만10000 1억12000만 10천 1만1억 1.5만 0만 0,100 1,000,00 10000원원 100000000억
  1천만5천만 9007199254740992 99999999999999999999 =10000 10000<script> 10000% ½`.split(/\s+/),
  ...[' ', '1 0000', '10000\u0000', '10000\n10000', '1억 10,000만', '1'.repeat(400)],
]

/** JSON values that no call accepts as an amount, which must be an integer or a string of ASCII digits. */
const jsonAmounts = [
  ...'1e4 1E4 10000.0 10000.5 1e-4 -10000 -0 0 1e999 9007199254740992 99999999999999999999 null true [] {}'.split(' '),
  ...['[10000]', '{"valueOf":10000}', '""', '" 10000"', '"10,000"', '"1만"', '"１００００"', '"1e4"', '"+10000"'],
  ...['"-10000"', '"10000.0"', '"0x2710"', '"9007199254740992"', '"\\u0000"', '"\\ud800"'],
]

const brokenBodies = [
  ...['', '{', '[]', 'null', '"x"', '1', '{} {}', "{'a':1}", '{"a":1,}', '{/* */}', '\ufeff{}', '{"a":NaN}'],
  ...['{"a":"\u0001"}', '{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '{"a":[{"b":{"c":1,"c":2}}]}'],
  '{"__proto__":1,"__proto__":2}',
]

const foreignBodies = [
  ...['{"unknown":1}', '{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}', '{"":1}'],
  ...[`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`],
  ...[`{${Array.from({ length: 6_000 }, (_, index) => `"n${index}":1`).join()}}`, `{"a":"${'x'.repeat(60_000)}"}`],
  `{"a":${'9'.repeat(60_000)}}`,
]

const foreignIds = [
  ...['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"a\\udfff"', '"a\\r\\nX-A: b"', '"\\u202eabc"', '"\\u001b[31m"'],
  ...[JSON.stringify('x'.repeat(20_000)), '""', 'null', 'true', '["a"]', '{"a":1}', '1.5'],
]

const foreignDates = [
  ...['2026-02-30', '2026-13-01', '2026-00-10', '0000-00-00', '2026-1-1', '20260101', '2026/01/01'],
  ...['01-01-2026', '+012026-01-01', '-2026-01-01', '2026-01-01T00:00:00Z', 'yesterday', '9'.repeat(30)],
  ...['２０２６-01-01', "2026-01-01'--"],
]

const shorten = (texts: readonly string[]) => texts.map((text) => [text.slice(0, 40), text] as const)

describe('an amount', () => {
  it.each(shorten(formAmounts))('written as %j isn’t accepted', (_, typed) => {
    expect(parseAmount(typed)).toBeUndefined()
  })

  it.each(jsonAmounts)('in a call written as %s isn’t accepted', (text) => {
    const value = (parseStrictJson(`{"balance":${text}}`) as { balance: unknown }).balance
    expect([depositAmount, withdrawalAmount].filter((amount) => amount.safeParse(value).success)).toEqual([])
  })

  it.each(['10000', '"10000"', ' 10000 ', '"0010000"'])('in a call written as %s is accepted', (text) => {
    const value = (parseStrictJson(`{"balance":${text}}`) as { balance: unknown }).balance
    expect(depositAmount.parse(value)).toBe(10_000)
  })
})

describe('a JSON body', () => {
  it.each(brokenBodies)('of %j is rejected', (text) => {
    const read = () => z.record(z.string(), z.unknown()).parse(parseStrictJson(text))
    // The site's body reader doesn't remove the byte order mark, which is invalid JSON.
    if (text.startsWith('\ufeff')) expect(() => JSON.parse(text)).toThrow()
    else expect(read).toThrow()
  })

  it.each(shorten(foreignBodies))('of %s… is rejected by every call', (_, text) => {
    const payload = parseStrictJson(text)
    for (const callName of knownCallNames.keys()) {
      if (callName === 'user-del-note') continue
      const read = contract[callName as keyof typeof contract].payload.safeParse(payload)
      expect(read.success, callName).toBe(false)
      if (!read.success) expect(Object.keys(fieldErrors(read.error)).length).toBeGreaterThan(0)
    }
  })

  it('is parsed as by JSON.parse, except for repeated names and numbers that aren’t plain integers', () => {
    for (const text of ['{}', '{"a":[1,-2,{"a":"1e4"}],"b":"\\"a\\":1","c":{"a":{"a":null}}}', '[{"a":1},{"a":1}]'])
      expect(parseStrictJson(text)).toEqual(JSON.parse(text))
    expect(parseStrictJson('{"a":1e4,"b":[10000.0,-1E-2],"c":"1e4"}')).toEqual({ a: [], b: [[], []], c: '1e4' })
    expect(() => parseStrictJson('{"a":"\\\\","a":1}')).toThrow('a name appears twice')
    expect(parseStrictJson('{"a":"\\",\\"a\\":"}')).toEqual({ a: '","a":' })
    expect(Object.getPrototypeOf(parseStrictJson('{"__proto__":{"a":1}}'))).toBe(Object.prototype)
  })
})

describe('an ID or code from a client', () => {
  it.each(shorten(foreignIds))('is rejected if it is %s', (_, json) => {
    expect([upstreamId, playCode].filter((field) => field.safeParse(parseStrictJson(json)).success)).toEqual([])
  })

  it.each(hostileTexts)('never contains an invisible character: %s', (_, text) => {
    expect(`${upstreamId.safeParse(text).data ?? ''}`).not.toMatch(
      /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
    )
  })
})

describe('a member’s text', () => {
  const written = freeText(100, { empty: 'help.title.empty', long: 'help.title.long' })

  it('is rejected with NUL, an escape or a lone surrogate, or without a visible character', () => {
    const blanks = ['\u200f', '\u3164', '\u00ad\u00ad', '\u200b \u2060', '\u0301\u0302', '\u2800', '\v\f']
    for (const text of ['\u0000', 'a\u001b[31m', 'a\ud800', 'x'.repeat(101), ...blanks])
      expect(written.safeParse(text).success, JSON.stringify(text)).toBe(false)
    for (const text of ['<script>alert(1)</script>', '👨‍👩‍👧', '한글\r\n둘째 줄', '{{7*7}}'])
      expect(written.parse(text), text).toBe(text.replace('\r\n', '\n'))
    for (const text of ['\u202ea — b', '\u2066a — b\u2069', 'a\v — b\f', '\ufeffa — \u00adb'])
      expect(written.parse(text), JSON.stringify(text)).toBe('a — b')
  })
})

it.each(foreignDates)('no call accepts the date %j', (date) => {
  for (const callName of ['get-deposit-list', 'get-bets-list', 'get-comp-list'] as const)
    expect(contract[callName].payload.safeParse({ from: date }).success).toBe(false)
})

it('a pop-up’s cookie has a valid name whatever the pop-up’s ID', () => {
  for (const [name, text] of hostileTexts)
    expect(popupCookieSuffix(text.toWellFormed()), name).toMatch(/^[\w.-]{0,64}$/)
})
