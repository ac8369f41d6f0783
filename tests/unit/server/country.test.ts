import { describe, expect, it } from 'vitest'
import { type CountryRules, countryOf, isCountryServed } from '~/server/request-info/country.server'

const rules: CountryRules = {
  servedCountries: ['KR', 'JP'],
  countryHeader: 'x-country',
  trustedProxies: 1,
  money: 'play',
}
const from = (country: string) => new Headers({ 'X-Country': country })

describe("a visitor's country", () => {
  it.each([
    ['KR', 'KR'],
    ['kr', 'KR'],
    ['Kr', 'KR'],
    [' jp ', 'JP'],
    ['XX', 'XX'],
    ['KR,US', undefined],
    ['KR, KR', undefined],
    ['KOR', undefined],
    ['K', undefined],
    ['T1', undefined],
    ['', undefined],
    ['K R', undefined],
    ['unknown', undefined],
  ])('for the proxy’s header %j is %s', (named, country) => {
    expect(countryOf(from(named), rules)).toBe(country)
  })

  it('is unknown without a trusted proxy, a configured header, or that header in the request', () => {
    expect(countryOf(from('KR'), { ...rules, trustedProxies: 0 })).toBeUndefined()
    expect(countryOf(from('KR'), { ...rules, countryHeader: undefined })).toBeUndefined()
    expect(countryOf(new Headers({ 'X-Other': 'KR' }), rules)).toBeUndefined()
  })

  it('is unknown if the header is repeated, because a client may have sent the first', () => {
    const twice = new Headers([
      ['X-Country', 'KR'],
      ['X-Country', 'US'],
    ])
    expect(countryOf(twice, rules)).toBeUndefined()
  })
})

describe('a visitor is served', () => {
  const real = { ...rules, money: 'real' } as const

  it.each([
    ['US', { ...rules, servedCountries: [] }, true],
    ['kr', rules, true],
    ['US', rules, false],
    ['US', real, false],
    ...['', 'KR,US', 'T1'].flatMap((unknown): [string, CountryRules, boolean][] => [
      [unknown, rules, true],
      [unknown, real, false],
      [unknown, { ...real, trustedProxies: 0 }, false],
    ]),
  ])('from %j with %j: %s', (named, given, isServed) => {
    expect(isCountryServed(from(named), given)).toBe(isServed)
  })
})
