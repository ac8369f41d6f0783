/** One page of a list. */
type PageOfItems<Item> = { items: readonly Item[]; page: number; pages: number }

/**
 * The page of a list that `?page=` requests. An invalid number gives the first page, one past the end the last.
 *
 * @param requestedPage value of `?page=`.
 */
export function paginate<Item>(
  items: readonly Item[],
  requestedPage: string | null,
  perPage: number,
): PageOfItems<Item> {
  const { page, pages } = clampPage(requestedPage, countPages(items, perPage))
  return { items: itemsOnPage(page, items, perPage), page, pages }
}

/** Number of pages of a list, at least one. */
function countPages(items: readonly unknown[], perPage: number): number {
  return Math.max(1, Math.ceil(items.length / perPage))
}

/** The requested page number (value of `?page=`), limited to 1 … `pages`. */
function clampPage(requestedPage: string | null, pages: number): { page: number; pages: number } {
  const pageNumber = /^[1-9]\d{0,6}$/.test(requestedPage ?? '') ? Number(requestedPage) : 1
  return { page: Math.min(pageNumber, pages), pages }
}

/** Items on one page of a list, from page 1. Empty past the end. */
function itemsOnPage<Item>(page: number, items: readonly Item[], perPage: number): readonly Item[] {
  return items.slice((page - 1) * perPage, page * perPage)
}
