/**
 * Finds the item that a form or URL names as text. Upstream ids may be strings or numbers and must go back unchanged,
 * so the item's own id is used rather than the text.
 */

type Named = string | number | undefined

/** The entry or game whose code, as text, equals `text`. */
export function byCode<T extends { code?: Named }>(
  items: readonly T[],
  text: string | null | undefined,
): T | undefined {
  return found(items, text, (item) => item.code)
}

/** The payment method, notice or pop-up whose idx, as text, equals `text`. */
export function byIdx<T extends { idx?: Named }>(items: readonly T[], text: string | null | undefined): T | undefined {
  return found(items, text, (item) => item.idx)
}

/** The note or inquiry whose _id, as text, equals `text`. */
export function byId<T extends { _id?: Named }>(items: readonly T[], text: string | null | undefined): T | undefined {
  return found(items, text, (item) => item._id)
}

function found<T>(items: readonly T[], text: string | null | undefined, name: (item: T) => Named): T | undefined {
  if (text === null || text === undefined || text === '') return undefined
  return items.find((item) => name(item) !== undefined && String(name(item)) === text)
}
