/** One page of a list. */
export type PageOf<Item> = { items: readonly Item[]; page: number; pages: number }

/**
 * The part of a list that `?page=` asks for. What is no page number is the first page, what is past the end the last.
 *
 * @param perPage how many items a page holds.
 */
export function pageOf<Item>(items: readonly Item[], asked: string | null, perPage: number): PageOf<Item> {
  const pages = Math.max(1, Math.ceil(items.length / perPage))
  const wanted = /^[1-9]\d{0,6}$/.test(asked ?? '') ? Number(asked) : 1
  const page = Math.min(wanted, pages)
  return { items: items.slice((page - 1) * perPage, page * perPage), page, pages }
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
