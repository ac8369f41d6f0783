/** A text that is JSON, but not such as a call may send. */
export class UnclearJson extends Error {
  override name = 'UnclearJson'
}

const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/g
const wholeNumber = /^-?\d+$/

/**
 * Reads JSON more strictly than the platform does. A name that stands twice in one object is refused: two readers
 * could take two different values. A number with a fraction or an exponent (`1e4`, `10000.0`) becomes an empty list, which
 * no field of a call takes: all their numbers are whole, and the platform would not let a schema see how one was written.
 *
 * @throws SyntaxError for what is no JSON, UnclearJson for a name that stands twice.
 */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const clear = withPlainNumbers(text)
  return clear === text ? value : JSON.parse(clear)
}

/** @param text valid JSON. @throws UnclearJson */
function withPlainNumbers(text: string): string {
  /** For each object or list around the token: the names so far, or undefined in a list. */
  const around: (Set<string> | undefined)[] = []
  let names: Set<string> | undefined
  let nameIsNext = false
  return text.replace(tokens, (token) => {
    switch (token[0]) {
      case '{':
      case '[':
        names = token === '{' ? new Set() : undefined
        around.push(names)
        nameIsNext = token === '{'
        return token
      case '}':
      case ']':
        around.pop()
        names = around.at(-1)
        return token
      case ',':
        nameIsNext = names !== undefined
        return token
      case ':':
        return token
      case '"': {
        if (!nameIsNext || !names) return token
        nameIsNext = false
        const name = String(JSON.parse(token))
        if (names.has(name)) throw new UnclearJson('a name stands twice')
        names.add(name)
        return token
      }
      default:
        return wholeNumber.test(token) ? token : '[]'
    }
  })
}
