import { pathOnSite } from '~/values/addresses'

/** What decides where games and payment pages may be hosted besides this site. */
type LaunchSettings = {
  /** Whether the upstream is the embedded one, whose games and payment pages are pages of this site. */
  embedded: boolean
  /** Whether this site runs on https: it must then not open http: URLs. */
  https: boolean
  /** The operator's own list, if any. */
  launchOrigins: readonly string[] | undefined
}

/** These, and the public origin of this site, such as https://www.example.com. */
export type LaunchRules = LaunchSettings & { origin: string }

/**
 * Where games and payment pages may be hosted besides this site: origins, or whole protocols such as `https:`. Launch
 * URLs are checked against this list, and it is part of the Content-Security-Policy.
 */
export function launchSources({ embedded, https, launchOrigins }: LaunchSettings): readonly string[] {
  if (launchOrigins) return launchOrigins.filter((origin) => !https || origin.startsWith('https:'))
  if (embedded) return []
  return https ? ['https:'] : ['https:', 'http:']
}

/**
 * A gameUrl or launcherUrl, normalised, if it may be opened: a path of this site, or an absolute https: URL (http: only
 * while this site runs on http) of this site or of `launchSources`. Source: docs/product.md, calls.
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
  return [rules.origin, ...launchSources(rules)].some((source) => source === url.origin || source === url.protocol)
    ? url.href
    : undefined
}
