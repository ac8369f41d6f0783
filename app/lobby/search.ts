/** Finding games and providers by what a member typed, over their Korean and English names. Pure. */

type Named = { nameKo?: string | undefined; nameEn?: string | undefined }

/** More than this is no name that anyone would type. */
const queryCharactersMax = 64

/** What was asked for in `?q=`: with single blanks, 64 characters at most; '' when nothing was. */
export function queryIn(params: URLSearchParams): string {
  return (params.get('q') ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, queryCharactersMax)
    .toWellFormed()
    .trim()
}

/**
 * A test of names for a query. Every word must stand somewhere in one of the two names, whatever its case, accents,
 * blanks or width; a Korean syllable counts while it is still being typed (도ㄷ, 도다, 도담), and first consonants alone
 * find a name too (ㄷㄷㅍㄹㅇ for 도담 플레이).
 */
export function matching(query: string): (named: Named) => boolean {
  const words = query.split(/\s+/).map(wanted).filter(isWanted)
  if (words.length === 0) return () => query === ''
  return ({ nameKo = '', nameEn = '' }) => {
    const names = [spelled(nameKo), spelled(nameEn)]
    return words.every(({ letters, consonants }) =>
      names.some((name) => name.includes(letters) || (consonants && firstConsonants(name).includes(letters))),
    )
  }
}

type Wanted = { letters: string; consonants: boolean }

function wanted(word: string): Wanted {
  return { letters: spelled(word), consonants: /^[ㄱ-ㅎ]+$/.test(word) }
}

function isWanted({ letters }: Wanted): boolean {
  return letters !== ''
}

/**
 * Letters one after the other. Korean syllables are taken apart, and closing consonants and double vowels too, so that
 * what is half typed begins what is meant: 고 goes on to 과, 담 to 다마.
 */
function spelled(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[\u116a-\u1174\u11a8-\u11c2]/g, (letter) => parts.get(letter) ?? letter)
}

/** The consonants that begin syllables: each one before a vowel. */
function firstConsonants(letters: string): string {
  return [...letters.matchAll(/([\u1100-\u1112])[\u1161-\u1175]/g)].map(([, first]) => first).join('')
}

/** Closing consonants in Unicode's order from U+11A8, as those that begin a syllable. */
const finals =
  'ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ'.split(' ')
const firstFinal = 0x11a8
const doubleVowels = { ㅘ: 'ㅗㅏ', ㅙ: 'ㅗㅐ', ㅚ: 'ㅗㅣ', ㅝ: 'ㅜㅓ', ㅞ: 'ㅜㅔ', ㅟ: 'ㅜㅣ', ㅢ: 'ㅡㅣ' }

const parts: ReadonlyMap<string, string> = new Map([
  ...finals.map((letters, at): [string, string] => [String.fromCharCode(firstFinal + at), letters.normalize('NFKD')]),
  ...Object.entries(doubleVowels).map(([vowel, two]): [string, string] => [
    vowel.normalize('NFKD'),
    two.normalize('NFKD'),
  ]),
])
