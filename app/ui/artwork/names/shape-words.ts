import type { ShapeName } from '../shapes/shapes'
import { creatures, qualities, things } from './shape-words.json'

/** For each shape, the English words in lower case and then the Korean nouns, separated by single spaces. */
type WordTable = Partial<Record<ShapeName, string>>

/** Words for living things. They take precedence over other words (Buffalo King, Azure Dragon Pearl). */
export const creatureWords: WordTable = creatures

export const thingWords: WordTable = things

/** Words for rank, praise and season. Used only if at most one other word is found. */
export const qualityWords: WordTable = qualities

const namesOf = new Map<ShapeName, { en: string; ko: string }>()

export function shapeNames(shape: ShapeName): { en: string; ko: string } {
  const known = namesOf.get(shape)
  if (known) return known
  const words = [creatureWords, thingWords, qualityWords].map((table) => table[shape] ?? '').join(' ')
  const names = { en: /[a-z]+/.exec(words)?.[0] ?? shape, ko: /[가-힣]+/.exec(words)?.[0] ?? shape }
  namesOf.set(shape, names)
  return names
}
