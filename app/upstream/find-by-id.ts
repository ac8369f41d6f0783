/**
 * Finds the item that a form or URL names as text. Upstream ids may be strings or numbers and must go back unchanged,
 * so the item's own id is used rather than the text.
 */

type IdValue = string | number | undefined

/** The entry or game whose code, as text, equals `text`. */
export function findByCode<T extends { code?: IdValue }>(
  items: readonly T[],
  text: string | null | undefined,
): T | undefined {
  return findByText(items, text, (item) => item.code)
}

/** The payment method, notice or pop-up whose idx, as text, equals `text`. */
export function findByIdx<T extends { idx?: IdValue }>(
  items: readonly T[],
  text: string | null | undefined,
): T | undefined {
  return findByText(items, text, (item) => item.idx)
}

/** The note or inquiry whose _id, as text, equals `text`. */
export function findById<T extends { _id?: IdValue }>(
  items: readonly T[],
  text: string | null | undefined,
): T | undefined {
  return findByText(items, text, (item) => item._id)
}

function findByText<T>(
  items: readonly T[],
  text: string | null | undefined,
  idOf: (item: T) => IdValue,
): T | undefined {
  if (text === null || text === undefined || text === '') return undefined
  return items.find((item) => idOf(item) !== undefined && String(idOf(item)) === text)
}
