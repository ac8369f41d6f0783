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

/**
 * Creates a predicate that tests names against a query. Every word must occur in one of the two names, regardless of
 * case, accents, spaces and character width. A Korean syllable matches while it is still being typed (도ㄷ, 도다, 도담),
 * and initial consonants alone match too (ㄷㄷㅍㄹㅇ for 도담 플레이).
 */
export function createNameMatcher(query: string): (named: Named) => boolean {
  const terms = query.split(/\s+/).map(toSearchTerm).filter(isSearchable)
  if (terms.length === 0) return () => query === ''
  return ({ nameKo = '', nameEn = '' }) => {
    const names = [toLetters(nameKo), toLetters(nameEn)]
    return terms.every(({ letters, isConsonantsOnly }) =>
      names.some((name) => name.includes(letters) || (isConsonantsOnly && initialConsonants(name).includes(letters))),
    )
  }
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
