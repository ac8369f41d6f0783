import { days } from '~/values/durations'
import { createRefusal, type EmbeddedContext, type Handlers, usesPlayMoney } from '../context.server'
import { languageFor, readerLocale } from '../member-language'
import { findTable, tablesOf } from '../sandbox/casino-tables'
import { stakes } from '../sandbox/payout'
import { listMatches } from '../sandbox/sport-slip/matches'
import { playTexts } from '../sandbox/texts'
import * as sandbox from '../seed/sandbox-games'
import type { Sql } from '../store/store.server'
import { latestMarks } from './played-rounds.server'
import {
  categoriesOf,
  findGame,
  findProvider,
  hasListedGame,
  isClosedByFile,
  listedTables,
  openedGame,
  providersOf,
  slotGamesOf,
} from './providers.server'

const newGames = { idx: 'new', kind: 'new', kr_name: '새 게임', en_name: 'New games' } as const
const jackpotGames = {
  idx: 'jackpot',
  kind: 'jackpot',
  kr_name: '잭팟이 걸린 슬롯',
  en_name: 'Slots with the jackpot',
} as const
const popularGames = { idx: 'popular', kind: 'popular', kr_name: '인기 게임', en_name: 'Popular games' } as const
const maxListedGames = 60
/** Games with fewer players are not listed as popular, because that could reveal what another member plays. */
const minPlayersOfPopular = 5
/** Only the latest launches are searched for popular games. Reading this many takes a few milliseconds. */
const maxCountedLaunches = 20_000

export const handlers = {
  'get-casino-setting': async (ctx) => {
    const [listed, marks] = await Promise.all([listProviders(ctx, 'casino'), latestMarks(ctx.store)])
    const isOpen = await openGames(ctx)
    const tablesOfOne = (code: string) =>
      [...listTables(code, marks), ...listedTables(ctx, code)].filter((table) => isOpen({ company: code, ...table }))
    return { casiono: listed.map((provider) => ({ ...provider, tables: tablesOfOne(provider.code) })) }
  },
  'get-sport-setting': async (ctx) => {
    const [listed, nowMs] = [await listProviders(ctx, 'sport'), ctx.now().getTime()]
    const matchesOf = (code: string) => {
      const provider = sandbox.findSandboxProvider(code)
      return provider ? listMatches(provider, nowMs) : []
    }
    return { sport: listed.map((provider) => ({ ...provider, matches: matchesOf(provider.code) })) }
  },
  'get-slot-setting': async (ctx) => ({ slot: await listProviders(ctx, 'slot') }),
  'get-slot-by-company': async (ctx, { code }) => {
    const games = slotGamesOf(ctx, String(code))
    if (!games) throw createRefusal('not_found')
    const closed = await gameClosures(ctx)
    return {
      // Without the provider's code, a response is never longer than the provider's own list.
      games: games.map(({ company: _, ...game }) => {
        const closure = closed.find((row) => row.provider === String(code) && row.game === game.code)
        return closure ? { ...game, used: 'n' as const, until: closure.until?.toISOString() } : game
      }),
    }
  },
  'get-lobby-rails': async (ctx) => {
    const [closed, isOpen, popular] = [await providerClosures(ctx), await openGames(ctx), await listPopular(ctx)]
    const open = usesPlayMoney(ctx) ? sandbox.slotProviders.filter(({ code }) => !closed.has(code)) : []
    const feeding = open.filter(({ jackpotBasisPoints }) => jackpotBasisPoints > 0)
    const first = [0, 1].flatMap((turn) => feeding.flatMap(({ code }) => sandbox.findSlotGames(code)?.[turn] ?? []))
    const codes = open.map(({ code }) => code)
    const rails = [
      ...categoriesOf(ctx).map(({ name, games }, index) => ({
        ...{ idx: `category-${index}`, kr_name: name, en_name: name },
        games: games.filter(({ company }) => !closed.has(company)),
      })),
      { ...newGames, games: sandbox.newestSlotGames(codes, maxListedGames) },
      { ...popularGames, games: popular.filter(({ company }) => !closed.has(company)) },
      { ...jackpotGames, games: first },
    ]
    return {
      rails: rails
        .map((rail) => ({ ...rail, games: rail.games.filter(isOpen).map((game) => ({ img: '', ...game })) }))
        .filter(({ games }) => games.length > 0),
    }
  },
} satisfies Partial<Handlers>

async function listPopular(ctx: EmbeddedContext) {
  const rows = await ctx.store.query<{ provider: string; game: string }>(
    `select provider, game from game_launches
      where id > (select max(id) from game_launches) - $2 and made_at > $1
      group by provider, game having count(distinct member_id) >= $3
      order by count(distinct member_id) desc, provider, game`,
    [new Date(ctx.now().getTime() - days(7)), maxCountedLaunches, minPlayersOfPopular],
  )
  return rows
    .flatMap(({ provider, game }) => slotGamesOf(ctx, provider)?.find(({ code }) => code === game) ?? [])
    .slice(0, maxListedGames)
}

