import { toSeoulDay } from '~/values/seoul'
import type { EmbeddedContext, Handlers } from '../context.server'
import { createRefusal, usesPlayMoney } from '../context.server'
import { languageFor, readerLocale } from '../language'
import { findTable, tablesOf } from '../sandbox/casino-tables'
import { stakes } from '../sandbox/payout'
import { createMatchLists } from '../sandbox/sport-slip/matches'
import { playTexts } from '../sandbox/texts'
import {
  casinoProviders,
  findProvider,
  findSlotGame,
  findSlotGames,
  newestSlotGames,
  type Provider,
  slotProviders,
  sportProviders,
} from '../seed/catalogue'
import type { Sql } from '../store/store.server'
import { latestMarks } from './played-rounds.server'

const newGames = { idx: 'new', kind: 'new', kr_name: '새 게임', en_name: 'New games' } as const
const jackpotGames = {
  idx: 'jackpot',
  kind: 'jackpot',
  kr_name: '잭팟이 걸린 슬롯',
  en_name: 'Slots with the jackpot',
} as const
const maxNewGames = 60

const listMatches = createMatchLists()

export const handlers = {
  'get-casino-setting': async (ctx) => {
    const [listed, marks] = await Promise.all([listProviders(ctx, casinoProviders), latestMarks(ctx.store)])
    const isOpen = await openGames(ctx)
    const tablesOfOne = (code: string) => listTables(code, marks).filter((table) => isOpen({ company: code, ...table }))
    return { casiono: listed.map((provider) => ({ ...provider, tables: tablesOfOne(provider.code) })) }
  },
  'get-sport-setting': async (ctx) => {
    const [listed, day] = [await listProviders(ctx, sportProviders), toSeoulDay(ctx.now().getTime())]
    const matchesOf = (code: string) => {
      const provider = findProvider(code)
      return provider ? [...listMatches(provider, day)] : []
    }
    return { sport: listed.map((provider) => ({ ...provider, matches: matchesOf(provider.code) })) }
  },
  'get-slot-setting': async (ctx) => ({ slot: await listProviders(ctx, slotProviders) }),
  'get-slot-by-company': async (ctx, { code }) => {
    const games = usesPlayMoney(ctx) ? findSlotGames(String(code)) : undefined
    if (!games) throw createRefusal('not_found')
    return { games: games.filter(await openGames(ctx)).map((game) => ({ ...game, img: '' })) }
  },
  'get-lobby-rails': async (ctx) => {
    const [listed, isOpen] = [await listProviders(ctx, slotProviders), await openGames(ctx)]
    const open = listed.flatMap(({ code, used }) => (used === 'y' ? (findProvider(code) ?? []) : []))
    const codes = open.map(({ code }) => code)
    const feeding = open.filter(({ jackpotBasisPoints }) => jackpotBasisPoints > 0)
    const first = [0, 1].flatMap((turn) => feeding.flatMap(({ code }) => findSlotGames(code)?.[turn] ?? []))
    const rails = [
      { ...newGames, games: newestSlotGames(codes, maxNewGames) },
      { ...jackpotGames, games: first },
    ]
    return {
      rails: rails
        .map((rail) => ({ ...rail, games: rail.games.filter(isOpen).map((game) => ({ ...game, img: '' })) }))
        .filter(({ games }) => games.length > 0),
    }
  },
} satisfies Partial<Handlers>

export async function seedClosures(sql: Sql, now: Date): Promise<void> {
  const closed = [...casinoProviders, ...slotProviders, ...sportProviders].filter(({ startsClosed }) => startsClosed)
  await sql.query('insert into provider_closures (provider, closed_at) select code, $2 from unnest($1::text[]) code', [
    closed.map(({ code }) => code),
    now,
  ])
}

export async function isGameClosed(sql: Sql, ctx: EmbeddedContext, provider: string, game: string): Promise<boolean> {
  if (!usesPlayMoney(ctx)) return true
  const rows = await sql.query(
    `select 1 from provider_closures where provider = $1
     union all select 1 from game_closures where provider = $1 and game = $2`,
    [provider, game],
  )
  return rows.length > 0
}

export function hasGame(provider: Provider, game: string): boolean {
  if (provider.kind === 'slot') return findSlotGame(provider.code, game) !== undefined
  return game === provider.code || findTable(provider, game) !== undefined
}

export async function closedGames({ store }: EmbeddedContext): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await store.query<{ provider: string; games: string[] }>(
    'select provider, array_agg(game order by game) as games from game_closures group by provider',
  )
  return new Map(rows.map(({ provider, games }) => [provider, games]))
}

async function openGames(ctx: EmbeddedContext) {
  const closed = await closedGames(ctx)
  return ({ company, code }: { company: string; code: string }) => !closed.get(company)?.includes(code)
}

/** Returns a provider's and a game's names, Korean or English; the codes without an entry. */
export function displayNames(provider: string, game: string, language: string): { thirdParty: string; game: string } {
  const name = (named: { nameKo: string; nameEn: string } | undefined, code: string) =>
    named ? (languageFor(language) === 'ko' ? named.nameKo : named.nameEn) : code
  const catalogueProvider = findProvider(provider)
  const table = catalogueProvider && game !== provider ? findTable(catalogueProvider, game) : undefined
  const gameName = table
    ? playTexts(readerLocale(language)).t(`${table.deals}.title`)
    : name(findSlotGame(provider, game) ?? (game === provider ? catalogueProvider : undefined), game)
  return { thirdParty: name(catalogueProvider, provider), game: gameName }
}

function listTables(code: string, marks: ReadonlyMap<string, readonly string[]>) {
  const provider = findProvider(code)
  return (provider ? tablesOf(provider) : []).map((table) => ({
    ...table,
    min: Math.min(...stakes),
    max: Math.max(...stakes),
    latest: [...(marks.get(table.code) ?? [])],
  }))
}

async function listProviders(ctx: EmbeddedContext, providers: readonly Provider[]) {
  if (!usesPlayMoney(ctx)) return []
  const closures = await ctx.store.query<{ provider: string }>('select provider from provider_closures')
  const closed = new Set(closures.map(({ provider }) => provider))
  return providers.map(({ code, nameKo, nameEn, kinds }) => ({
    code,
    nameKo,
    nameEn,
    used: closed.has(code) ? ('n' as const) : ('y' as const),
    img: '',
    ...(kinds.length > 0 ? { kinds } : {}),
  }))
}
