/** The address a form wants to go on to, when it is a path of this site; undefined for anything else. */
export function pathOnSite(next: FormDataEntryValue | null | undefined): string | undefined {
  if (typeof next !== 'string' || !next.startsWith('/') || next.length > pathCharactersMax) return undefined
  // Browsers read tabs, line ends and backslashes in ways of their own; resolving shows where they would lead.
  const base = 'http://site.invalid'
  if (!URL.canParse(next, base)) return undefined
  const url = new URL(next, base)
  if (url.origin !== base || url.pathname.startsWith('//')) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}

const pathCharactersMax = 2048
