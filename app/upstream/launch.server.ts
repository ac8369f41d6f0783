import { pathOnSite } from '~/paths/path-on-site'

/** Where a game's or a payment's address may lead. */
export type LaunchRules = {
  /** The public origin of this site, such as https://www.example.com. */
  origin: string
  /** This site runs on https: an http: address may not be opened from it. */
  https: boolean
  /** Where else than at this site, as `launchSources` gives it. */
  sources: readonly string[]
}

/**
 * Where games and payment pages may lie beside this site: origins, or whole protocols such as `https:`. Addresses are
 * checked against this list, and the pages' policy names it to browsers.
 *
 * @param settings.embedded the upstream is the embedded one, whose games and payments are pages of this site.
 * @param settings.https this site runs on https: what is on http: may not be opened from it.
 */
export function launchSources(settings: {
  embedded: boolean
  https: boolean
  launchOrigins: readonly string[] | undefined
}): readonly string[] {
  const { embedded, https, launchOrigins } = settings
  if (launchOrigins) return launchOrigins.filter((origin) => !https || origin.startsWith('https:'))
  if (embedded) return []
  return https ? ['https:'] : ['https:', 'http:']
}

/**
 * A gameUrl or launcherUrl that may be opened, normalised: an absolute https: address (http: only while this site
 * runs on http), narrowed by LAUNCH_ORIGINS, or a path of this site. Source: docs/product.md, calls.
 *
 * @returns undefined for anything else, `//host`, `/\host` and `javascript:` among it.
 */
export function launchAddress(address: string, rules: LaunchRules): string | undefined {
  // The URL parser drops tabs and line ends wherever they stand, so that "/\t/host" would read as "//host".
  if (/[\p{Cc}\p{Cs}]/u.test(address)) return undefined
  if (address.startsWith('/')) return pathOnSite(address)
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  // A name before the host makes one site look like another.
  if (url.username !== '' || url.password !== '') return undefined
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || rules.https)) return undefined
  return [rules.origin, ...rules.sources].some((source) => source === url.origin || source === url.protocol)
    ? url.href
    : undefined
}
