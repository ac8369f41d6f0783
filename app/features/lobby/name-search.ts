/** Search for games and providers by their Korean and English names. Pure functions. */

type Named = { nameKo?: string | undefined; nameEn?: string | undefined }

const maxQueryCharacters = 64

/** The search query in `?q=`: trimmed, with single spaces, at most 64 UTF-16 code units; '' without one. */
export function parseSearchQuery(params: URLSearchParams): string {
  return (params.get('q') ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxQueryCharacters)
    .toWellFormed()
    .trim()
}

/** How a query finds an entry, the best first: it is a name, begins one, stands in one, or a further word finds it. */
const matchKinds = ['exact', 'beginning', 'inside', 'word'] as const
type Match = (typeof matchKinds)[number]

/**
 * Creates a function that tells how a query finds an entry by its names or further words; false where it does not. Every
 * word of the query must occur in one of the two names, regardless of case, accents, spaces and character width. A
 * Korean syllable matches while it is still being typed (도ㄷ, 도다, 도담), and initial consonants alone match too
 * (ㄷㄷㅍㄹㅇ for 도담 플레이).
 *
 * @param wordsOf what an entry is found by besides its names, such as what its picture shows. More than half of such a
 *   word must be typed, from its beginning, or all its initial consonants: 동 stays a search for names, 동무 is on the
 *   way to 동물.
 */
export function createNameMatcher<Entry extends Named>(
  query: string,
  wordsOf: (entry: Entry) => readonly string[] = () => [],
): (entry: Entry) => Match | false {
  const terms = toSearchTerms(query)
  const whole = terms.map(({ letters }) => letters).join('')
  if (whole === '') return () => query === '' && 'inside'
  return (entry) => {
    const names = [entry.nameKo ?? '', entry.nameEn ?? ''].map(toLetters)
    const isInName = ({ letters, isConsonantsOnly }: SearchTerm) =>
      names.some((name) => name.includes(letters) || (isConsonantsOnly && initialConsonants(name).includes(letters)))
    const others = terms.filter((term) => !isInName(term))
    if (names.includes(whole)) return 'exact'
    if (others.length === 0) return names.some((name) => name.startsWith(whole)) ? 'beginning' : 'inside'
    // Each word of them, and all in one.
    const words = wordsOf(entry).flatMap((text) => [text, ...text.split(' ')].map(toLetters))
    const isWord = ({ letters, isConsonantsOnly }: SearchTerm) =>
      words.some(
        (word) =>
          (word.startsWith(letters) && letters.length * 2 > word.length) ||
          (isConsonantsOnly && initialConsonants(word) === letters),
      )
    return (others.every(isWord) || isWord({ letters: whole, isConsonantsOnly: false })) && 'word'
  }
}

/** The entries that a matcher finds, the best matches first, else in their order. */
export function findMatches<Entry, Matched extends Named>(
  entries: readonly Entry[],
  matchOf: (matched: Matched) => Match | false,
  matchedOf: (entry: Entry) => Matched,
): Entry[] {
  const matches = entries.map((entry) => ({ entry, match: matchOf(matchedOf(entry)) }))
  return matchKinds.flatMap((kind) => matches.filter(({ match }) => match === kind).map(({ entry }) => entry))
}

/** One wrong letter in so many is a slip of the finger: 바카라 is not 바람꽃. Fewer letters are near to nearly everything. */
const lettersPerSlip = 4

/** What the nearest names are looked for among, and how much of a word and of a name counts: bounds of the work. */
const maxCompared = { entries: 3_000, wordLetters: 31, nameCharacters: 48 }

/** Entries at the same distance from a query, in letters; Infinity and none when nothing is near. */
export type Nearest<Entry> = { distance: number; entries: Entry[] }

/**
 * The entries whose names or further words are nearest to a query, short names first: those in which it is found after the
 * fewest letters are changed, added or left out, one in four at most. Letters are those of `createNameMatcher`, initial
 * consonants too.
 *
 * @param entries of more than 3,000 the rest is not looked at.
 * @param count how many at most.
 * @param wordsOf as for `createNameMatcher`.
 */
