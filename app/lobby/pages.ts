/** One page of a list. */
export type PageOf<Item> = { items: readonly Item[]; page: number; pages: number }

/**
 * The page of a list that `?page=` requests. An invalid number gives the first page, one past the end the last.
 *
 * @param asked value of `?page=`.
 */
export function pageOf<Item>(items: readonly Item[], asked: string | null, perPage: number): PageOf<Item> {
  const { page, pages } = pageAmong(asked, pagesOf(items, perPage))
  return { items: itemsOn(page, items, perPage), page, pages }
}

/** Number of pages of a list, at least one. */
export function pagesOf(items: readonly unknown[], perPage: number): number {
  return Math.max(1, Math.ceil(items.length / perPage))
}

/** The requested page number (value of `?page=`), limited to 1 … `pages`. */
export function pageAmong(asked: string | null, pages: number): { page: number; pages: number } {
  const wanted = /^[1-9]\d{0,6}$/.test(asked ?? '') ? Number(asked) : 1
  return { page: Math.min(wanted, pages), pages }
}

/** Items on one page of a list, from page 1. Empty past the end. */
export function itemsOn<Item>(page: number, items: readonly Item[], perPage: number): readonly Item[] {
  return items.slice((page - 1) * perPage, page * perPage)
}

/** A path with a query string of the non-empty values, such as `/slot?q=moon&page=2`. */
export function addressWith(path: string, query: Record<string, string>): string {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
  return text === '' ? path : `${path}?${text}`
}

/** URL of a launch page. A casino or sport provider has the same company and code. */
export function launchPage(company: string, code: string): string {
  return addressWith('/game', { company, code })
}

/** Games per page of a lobby. Source: docs/product.md, constants. */
export const gamesPerPage = 40

/** Providers per page of a lobby. Source: docs/product.md, constants. */
export const providersPerPage = 60
