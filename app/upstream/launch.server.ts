/** Where a game's or a payment's address may lead. */
export type LaunchRules = {
  /** The public origin of this site, such as https://www.example.com. */
  origin: string
  /** This site runs on https: an http: address may not be opened from it. */
  https: boolean
  /** LAUNCH_ORIGINS; undefined: any origin of an allowed protocol. A path of this site is always allowed. */
  allowedOrigins: readonly string[] | undefined
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
  if (address.startsWith('/')) return pathOfThisSite(address, rules.origin)
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || rules.https)) return undefined
  if (rules.allowedOrigins && url.origin !== rules.origin && !rules.allowedOrigins.includes(url.origin))
    return undefined
  return url.href
}

function pathOfThisSite(path: string, origin: string): string | undefined {
  if (/^\/[/\\]/.test(path)) return undefined
  const url = new URL(path, origin)
  // Resolving dots can bring a second slash to the front.
  if (url.origin !== new URL(origin).origin || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
