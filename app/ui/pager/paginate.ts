/**
 * The page of a list that `?page=` requests. An invalid number gives the first page, one past the end the last.
 *
 * @param requestedPage value of `?page=`.
 */
export function paginate<Item>(items: readonly Item[], requestedPage: string | null | undefined, perPage: number) {
  const pages = Math.max(1, Math.ceil(items.length / perPage))
  const requested = /^[1-9]\d{0,6}$/.test(requestedPage ?? '') ? Number(requestedPage) : 1
  const page = Math.min(requested, pages)
  return { items: items.slice((page - 1) * perPage, page * perPage), page, pages }
}
