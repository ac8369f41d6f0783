import { z } from 'zod'
import { createRandom } from '~/ui/artwork/random'
import { casinoKinds, type Kind, sportKinds } from '~/upstream/contract/fields/kinds'
import titleLists from './game-titles.json'
import providerRows from './providers.json'

type GameTitle = { nameKo: string; nameEn: string }

type NamePairs = readonly (readonly [ko: string, en: string])[]

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

const writtenTitles: readonly GameTitle[] = lists.written.map(([nameKo, nameEn]) => ({ nameKo, nameEn }))

function composeTitles(): GameTitle[] {
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

/** Fictional providers and games. Names may change, but codes must not, because bets and launches store them. */

export type Provider = {
  code: string
  kind: 'casino' | 'slot' | 'sport'
  nameKo: string
  nameEn: string
  /** If true, the provider is in maintenance in a new store, as an example. */
  startsClosed: boolean
  kinds: readonly Kind[]
  /** Comp per stake in basis points: 30 is 0.3 %. */
  compBasisPoints: number
  jackpotBasisPoints: number
}

export type SlotGame = { code: string; company: string; nameKo: string; nameEn: string }

const rowSchema = z.object({
  code: z.string(),
  nameKo: z.string(),
  nameEn: z.string(),
  compBasisPoints: z.int(),
  startsClosed: z.boolean().default(false),
})
const kindsSchema = rowSchema.extend({ kinds: z.array(z.enum([...casinoKinds, ...sportKinds])) })

const rows = z
  .object({
    casino: z.array(kindsSchema),
    slot: z.array(rowSchema.extend({ games: z.int() })),
    sport: z.array(kindsSchema),
  })
  .parse(providerRows)

/** 0.1 % of each slot stake goes to the jackpot. Other games don't contribute. */
const slotJackpotBasisPoints = 10

export const casinoProviders: readonly Provider[] = rows.casino.map((row) => ({
  ...row,
  kind: 'casino',
  jackpotBasisPoints: 0,
}))
export const slotProviders: readonly Provider[] = rows.slot.map(({ games, ...row }) => ({
  ...row,
  kind: 'slot',
  kinds: [],
  jackpotBasisPoints: slotJackpotBasisPoints,
}))
export const sportProviders: readonly Provider[] = rows.sport.map((row) => ({
  ...row,
  kind: 'sport',
  jackpotBasisPoints: 0,
}))

export const allSandboxProviders: readonly Provider[] = [...casinoProviders, ...slotProviders, ...sportProviders]

const providersByCode: ReadonlyMap<string, Provider> = new Map(
  allSandboxProviders.map((provider) => [provider.code, provider]),
)

export function findSandboxProvider(code: string): Provider | undefined {
  return providersByCode.get(code)
}

function toGameCode(nameEn: string): string {
  return nameEn
    .toLowerCase()
    .replace(/'s\b/g, 's')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

const slotGames: ReadonlyMap<string, readonly SlotGame[]> = distributeTitles()
const slotGamesByCode: ReadonlyMap<string, SlotGame> = new Map(
  [...slotGames.values()].flat().map((game) => [`${game.company}/${game.code}`, game]),
)

function distributeTitles(): Map<string, SlotGame[]> {
  const gamesByProvider = new Map(rows.slot.map(({ code }): [string, SlotGame[]] => [code, []]))
  const titles = [...writtenTitles, ...composeTitles()].values()
  for (let turn = 0; turn < Math.max(...rows.slot.map(({ games }) => games)); turn++) {
    for (const { code: company, games } of rows.slot) {
      const title = turn < games ? titles.next().value : undefined
      if (title) gamesByProvider.get(company)?.push({ code: toGameCode(title.nameEn), company, ...title })
    }
  }
  return gamesByProvider
}

export function findSlotGames(company: string): readonly SlotGame[] | undefined {
  return slotGames.get(company)
}

export function newestSlotGames(providers: readonly string[], count: number): SlotGame[] {
  const lists = providers.map((company) => (findSlotGames(company) ?? []).toReversed())
  const turns = Math.max(0, ...lists.map((games) => games.length))
  const newest = Array.from({ length: turns }, (_, turn) => lists.flatMap((games) => games[turn] ?? []))
  return newest.flat().slice(0, count)
}

export function findSlotGame(company: string, code: string): SlotGame | undefined {
  return slotGamesByCode.get(`${company}/${code}`)
}
