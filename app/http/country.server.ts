import { data, type MiddlewareFunction } from 'react-router'
import { config } from '~/config.server'

/** What decides whom the site serves: the settings' part of it. */
export type CountryRules = {
  /** Two-letter codes in upper case; empty: everybody is served. */
  servedCountries: readonly string[]
  /** The proxy's header that names the visitor's country. */
  countryHeader: string | undefined
  trustedProxies: number
  money: 'play' | 'real'
}

/**
 * The country a request comes from, as a code in upper case. Only a proxy of our own is believed; it has to overwrite
 * what a client sends under that name. Undefined for anything that is not one code of two letters: two values that were
 * joined by a comma leave open which of them the proxy wrote.
 */
export function countryOf(headers: Headers, { countryHeader, trustedProxies }: CountryRules): string | undefined {
  if (countryHeader === undefined || trustedProxies === 0) return undefined
  const named = headers.get(countryHeader)?.trim() ?? ''
  return /^[a-z]{2}$/i.test(named) ? named.toUpperCase() : undefined
}

/**
 * Whether the visitor of a request may register, deposit and play. A country that is not known is served in play money
 * alone. Source: docs/operations.md, settings.
 */
export function isServed(headers: Headers, rules: CountryRules = config): boolean {
  if (rules.servedCountries.length === 0) return true
  const country = countryOf(headers, rules)
  return country === undefined ? rules.money === 'play' : rules.servedCountries.includes(country)
}

/**
 * The middleware of routes that are for served countries alone: elsewhere their page is a 451 with its words. The API
 * asks the same of the contract's rows that say `servedOnly`.
 */
export const servedCountryOnly: MiddlewareFunction<Response> = async ({ request }, next) => {
  if (!isServed(request.headers)) throw data({ problem: 'not-served' }, { status: 451 })
  return next()
}
