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
    const isComma = sign === ','
    if (sign === '[') {
      around += text.slice(beganAt, at + 1) + lists.length
      lists.push([])
      beganAt = at + 1
    } else if (!isComma || at - beganAt > maxCharacters) {
      const rows = lists.at(-1)
      const isFirst = text[beganAt - 1] === '['
      const parsed: unknown[] = JSON.parse(`[${isFirst ? '' : '0'}${text.slice(beganAt, at)}]`)
      for (const row of isFirst ? parsed : parsed.slice(1)) rows?.push(row)
      // The comma is parsed with the rows behind it, so that there have to be some.
      beganAt = at
    }
  })
  return JSON.parse(around + text.slice(beganAt), (_, value) => (Array.isArray(value) ? lists[value[0]] : value))
}

/** Finds where the outermost lists of a JSON text begin and end, and the commas between their rows. */
function* findListSigns(text: string): Generator<{ sign: '[' | ',' | ']'; at: number }, void, undefined> {
  let depth = 0
  let listDepth = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"':
        for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1
        break
      case '[':
      case '{':
        depth += 1
        if (text[at] === '{' || listDepth > 0) break
        listDepth = depth
        yield { sign: '[', at }
        break
      case ']':
      case '}':
        if (listDepth === depth && depth > 0) {
          listDepth = 0
          yield { sign: ']', at }
        }
        depth -= 1
        break
      case ',':
        if (listDepth === depth && depth > 0) yield { sign: ',', at }
        break
    }
  }
}
