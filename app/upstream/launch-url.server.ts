import { pathOnSite } from '~/paths/path-on-site'

/** Where the URL of a game or a payment page may lead. */
export type LaunchRules = {
  /** The public origin of this site, such as https://www.example.com. */
  origin: string
  /** Whether this site runs on https: it must then not open http: URLs. */
  https: boolean
  /** Allowed places besides this site, from `launchSources`. */
  sources: readonly string[]
}

/**
 * Where games and payment pages may be hosted besides this site: origins, or whole protocols such as `https:`. Launch
 * URLs are checked against this list, and it is part of the Content-Security-Policy.
 *
 * @param settings.embedded with the embedded upstream, games and payment pages are pages of this site.
 * @param settings.https whether this site runs on https: it must then not open http: URLs.
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
 * A gameUrl or launcherUrl, normalised, if it may be opened: a path of this site, or an absolute https: URL (http: only
 * while this site runs on http) that `rules.sources` allow. Source: docs/product.md, calls.
 *
 * @returns undefined for anything else, such as `//host`, `/\host` and `javascript:`.
 */
export function safeLaunchUrl(raw: string, rules: LaunchRules): string | undefined {
  // The URL parser drops tabs and line ends, so "/\t/host" would be parsed as "//host".
  if (/[\p{Cc}\p{Cs}]/u.test(raw)) return undefined
  if (raw.startsWith('/')) return pathOnSite(raw)
  if (!URL.canParse(raw)) return undefined
  const url = new URL(raw)
  // A user name before the host can make one site look like another.
  if (url.username !== '' || url.password !== '') return undefined
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || rules.https)) return undefined
  return [rules.origin, ...rules.sources].some((source) => source === url.origin || source === url.protocol)
    ? url.href
    : undefined
}
