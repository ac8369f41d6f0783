import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readFavourites, readRecentGames } from '~/features/lobby/favourites/member-games.server'
import { createSealer } from '~/platform/create-sealer.server'
import { Secret } from '~/platform/settings/secret.server'
import { parseCookies } from '~/server/cookies/cookie.server'
import { readFlash } from '~/server/cookies/flash.server'
import { popupCookieSuffix } from '~/server/cookies/preferences.server'
import { type MemberSession, sessionContext } from '~/server/session/session.server'
import { contract, knownCallNames } from '~/upstream/contract'
import { fieldErrors } from '~/upstream/contract/field-errors'
import { playCode } from '~/upstream/contract/fields/provider'
import { depositAmount, freeText, upstreamId, withdrawalAmount } from '~/upstream/contract/fields/values'
import { parseAmount } from '~/values/amount'
import { DuplicateNameError, parseStrictJson } from '~/values/strict-json'
import {
  hostileCookies,
  hostileDates,
  hostileFieldJson,
  hostileJson,
  hostileTexts,
  invalidFormAmounts,
  invalidJsonAmounts,
} from '../../support/hostile'

const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

describe('an amount', () => {
  it.each(invalidFormAmounts.map((typed) => [typed]))('written as %j is none', (typed) => {
    expect(parseAmount(typed)).toBeUndefined()
  })

  it.each(invalidJsonAmounts.map((text) => [text]))('in a call written as %s is none', (text) => {
    const value = (parseStrictJson(`{"balance":${text}}`) as { balance: unknown }).balance
    expect(depositAmount.safeParse(value).success).toBe(false)
    expect(withdrawalAmount.safeParse(value).success).toBe(false)
  })

  it('in a call is an integer or digits', () => {
    for (const text of ['10000', '"10000"', ' 10000 ', '"0010000"']) {
      const value = (parseStrictJson(`{"balance":${text}}`) as { balance: unknown }).balance
      expect(depositAmount.parse(value), text).toBe(10_000)
    }
  })
})

describe('a JSON body', () => {
  it.each(hostileJson.filter(([, , status]) => status === 400))('of %s is refused', (_name, text) => {
    const read = () => z.record(z.string(), z.unknown()).parse(parseStrictJson(text))
    // A byte order mark is not JSON; the site's body reader keeps it in the text.
    if (text.startsWith('\ufeff')) expect(() => JSON.parse(text)).toThrow()
    else expect(read).toThrow()
  })

  it.each(hostileJson.filter(([, , status]) => status === 422))('of %s reaches no call', (_name, text) => {
    const payload = parseStrictJson(text)
    for (const callName of knownCallNames.keys()) {
      if (callName === 'user-del-note') continue
      const read = contract[callName as keyof typeof contract].payload.safeParse(payload)
      expect(read.success, callName).toBe(false)
      if (!read.success) expect(Object.keys(fieldErrors(read.error)).length).toBeGreaterThan(0)
    }
  })

  it('is read as the platform reads it, but for what it would hide', () => {
    for (const text of ['{}', '{"a":[1,-2,{"a":"1e4"}],"b":"\\"a\\":1","c":{"a":{"a":null}}}', '[{"a":1},{"a":1}]']) {
      expect(parseStrictJson(text)).toEqual(JSON.parse(text))
    }
    expect(parseStrictJson('{"a":1e4,"b":[10000.0,-1E-2],"c":"1e4"}')).toEqual({ a: [], b: [[], []], c: '1e4' })
    expect(() => parseStrictJson('{"a":"\\\\","a":1}')).toThrow(DuplicateNameError)
    expect(parseStrictJson('{"a":"\\",\\"a\\":"}')).toEqual({ a: '","a":' })
    expect(Object.getPrototypeOf(parseStrictJson('{"__proto__":{"a":1}}'))).toBe(Object.prototype)
  })
})

describe('an id or a code from outside', () => {
  it.each(hostileFieldJson)('is refused when it is %s', (_name, json) => {
    expect(upstreamId.safeParse(parseStrictJson(json)).success).toBe(false)
    expect(playCode.safeParse(parseStrictJson(json)).success).toBe(false)
  })

  it('never carries a sign that can not be seen', () => {
    for (const [name, text] of hostileTexts) {
      const read = upstreamId.safeParse(text)
      if (read.success) expect(String(read.data), name).not.toMatch(/[\p{Cc}\p{Cs}]/u)
      if (read.success) expect(String(read.data), name).not.toMatch(turning)
    }
  })
})

describe('a text that a member writes', () => {
  const written = freeText(100, { empty: 'help.title.empty', long: 'help.title.long' })

  it('is refused with NUL, an escape or half a character, or without anything to see', () => {
    const blanks = ['\u200f', '\u3164', '\u00ad\u00ad', '\u200b \u2060', '\u0301\u0302', '\u2800', '\v\f']
    for (const text of ['\u0000', 'a\u001b[31m', 'a\ud800', 'x'.repeat(101), ...blanks]) {
      expect(written.safeParse(text).success, JSON.stringify(text)).toBe(false)
    }
    for (const text of ['<script>alert(1)</script>', '👨‍👩‍👧', '한글\r\n둘째 줄', '{{7*7}}']) {
      expect(written.parse(text), text).toBe(text.replace('\r\n', '\n'))
    }
    for (const text of ['\u202ea — b', '\u2066a — b\u2069', 'a\v — b\f', '\ufeffa — \u00adb']) {
      expect(written.parse(text), JSON.stringify(text)).toBe('a — b')
    }
  })
})

it.each(hostileDates.map((date) => [date]))('no call takes the date %j', (date) => {
  for (const callName of ['get-deposit-list', 'get-bets-list', 'get-comp-list'] as const)
    expect(contract[callName].payload.safeParse({ from: date }).success).toBe(false)
})

describe('a cookie', () => {
  const secret = new Secret('s'.repeat(32))

  it.each(hostileCookies)('of %s is read as nothing of ours', async (_name, line) => {
    const cookies = parseCookies(line)
    const session = await createSealer([secret], 'session').open(cookies.get('madang') ?? '')
    expect(session).toBeUndefined()
    const flash = readFlash(cookies.get('notice'))
    expect(flash === null || /^[\w.-]+$/.test(flash.message)).toBe(true)
    const request = new Request('http://localhost/', { headers: { Cookie: line } })
    const context = new RouterContextProvider()
    context.set(sessionContext, { member: { userId: 'demo', token: '' } } as MemberSession)
    expect([...readRecentGames(request, context), ...readFavourites(request, context)]).toEqual([])
  })

  it('for a pop-up has a plain name whatever its id', () => {
    for (const [name, text] of hostileTexts) {
      expect(popupCookieSuffix(text.toWellFormed()), name).toMatch(/^[\w.-]{0,64}$/)
    }
  })
})
