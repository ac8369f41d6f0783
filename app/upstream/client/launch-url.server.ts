import { pathOnSite } from '~/values/addresses'

type LaunchSettings = { embedded: boolean; https: boolean; launchOrigins: readonly string[] | undefined }

export type LaunchRules = LaunchSettings & { origin: string }

/** Returns the origins or protocols (such as `https:`) that are allowed for games and payment pages on other sites. */
export function launchSources({ embedded, https, launchOrigins }: LaunchSettings): readonly string[] {
  if (launchOrigins) return launchOrigins.filter((origin) => !https || origin.startsWith('https:'))
  if (embedded) return []
  return https ? ['https:'] : ['https:', 'http:']
}

/**
 * Normalizes a launch URL. Returns undefined if the URL must not be opened: only paths and URLs on this site, and URLs
 * that match `launchSources`, are allowed. Source: docs/calls.md, calls.
 */
export function safeLaunchUrl(raw: string, rules: LaunchRules): string | undefined {
  // The URL parser drops tabs and line breaks, so "/\t/host" would be parsed as "//host".
  if (/[\p{Cc}\p{Cs}]/u.test(raw)) return undefined
  if (raw.startsWith('/')) return pathOnSite(raw)
  if (!URL.canParse(raw)) return undefined
  const url = new URL(raw)
  // A user name before the host can disguise the URL as another site's.
  if (url.username !== '' || url.password !== '') return undefined
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || rules.https)) return undefined
  return [rules.origin, ...launchSources(rules)].some((source) => source === url.origin || source === url.protocol)
    ? url.href
    : undefined
}
