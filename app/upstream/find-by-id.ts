/**
 * Finds the item that a form or URL names as text. Upstream ids may be strings or numbers and must go back unchanged,
 * so the item's own id is used rather than the text.
 */
function findBy<Name extends string>(name: Name) {
  return <Item extends { [name in Name]?: string | number | undefined }>(
    items: readonly Item[],
    text: string | null | undefined,
  ): Item | undefined => (text ? items.find((item) => String(item[name] ?? '') === text) : undefined)
}

/** The entry or game with this code. */
export const findByCode = findBy('code')

/** The payment method, notice or pop-up with this idx. */
export const findByIdx = findBy('idx')

/** The note or inquiry with this _id. */
export const findById = findBy('_id')
