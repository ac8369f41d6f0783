/** The longest path that is followed, as it is written in a Location header. */
const pathCharactersMax = 2048

/**
 * The path, query and fragment of an address that stays on this site, normalised; undefined for anything else. Whatever
 * follows a `next`, a stored place or a path of a launch asks here, on the server and in the browser.
 *
 * The URL parser decides, not the text: browsers drop tabs and line ends wherever they stand and read `\` as `/`, so
 * that `/<tab>/host` and `/\host` are other sites, and dots that are resolved can bring `//host` to the front.
 */
export function pathOnSite(address: unknown): string | undefined {
  if (typeof address !== 'string' || !address.startsWith('/') || address.length > pathCharactersMax) return undefined
  if (!URL.canParse(address, anySite)) return undefined
  const { origin, pathname, search, hash } = new URL(address, anySite)
  if (origin !== anySite || pathname.startsWith('//')) return undefined
  const path = pathname + search + hash
  return path.length <= pathCharactersMax ? path : undefined
}

/** Stands for this site, whose own origin does not matter here. */
const anySite = 'http://site.invalid'