/** Closes some sandbox providers, long ago: a store may be packed on a machine whose clock is ahead. */
export async function seedClosures(sql: Sql): Promise<void> {
  const closed = sandbox.allSandboxProviders.filter(({ startsClosed }) => startsClosed)
  await sql.query('insert into provider_closures (provider, closed_at) select code, $2 from unnest($1::text[]) code', [
    closed.map(({ code }) => code),
    new Date('2026-01-01'),
  ])
}

/** SQL: a closure is not over. @param now the parameter with the current time */
const isInEffect = (now: string) => `(until is null or until > ${now})`

/** Returns whether the game, its provider or the whole site is under maintenance. Open bets are settled nevertheless. */
export async function isGameClosed(sql: Sql, ctx: EmbeddedContext, provider: string, game: string): Promise<boolean> {
  if (!findProvider(ctx, provider) || isClosedByFile(ctx, provider)) return true
  const rows = await sql.query(
    `select 1 from provider_closures where provider = $1 and ${isInEffect('$3')}
     union all select 1 from game_closures where provider = $1 and game = any($2) and ${isInEffect('$3')}
     union all select 1 from site_maintenance where until > $3`,
    // A game that has left its provider's list can still be open, and stays closed.
    [provider, [game, openedGame(ctx, provider, game)], ctx.now()],
  )
  return rows.length > 0
}

export function hasGame(ctx: EmbeddedContext, provider: sandbox.Provider, game: string): boolean {
  if (!sandbox.findSandboxProvider(provider.code)) return hasListedGame(ctx, provider.code, game)
  if (provider.kind === 'slot') return findGame(ctx, provider.code, game) !== undefined
  return game === provider.code || tablesOf(provider).some(({ code }) => code === game)
}

function gameClosures({ store, now }: EmbeddedContext) {
  const inEffect = `select provider, game, until from game_closures where ${isInEffect('$1')} order by game`
  return store.query<{ provider: string; game: string; until: Date | null }>(inEffect, [now()])
}

export async function closedGames(ctx: EmbeddedContext): Promise<ReadonlyMap<string, readonly string[]>> {
  const closed = new Map<string, string[]>()
  for (const { provider, game } of await gameClosures(ctx))
    closed.set(provider, [...(closed.get(provider) ?? []), game])
  return closed
}

async function openGames(ctx: EmbeddedContext) {
  const closed = await closedGames(ctx)
  return ({ company, code }: { company: string; code: string }) => !closed.get(company)?.includes(code)
}

export function displayNames(
  ctx: EmbeddedContext,
  { provider, game }: { provider: string; game: string },
  language: string,
): { thirdParty: string; game: string } {
  const name = (named: { nameKo: string; nameEn: string } | undefined, code: string) =>
    named ? (languageFor(language) === 'ko' ? named.nameKo : named.nameEn) : code
  const known = findProvider(ctx, provider) ?? sandbox.findSandboxProvider(provider)
  const table = known && game !== provider ? findTable(known, game) : undefined
  const gameName = table
    ? playTexts(readerLocale(language)).t(`${table.deals}.title`)
    : name(findGame(ctx, provider, game) ?? (game === provider ? known : undefined), game)
  return { thirdParty: name(known, provider), game: gameName }
}

function listTables(company: string, marks: ReadonlyMap<string, readonly string[]>) {
  const provider = sandbox.findSandboxProvider(company)
  return (provider ? tablesOf(provider) : []).map(({ code, kind }) => ({
    code,
    kind,
    min: Math.min(...stakes),
    max: Math.max(...stakes),
    latest: [...(marks.get(code) ?? [])],
  }))
}

type Closure = { provider: string; closed_at: Date; until: Date | null }

/** Returns the closures of providers that are not over. */
export async function providerClosures({ store, now }: EmbeddedContext): Promise<ReadonlyMap<string, Closure>> {
  const runningClosures = `select provider, closed_at, until from provider_closures where ${isInEffect('$1')}`
  const closures = await store.query<Closure>(runningClosures, [now()])
  return new Map(closures.map((closure) => [closure.provider, closure]))
}

async function listProviders(ctx: EmbeddedContext, kind: sandbox.Provider['kind']) {
  const closed = await providerClosures(ctx)
  return providersOf(ctx, kind).map(({ code, nameKo, nameEn, kinds }) => ({
    code,
    nameKo,
    nameEn,
    used: closed.has(code) || isClosedByFile(ctx, code) ? ('n' as const) : ('y' as const),
    until: closed.get(code)?.until?.toISOString(),
    img: '',
    ...(kinds.length > 0 ? { kinds } : {}),
  }))
}
