/** A path with a query string of the non-empty values, such as `/slot?q=moon&page=2`. */
export function hrefWithQuery(path: string, query: Record<string, string>): string {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
  return text === '' ? path : `${path}?${text}`
}
