import { inSlices } from '~/values/in-slices'
import { memoize } from '~/values/memoize'

type Named = { nameKo?: string | undefined; nameEn?: string | undefined }

const maxQueryCharacters = 64

/** Returns the query in `?q=`, trimmed, with single spaces and at most 64 UTF-16 code units, or '' if missing. */
export function parseSearchQuery({ q = '' }: { q?: string | undefined }): string {
  return q
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxQueryCharacters)
    .toWellFormed()
    .trim()
}

/** How a query matches an entry, best first: whole name, start of the name, inside it, or another word. */
const matchKinds = ['exact', 'beginning', 'inside', 'word'] as const
type Match = (typeof matchKinds)[number]

/**
 * Creates a function that returns how a query matches an entry's names or other words, or false. Every word of the
 * query must occur in one of the two names. Case, accents, spaces and width are ignored. From the eighth word on, the
 * rest counts as one word. A Korean syllable may be typed halfway (도ㄷ, 도다, 도담), or only by initial consonants (ㄷㄷㅍㄹㅇ or
 * ㄷ담ㅍ레 for 도담 플레이). @param wordsOf other words, such as a picture's subjects. To match one, the query must contain
 * more than half of it from its beginning, or all of its initial consonants.
 */
export function createNameMatcher<Entry extends Named>(
  query: string,
  wordsOf: (entry: Entry) => readonly string[] = () => [],
): (entry: Entry) => Match | false {
  const terms = toSearchTerms(query)
  const whole = toSearchTerm(query)
  if (!isSearchable(whole)) return () => query === '' && 'inside'
  const termsOfWord = memoize((text: string) => {
    const parts = [text, ...text.split(' ')].map(toLetters)
    return [...terms, whole].filter((term) => parts.some((part) => isWordTyped(part, term)))
  })
  const termsOfWords = memoize((words: readonly string[]) => new Set(words.flatMap(termsOfWord)))
  return (entry) => {
    const { names, searched } = searchTextsOf(entry)
    if (names.includes(whole.letters)) return 'exact'
    let isInNames = true
    for (const term of terms) {
      if (searched.includes(term.letters) || isMixedIn(term, searched)) continue
      const found = termsOfWords(wordsOf(entry))
      // A word must match this term or the whole query.
      if (!found.has(term)) return found.has(whole) && 'word'
      isInNames = false
    }
    if (!isInNames) return 'word'
    const isBeginning = (name: string) => name.startsWith(whole.letters) || whole.mixed?.pattern.exec(name)?.index === 0
    return names.some(isBeginning) ? 'beginning' : 'inside'
  }
}

/** Runs the pattern only if the initial consonants occur, because that check is as cheap as a substring search. */
function isMixedIn({ mixed }: SearchTerm, searched: string): boolean {
  return mixed !== undefined && searched.includes(mixed.initials) && mixed.pattern.test(searched)
}

function isWordTyped(word: string, { letters, isConsonantsOnly }: SearchTerm): boolean {
  return (
    (word.startsWith(letters) && letters.length * 2 > word.length) ||
    (isConsonantsOnly && initialConsonants(word) === letters)
  )
}

/** Returns the matching entries. The best come first, and equal ones stay in order. */
export function findMatches<Entry, Matched extends Named>(
  entries: readonly Entry[],
  matchOf: (matched: Matched) => Match | false,
  matchedOf: (entry: Entry) => Matched,
): Entry[] {
  const found: Record<Match, Entry[]> = { exact: [], beginning: [], inside: [], word: [] }
  for (const entry of entries) {
    const match = matchOf(matchedOf(entry))
    if (match) found[match].push(entry)
  }
  return matchKinds.flatMap((kind) => found[kind])
}

/** The number of letters per allowed typo. With fewer letters, nearly everything would be similar. */
const lettersPerSlip = 4

const maxCompared = { entries: 3_000, wordLetters: 31, nameLetters: 144 }

/**
 * Finds the entries with the most similar names or other words, short names first. The query must occur in a name after
 * a change of at most one letter in four. @param entries only the first 3,000 are compared
 */
export function findNearest<Entry>(
  query: string,
  entries: readonly Entry[],
  namedOf: (entry: Entry) => Named,
  count: number,
  wordsOf: (entry: Entry) => readonly string[] = () => [],
): { distance: number; entries: Entry[] } {
  const terms = toSearchTerms(query)
    .map(({ letters, isConsonantsOnly }) => {
      const word = letters.slice(0, maxCompared.wordLetters)
      const distanceInside = createDistanceInside(word)
      const toText = (text: string) => (isConsonantsOnly ? initialConsonants(toLetters(text)) : toLetters(text))
      const distanceInWord = memoize((text: string) => distanceInside(toText(text)))
      return { word, isConsonantsOnly, distanceInside, distanceInWord }
    })
    // The longest word is compared first, because it rules out most entries.
    .toSorted((left, right) => right.word.length - left.word.length)
  const length = terms.reduce((sum, { word }) => sum + word.length, 0)
  if (length < lettersPerSlip) return { distance: Infinity, entries: [] }
  const maxDistance = length / lettersPerSlip
  const compared = entries
    .slice(0, maxCompared.entries)
    .map((entry) => {
      const { names, initials } = searchTextsOf(namedOf(entry))
      const words = wordsOf(entry)
      let distance = 0
      for (const { isConsonantsOnly, distanceInside, distanceInWord } of terms) {
        let least = Infinity
        for (const name of isConsonantsOnly ? initials : names)
          least = Math.min(least, distanceInside(name.slice(0, maxCompared.nameLetters)))
        for (const word of words) least = Math.min(least, distanceInWord(word))
        distance += least
        if (distance > maxDistance) break
      }
      return { entry, distance, nameLength: Math.min(...names.map((name) => name.length || Infinity)) }
    })
    .filter(({ distance }) => distance <= maxDistance)
    .sort((left, right) => left.distance - right.distance || left.nameLength - right.nameLength)
  const { distance } = compared[0] ?? { distance: Infinity }
  const nearest = compared.filter((match) => match.distance === distance)
  return { distance, entries: nearest.slice(0, count).map(({ entry }) => entry) }
}

