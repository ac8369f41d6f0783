/** Valid JSON with a duplicate name in an object. */
export class UnclearJson extends Error {
  override name = 'UnclearJson'
}

const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/g
const wholeNumber = /^-?\d+$/

/**
 * Parses JSON more strictly than JSON.parse. A duplicate name in an object is refused, because two parsers could take
 * different values. A number with a fraction or exponent (`1e4`, `10000.0`) becomes an empty array, which no field of
 * the contract accepts: schemas could not see how the number was written.
 *
 * @throws SyntaxError if it is not JSON, DuplicateNameError for a duplicate name.
 */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const clear = withPlainNumbers(text)
  return clear === text ? value : JSON.parse(clear)
}

/** Replaces numbers that are not plain integers by `[]`. @param text valid JSON. @throws DuplicateNameError */
function withPlainNumbers(text: string): string {
  /** For each enclosing object its names so far; undefined for an array. */
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
