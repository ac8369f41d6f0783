/** One page of a list. */
export type PageOf<Item> = { items: readonly Item[]; page: number; pages: number }

/**
 * The part of a list that `?page=` asks for. What is no page number is the first page, what is past the end the last.
 *
 * @param perPage how many items a page holds.
 */
export function pageOf<Item>(items: readonly Item[], asked: string | null, perPage: number): PageOf<Item> {
  const { page, pages } = pageAmong(asked, pagesOf(items, perPage))
  return { items: itemsOn(page, items, perPage), page, pages }
}

/** How many pages a list has; an empty one has one. */
export function pagesOf(items: readonly unknown[], perPage: number): number {
  return Math.max(1, Math.ceil(items.length / perPage))
}

/** The page that `?page=` asks for among so many, as `pageOf` has it. */
export function pageAmong(asked: string | null, pages: number): { page: number; pages: number } {
  const wanted = /^[1-9]\d{0,6}$/.test(asked ?? '') ? Number(asked) : 1
  return { page: Math.min(wanted, pages), pages }
}

/** What stands on one page of a list; nothing past its end. */
export function itemsOn<Item>(page: number, items: readonly Item[], perPage: number): readonly Item[] {
  return items.slice((page - 1) * perPage, page * perPage)
}

/** An address with a query of what is not empty: `/slot?q=moon&page=2`. */
export function addressWith(path: string, query: Record<string, string>): string {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
  return text === '' ? path : `${path}?${text}`
}

/** The launch page of a game; a casino or sport entry is its own game. */
export function launchPage(company: string, code: string): string {
  return addressWith('/game', { company, code })
}

/** Games on one page of a lobby. Source: docs/product.md, constants. */
export const gamesPerPage = 40

/** Providers on one page of a lobby. Source: docs/product.md, constants. */
export const providersPerPage = 60