export function createDistanceInside(word: string): (text: string) => number {
  const places = new Map<number, number>()
  for (let index = 0; index < word.length; index += 1)
    places.set(word.charCodeAt(index), (places.get(word.charCodeAt(index)) ?? 0) | (1 << index))
  const end = 1 << (word.length - 1)
  return (text) => {
    // Bit n of `more` is set if the distance for the word's first n + 1 letters is 1 more than for its first n.
    // Bit n of `less` is set if it is 1 less.
    let more = -1
    let less = 0
    let distance = word.length
    let best = distance
    for (let index = 0; index < text.length; index += 1) {
      const same = places.get(text.charCodeAt(index)) ?? 0
      const kept = (((same & more) + more) ^ more) | same
      const grown = less | ~(kept | more)
      const shrunk = more & kept
      if (grown & end) distance += 1
      else if (shrunk & end) distance -= 1
      best = Math.min(best, distance)
      const reached = same | less
      const lost = grown << 1
      more = (shrunk << 1) | ~(reached | lost)
      less = lost & reached
    }
    return best
  }
}

/** The maximum number of words searched separately. Each takes a pass over every entry. */
const maxTerms = 8

type SearchTerm = {
  letters: string
  isConsonantsOnly: boolean
  mixed?: { pattern: RegExp; initials: string } | undefined
}

function toSearchTerms(query: string): SearchTerm[] {
  const terms = query.split(/\s+/).map(toSearchTerm).filter(isSearchable)
  const different = terms.filter((term, index) => terms.findIndex(({ letters }) => letters === term.letters) === index)
  const last = different[maxTerms - 1]
  if (!last || different.length === maxTerms) return different
  const rest = terms.slice(terms.indexOf(last)).map(({ letters }) => letters)
  return [...different.slice(0, maxTerms - 1), toSearchTerm(rest.join(''))]
}

function toSearchTerm(text: string): SearchTerm {
  const letters = toLetters(text)
  const isConsonantsOnly = /^[\u1100-\u1112]+$/.test(letters)
  return { letters, isConsonantsOnly, mixed: isConsonantsOnly ? undefined : toMixedTerm(text) }
}

/** Returns a pattern that treats single consonants as initials: ㄷ토 finds 달토. Final consonants need no pattern. */
function toMixedTerm(text: string): SearchTerm['mixed'] {
  if (!/[ㄱ-ㅎ\uffa1-\uffbe]/.test(text)) return undefined
  const signs = [...text.normalize('NFKC')].map(toLetters).filter((sign) => sign !== '')
  const isInitial = (sign: string) => /^[\u1100-\u1112]$/.test(sign)
  const last = signs.pop() ?? ''
  if (!signs.some(isInitial)) return undefined
  const parts = signs.map((sign) => (isInitial(sign) ? `${sign}[\u1161-\u1175]+[\u1100-\u1112]{0,2}` : sign))
  const initials = signs.map((sign) => (isInitial(sign) ? sign : initialConsonants(sign)))
  return { pattern: new RegExp(parts.join('') + last), initials: initials.join('') + initialConsonants(last) }
}

const isSearchable = ({ letters }: SearchTerm) => letters !== ''

/** Cached per object, because lists stay in the cache for a while. */
const searchTextsOf = memoize((entry: Named) => {
  const names = [entry.nameKo ?? '', entry.nameEn ?? ''].map(toLetters)
  const initials = names.map(initialConsonants)
  return { names, initials, searched: [...names, ...initials].join('\n') }
})

/** Prepares a list for searches, once and in slices, because reading the names takes longer than searching them. */
export const indexNames = memoize((entries: readonly Named[]) => inSlices(entries, searchTextsOf))

/**
 * Converts to lower-case letters. Korean syllables, final consonants and compound vowels are taken apart, so that a
 * syllable typed halfway is a prefix of the whole one: 고 of 과, 담 of 다마.
 */
function toLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[\u116a-\u1174\u11a8-\u11c2]/g, (letter) => letterParts.get(letter) ?? letter)
}

function initialConsonants(letters: string): string {
  return [...letters.matchAll(/([\u1100-\u1112])[\u1161-\u1175]/g)].map(([, first]) => first).join('')
}

/** Final consonants in Unicode order from U+11A8, written as initial consonants. */
const finalConsonants =
  'ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ'.split(' ')
const firstFinalCodePoint = 0x11a8
const doubleVowels = { ㅘ: 'ㅗㅏ', ㅙ: 'ㅗㅐ', ㅚ: 'ㅗㅣ', ㅝ: 'ㅜㅓ', ㅞ: 'ㅜㅔ', ㅟ: 'ㅜㅣ', ㅢ: 'ㅡㅣ' }

const letterParts: ReadonlyMap<string, string> = new Map([
  ...finalConsonants.map((letters, index): [string, string] => [
    String.fromCharCode(firstFinalCodePoint + index),
    letters.normalize('NFKD'),
  ]),
  ...Object.entries(doubleVowels).map(([vowel, two]): [string, string] => [
    vowel.normalize('NFKD'),
    two.normalize('NFKD'),
  ]),
])
