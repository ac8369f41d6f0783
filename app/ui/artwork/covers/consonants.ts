/** The 14 basic Korean consonants as even-odd SVG paths in a 100 by 100 box, keyed by their names in picture URLs. */
export const consonantPaths = {
  g: 'M8 8H92V94H68V32H8Z',
  n: 'M8 6H32V68H92V92H8Z',
  d: 'M8 8H92V32H32V68H92V92H8Z',
  r: 'M10 4H90V57H32V75H92V96H10V43H68V25H10Z',
  m: 'M8 8H92V92H8ZM32 32V68H68V32Z',
  b: 'M8 6H32V32H68V6H92V94H8ZM32 54V72H68V54Z',
  s: 'M38 6H62C62 44 74 64 98 74L86 95C68 87 56 74 50 58C44 74 32 87 14 95L2 74C26 64 38 44 38 6Z',
  ng: 'M4 50a46 46 0 1 0 92 0a46 46 0 1 0 -92 0ZM72 50a22 22 0 1 1 -44 0a22 22 0 1 1 44 0Z',
  j: 'M6 8H94V30H62C63 54 76 68 98 76L86 96C68 89 56 78 50 64C44 78 32 89 14 96L2 76C24 68 37 54 38 30H6Z',
  ch: 'M36 0H64V14H94V34H62C63 56 76 70 98 78L86 97C68 90 56 80 50 68C44 80 32 90 14 97L2 78C24 70 37 56 38 34H6V14H36Z',
  k: 'M8 8H92V94H68V62H8V40H68V30H8Z',
  t: 'M8 6H92V26H32V40H92V60H32V74H92V94H8Z',
  p: 'M4 8H96V29H84V71H96V92H4V71H16V29H4ZM40 29V71H60V29Z',
  h: 'M34 0H66V13H34ZM6 20H94V38H6ZM21 69a29 29 0 1 0 58 0a29 29 0 1 0 -58 0ZM62 69a12 12 0 1 1 -24 0a12 12 0 1 1 24 0Z',
} as const

export type ConsonantName = keyof typeof consonantPaths

const initialConsonants: readonly ConsonantName[] = [
  ...(['g', 'g', 'n', 'd', 'd', 'r', 'm', 'b', 'b', 's'] as const),
  ...(['s', 'ng', 'j', 'j', 'ch', 'k', 't', 'p', 'h'] as const),
]

/** Latin letters and digits, keyed by the first consonant of their Korean reading: C is read 씨, 7 is read 칠. */
const latinReadings: { readonly [Name in ConsonantName]?: string } = {
  g: '9',
  d: 'dw',
  b: 'bv',
  s: 'c34',
  ng: 'aefhilmnorsuxy01256',
  j: 'gjz',
  ch: '7',
  k: 'kq',
  t: 't',
  p: 'p8',
}

export const consonantNames = Object.keys(consonantPaths) as ConsonantName[]

const firstSyllable = 0xac00
const lastSyllable = 0xd7a3
const syllablesPerInitial = 588

/** Returns the first consonant of a name as read in Korean: ㄱ for 가온, ㅅ for CQ9. */
export function initialConsonantOf(name: string): ConsonantName | undefined {
  const first = name.trim().charAt(0).toLowerCase()
  const point = first.charCodeAt(0)
  if (point >= firstSyllable && point <= lastSyllable) {
    return initialConsonants[Math.floor((point - firstSyllable) / syllablesPerInitial)]
  }
  return first === '' ? undefined : consonantNames.find((consonant) => latinReadings[consonant]?.includes(first))
}
