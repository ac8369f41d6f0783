/** Finding again what a form or an address names: ids go back to the upstream as they came, string or number. */

type Named = string | number | undefined

/** The entry or game whose code reads as `text`; undefined when there is none. */
export function byCode<T extends { code?: Named }>(
  items: readonly T[],
  text: string | null | undefined,
): T | undefined {
  return found(items, text, (item) => item.code)
}

/** The payment, notice or pop-up whose idx reads as `text`. */
export function byIdx<T extends { idx?: Named }>(items: readonly T[], text: string | null | undefined): T | undefined {
  return found(items, text, (item) => item.idx)
}

/** The note or help request whose _id reads as `text`. */
export function byId<T extends { _id?: Named }>(items: readonly T[], text: string | null | undefined): T | undefined {
  return found(items, text, (item) => item._id)
}

function found<T>(items: readonly T[], text: string | null | undefined, name: (item: T) => Named): T | undefined {
  if (text === null || text === undefined || text === '') return undefined
  return items.find((item) => name(item) !== undefined && String(name(item)) === text)
}
