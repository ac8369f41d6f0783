export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/g
const wholeNumber = /^-?\d+$/

/**
 * Parses JSON and rejects duplicate names, because parsers disagree about them. Replaces numbers that have a fraction
 * or an exponent with `[]`, which every field rejects.
 * @throws SyntaxError
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const normalized = replaceUnplainNumbers(text)
  return normalized === text ? value : JSON.parse(normalized)
}

/** Replaces numbers that are not plain integers with `[]`. @param text valid JSON @throws SyntaxError for a duplicate name */
function replaceUnplainNumbers(text: string): string {
  const enclosing: (Set<string> | undefined)[] = []
  let names: Set<string> | undefined
  let isNameNext = false
  return text.replace(tokens, (token) => {
    switch (token[0]) {
      case '{':
      case '[':
        names = token === '{' ? new Set() : undefined
        enclosing.push(names)
        isNameNext = token === '{'
        return token
      case '}':
      case ']':
        enclosing.pop()
        names = enclosing.at(-1)
        return token
      case ',':
        isNameNext = names !== undefined
        return token
      case ':':
        return token
      case '"': {
        if (!isNameNext || !names) return token
        isNameNext = false
        const name = String(JSON.parse(token))
        if (names.has(name)) throw new SyntaxError('a name appears twice')
        names.add(name)
        return token
      }
      default:
        return wholeNumber.test(token) ? token : '[]'
    }
  })
}