export function findNearest<Entry>(
  query: string,
  entries: readonly Entry[],
  namedOf: (entry: Entry) => Named,
  count: number,
  wordsOf: (entry: Entry) => readonly string[] = () => [],
): Nearest<Entry> {
  const terms = toSearchTerms(query).map(({ letters, isConsonantsOnly }) => {
    const word = letters.slice(0, maxCompared.wordLetters)
    return { word, isConsonantsOnly, distanceInside: createDistanceInside(word) }
  })
  const length = terms.reduce((sum, { word }) => sum + word.length, 0)
  if (length < lettersPerSlip) return { distance: Infinity, entries: [] }
  const compared = entries
    .slice(0, maxCompared.entries)
    .map((entry) => {
      const { nameKo = '', nameEn = '' } = namedOf(entry)
      const names = [nameKo, nameEn].map((name) => toLetters(name.slice(0, maxCompared.nameCharacters)))
      const texts = [...names, ...wordsOf(entry).map(toLetters)]
      const distance = terms.reduce((sum, { isConsonantsOnly, distanceInside }) => {
        return sum + Math.min(...(isConsonantsOnly ? texts.map(initialConsonants) : texts).map(distanceInside))
      }, 0)
      return { entry, distance, nameLength: Math.min(...names.map((name) => name.length || Infinity)) }
    })
    .filter(({ distance }) => distance <= length / lettersPerSlip)
    .sort((one, other) => one.distance - other.distance || one.nameLength - other.nameLength)
  const { distance } = compared[0] ?? { distance: Infinity }
  const nearest = compared.filter((other) => other.distance === distance)
  return { distance, entries: nearest.slice(0, count).map(({ entry }) => entry) }
}

/**
 * Creates a function that counts the letters to change, add or leave out until a word of 31 letters at most stands
 * somewhere in a text: Myers' bit-vector algorithm, a few operations for each letter of the text.
 */
export function createDistanceInside(word: string): (text: string) => number {
  const places = new Map<string, number>()
  for (const [at, letter] of [...word].entries()) places.set(letter, (places.get(letter) ?? 0) | (1 << at))
  const end = 1 << (word.length - 1)
  return (text) => {
    // Where the distance of a beginning of the word is one more, or one less, than that of the beginning before it.
    let more = -1
    let less = 0
    let distance = word.length
    let best = distance
    for (const letter of text) {
      const same = places.get(letter) ?? 0
      const kept = (((same & more) + more) ^ more) | same
      const grown = less | ~(kept | more)
      const shrunk = more & kept
      if (grown & end) distance += 1
      else if (shrunk & end) distance -= 1
      best = Math.min(best, distance)
      const [reached, lost] = [same | less, grown << 1]
      more = (shrunk << 1) | ~(reached | lost)
      less = lost & reached
    }
    return best
  }
}

function toSearchTerms(query: string): SearchTerm[] {
  return query.split(/\s+/).map(toSearchTerm).filter(isSearchable)
}

type SearchTerm = { letters: string; isConsonantsOnly: boolean }

function toSearchTerm(word: string): SearchTerm {
  return { letters: toLetters(word), isConsonantsOnly: /^[ㄱ-ㅎ]+$/.test(word) }
}

function isSearchable({ letters }: SearchTerm): boolean {
  return letters !== ''
}

/**
 * The letters of a text in lower case. Korean syllables, final consonants and compound vowels are decomposed, so that a
 * half-typed syllable is a prefix of the whole one: 고 of 과, 담 of 다마.
 */
function toLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[\u116a-\u1174\u11a8-\u11c2]/g, (letter) => letterParts.get(letter) ?? letter)
}

/** Initial consonants of Korean syllables: each one that precedes a vowel. */
function initialConsonants(letters: string): string {
  return [...letters.matchAll(/([\u1100-\u1112])[\u1161-\u1175]/g)].map(([, first]) => first).join('')
}

/** Final consonants in Unicode order from U+11A8, written as initial consonants. */
const finalConsonants =
  'ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ'.split(' ')
const firstFinalCodePoint = 0x11a8
const doubleVowels = { ㅘ: 'ㅗㅏ', ㅙ: 'ㅗㅐ', ㅚ: 'ㅗㅣ', ㅝ: 'ㅜㅓ', ㅞ: 'ㅜㅔ', ㅟ: 'ㅜㅣ', ㅢ: 'ㅡㅣ' }

const letterParts: ReadonlyMap<string, string> = new Map([
  ...finalConsonants.map((letters, at): [string, string] => [
    String.fromCharCode(firstFinalCodePoint + at),
    letters.normalize('NFKD'),
  ]),
  ...Object.entries(doubleVowels).map(([vowel, two]): [string, string] => [
    vowel.normalize('NFKD'),
    two.normalize('NFKD'),
  ]),
])
