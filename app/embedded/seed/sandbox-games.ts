import { z } from 'zod'
import { casinoKinds, type Kind, sportKinds } from '~/upstream/contract/fields/kinds'
import providerRows from './providers.json'
import gameRows from './slot-games.json'

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
  .object({ casino: z.array(kindsSchema), slot: z.array(rowSchema), sport: z.array(kindsSchema) })
  .parse(providerRows)

/** 0.1 % of each slot stake goes to the jackpot. Other games don't contribute. */
const slotJackpotBasisPoints = 10

export const casinoProviders: readonly Provider[] = rows.casino.map((row) => ({
  ...row,
  kind: 'casino',
  jackpotBasisPoints: 0,
}))
export const slotProviders: readonly Provider[] = rows.slot.map((row) => ({
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

export const findSandboxProvider = (code: string): Provider | undefined => providersByCode.get(code)

/** The games of each provider, oldest first. */
const slotGames: ReadonlyMap<string, readonly SlotGame[]> = new Map(
  Object.entries(gameRows).map(([company, games]) => [
    company,
    games.map(([code = '', nameKo = '', nameEn = '']) => ({ code, company, nameKo, nameEn })),
  ]),
)
const slotGamesByCode: ReadonlyMap<string, SlotGame> = new Map(
  [...slotGames.values()].flat().map((game) => [`${game.company}/${game.code}`, game]),
)

export const findSlotGames = (company: string): readonly SlotGame[] | undefined => slotGames.get(company)

export function newestSlotGames(providers: readonly string[], count: number): SlotGame[] {
  const lists = providers.map((company) => (findSlotGames(company) ?? []).toReversed())
  const turns = Math.max(0, ...lists.map((games) => games.length))
  const newest = Array.from({ length: turns }, (_, turn) => lists.flatMap((games) => games[turn] ?? []))
  return newest.flat().slice(0, count)
}

export function findSlotGame(company: string, code: string): SlotGame | undefined {
  return slotGamesByCode.get(`${company}/${code}`)
}
