import { pathOnSite } from '~/values/addresses'

type LaunchSettings = { embedded: boolean; https: boolean; launchOrigins: readonly string[] | undefined }

export type LaunchRules = LaunchSettings & { origin: string }

/** Returns where games and payment pages may be, apart from this site: origins, or protocols such as `https:`. */
export function launchSources({ embedded, https, launchOrigins }: LaunchSettings): readonly string[] {
  if (launchOrigins) return launchOrigins.filter((origin) => !https || origin.startsWith('https:'))
  if (embedded) return []
  return https ? ['https:'] : ['https:', 'http:']
}

/**
 * Returns a normalized launch URL if it may be opened: a path on this site, or a URL on this site or in
 * `launchSources`. Otherwise returns undefined. Source: docs/calls.md, calls.
 */
export function safeLaunchUrl(raw: string, rules: LaunchRules): string | undefined {
  // The URL parser drops tabs and line breaks, so "/\t/host" would be parsed as "//host".
  if (/[\p{Cc}\p{Cs}]/u.test(raw)) return undefined
  if (raw.startsWith('/')) return pathOnSite(raw)
  if (!URL.canParse(raw)) return undefined
  const url = new URL(raw)
  // A user name in front of the host can make a URL look like one of another site.
  if (url.username !== '' || url.password !== '') return undefined
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || rules.https)) return undefined
  return [rules.origin, ...launchSources(rules)].some((source) => source === url.origin || source === url.protocol)
    ? url.href
    : undefined
}
