import { config } from '~/platform/settings/config.server'

export type CountryRules = Pick<typeof config, 'servedCountries' | 'countryHeader' | 'trustedProxies' | 'money'>

/** Returns the two-letter country code set by a trusted proxy. The proxy must overwrite the client's own header. */
export function countryOf(headers: Headers, { countryHeader, trustedProxies }: CountryRules): string | undefined {
  if (countryHeader === undefined || trustedProxies === 0) return undefined
  const named = headers.get(countryHeader)?.trim() ?? ''
  return /^[a-z]{2}$/i.test(named) ? named.toUpperCase() : undefined
}

/** Returns whether the visitor may register, deposit and play. Source: docs/settings.md, settings. */
export function isCountryServed(headers: Headers, rules: CountryRules = config): boolean {
  if (rules.servedCountries.length === 0) return true
  const country = countryOf(headers, rules)
  return country === undefined ? rules.money === 'play' : rules.servedCountries.includes(country)
}
