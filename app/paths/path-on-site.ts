/** The longest path that is accepted, as written in a Location header. */
const pathCharactersMax = 2048

/**
 * The path, query and fragment of a URL on this site, normalised; undefined for anything else. The server and the
 * browser use it for every redirect target from outside: `next`, a stored page, the path of a game launch.
 *
 * The URL parser decides, not a pattern: browsers drop tabs and line ends and read `\` as `/`, so `/<tab>/host` and
 * `/\host` are other sites, and resolving dot segments can put `//host` at the start.
 */
export function pathOnSite(address: unknown): string | undefined {
  if (typeof address !== 'string' || !address.startsWith('/') || address.length > pathCharactersMax) return undefined
  if (!URL.canParse(address, anySite)) return undefined
  const { origin, pathname, search, hash } = new URL(address, anySite)
  if (origin !== anySite || pathname.startsWith('//')) return undefined
  const path = pathname + search + hash
  return path.length <= pathCharactersMax ? path : undefined
}

/** A placeholder for this site's origin, which does not matter here. */
const anySite = 'http://site.invalid'
