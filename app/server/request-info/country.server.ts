import { config } from '~/platform/settings/config.server'

/** The settings that decide which countries are served. */
export type CountryRules = {
  /** Two-letter codes in upper case. Empty: all countries are served. */
  servedCountries: readonly string[]
  /** The header in which the proxy names the visitor's country. */
  countryHeader: string | undefined
  trustedProxies: number
  money: 'play' | 'real'
}

/**
 * The country of a request as an upper-case two-letter code. The header is trusted only behind a trusted proxy, which
 * must overwrite what clients send. Undefined for anything but one code: of two joined values, the client may have sent
 * one.
 */
export function countryOf(headers: Headers, { countryHeader, trustedProxies }: CountryRules): string | undefined {
  if (countryHeader === undefined || trustedProxies === 0) return undefined
  const named = headers.get(countryHeader)?.trim() ?? ''
  return /^[a-z]{2}$/i.test(named) ? named.toUpperCase() : undefined
}

/**
 * Whether the visitor may register, deposit and play. An unknown country is served with play money only.
 * Source: docs/operations.md, settings.
 */
export function isCountryServed(headers: Headers, rules: CountryRules = config): boolean {
  if (rules.servedCountries.length === 0) return true
  const country = countryOf(headers, rules)
  return country === undefined ? rules.money === 'play' : rules.servedCountries.includes(country)
}
