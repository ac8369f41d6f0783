import { createRandom } from '~/ui/artwork/random'
import titleLists from './game-titles.json'

/** Invented names of slot games in Korean and English. */

export type GameTitle = { nameKo: string; nameEn: string }

type NamePairs = readonly (readonly [ko: string, en: string])[]

// TypeScript infers no pairs from JSON.
const lists = titleLists as unknown as Record<keyof typeof titleLists, NamePairs>

/** Joins two Korean nouns: 와 after a vowel, 과 after a final consonant. */
function joinKoreanNouns(first: string, second: string): string {
  const last = first.charCodeAt(first.length - 1) - 0xac00
  return `${first}${last % 28 === 0 ? '와' : '과'} ${second}`
}

function fillPatterns(patterns: NamePairs, words: NamePairs): GameTitle[] {
  return patterns.flatMap(([ko, en]) =>
    words.map(([wordKo, wordEn]) => ({ nameKo: ko.replace('*', wordKo), nameEn: en.replace('*', wordEn) })),
  )
}

function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const next = createRandom(seed)
  return items
    .map((item) => ({ item, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

export const writtenTitles: readonly GameTitle[] = lists.written.map(([nameKo, nameEn]) => ({ nameKo, nameEn }))

export function composeTitles(): GameTitle[] {
  const groups: { titles: GameTitle[]; maxTitles: number }[] = [
    { titles: fillPatterns(lists.characterPatterns, lists.characters), maxTitles: 400 },
    {
      titles: lists.characters.flatMap(([ko, en]) =>
        lists.belongings.map(([ownKo, ownEn]) => ({ nameKo: `${ko}의 ${ownKo}`, nameEn: `${en}'s ${ownEn}` })),
      ),
      maxTitles: 330,
    },
    { titles: fillPatterns(lists.thingPatterns, lists.things), maxTitles: 290 },
    { titles: fillPatterns(lists.placePatterns, lists.places), maxTitles: 270 },
    {
      titles: lists.characters.flatMap(([ko, en]) =>
        lists.companions.map(([besideKo, besideEn]) => ({
          nameKo: joinKoreanNouns(ko, besideKo),
          nameEn: `${en} and ${besideEn}`,
        })),
      ),
      maxTitles: 220,
    },
    { titles: fillPatterns(lists.symbolPatterns, lists.symbols), maxTitles: 100 },
  ]
  const chosen = groups.flatMap(({ titles, maxTitles }, index) => shuffle(titles, index + 1).slice(0, maxTitles))

  const taken = new Set(writtenTitles.flatMap(({ nameKo, nameEn }) => [nameKo, nameEn]))
  return shuffle(chosen, 2026).filter(({ nameKo, nameEn }) => {
    if (taken.has(nameKo) || taken.has(nameEn)) return false
    taken.add(nameKo).add(nameEn)
    return true
  })
}
