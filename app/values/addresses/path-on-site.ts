/** The longest path that is accepted, as written in a Location header. */
const maxPathCharacters = 2048

/**
 * The path, query and fragment of a URL on this site, normalised; undefined for anything else. The server and the
 * browser use it for every redirect target from outside: `next`, a stored page, the path of a game launch.
 *
 * The URL parser decides, not a pattern: browsers drop tabs and line ends and read `\` as `/`, so `/<tab>/host` and
 * `/\host` are other sites, and resolving dot segments can put `//host` at the start.
 */
export function pathOnSite(url: unknown): string | undefined {
  if (typeof url !== 'string' || !url.startsWith('/') || url.length > maxPathCharacters) return undefined
  if (!URL.canParse(url, placeholderOrigin)) return undefined
  const { origin, pathname, search, hash } = new URL(url, placeholderOrigin)
  if (origin !== placeholderOrigin || pathname.startsWith('//')) return undefined
  const path = pathname + search + hash
  return path.length <= maxPathCharacters ? path : undefined
}

/** A placeholder for this site's origin, which does not matter here. */
const placeholderOrigin = 'http://site.invalid'
