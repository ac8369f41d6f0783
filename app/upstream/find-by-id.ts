/** Finds an item by an id from a form or URL. Such an id is text, while an upstream's ids may be numbers. */
function findBy<Name extends string>(name: Name) {
  return <Item extends { [name in Name]?: string | number | undefined }>(
    items: readonly Item[],
    text: string | null | undefined,
  ): Item | undefined => (text ? items.find((item) => String(item[name] ?? '') === text) : undefined)
}

export const findByCode = findBy('code')

export const findByIdx = findBy('idx')

export const findById = findBy('_id')
