import { consonants } from '../shapes/lines.json'

/** The 14 basic Korean consonants as even-odd SVG paths in a 100 by 100 box, keyed by their names in picture URLs. */
export const consonantPaths = consonants

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
