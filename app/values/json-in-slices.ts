import { inSlices } from './in-slices'

/** So much text is parsed at once: a few milliseconds. */
const maxCharacters = 64 * 1024

/**
 * Does what `JSON.parse` does; the rows of the outermost lists of a long text are parsed in slices.
 *
 * @throws SyntaxError
 */
export async function parseJsonInSlices(text: string): Promise<unknown> {
  if (text.length <= maxCharacters) return JSON.parse(text)
  const lists: unknown[][] = []
  // The text around the lists, with the number of each in its place.
  let around = ''
  let beganAt = 0
  await inSlices(findListSigns(text), ({ sign, at }) => {
    if (sign === '[') {
      around += text.slice(beganAt, at + 1) + lists.length
      lists.push([])
      beganAt = at + 1
    } else if (sign !== ',' || at - beganAt > maxCharacters) {
      // A comma is parsed with the rows behind it, so that there have to be some.
      const isFirst = text[beganAt - 1] === '['
      const rows: unknown[] = JSON.parse(`[${isFirst ? '' : '0'}${text.slice(beganAt, at)}]`)
      for (const row of isFirst ? rows : rows.slice(1)) lists.at(-1)?.push(row)
      beganAt = at
    }
  })
  return JSON.parse(around + text.slice(beganAt), (_, value) => (Array.isArray(value) ? lists[value[0]] : value))
}

/** Finds where the outermost lists of a JSON text begin and end, and the commas between their rows. */
function* findListSigns(text: string): Generator<{ sign: string | undefined; at: number }, void, undefined> {
  let depth = 0
  let listDepth = Infinity
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1
    if (sign === '[' || sign === '{') depth += 1
    if (sign === '[' && listDepth === Infinity) {
      listDepth = depth
      yield { sign, at }
    }
    const isEnd = sign === ']' || sign === '}'
    if (depth === listDepth && (isEnd || sign === ',')) yield { sign, at }
    if (isEnd && depth === listDepth) listDepth = Infinity
    if (isEnd) depth -= 1
  }
}
