import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  fillLaunchUrl,
  type LaunchValues,
  type ListedGame,
  type ListedProvider,
  maxGamesBytes,
  parseGames,
} from '~/platform/settings/provider-settings.server'
import { SettingError } from '~/platform/settings/setting-error.server'
import { casinoKinds, sportKinds } from '~/upstream/contract/fields/kinds'
import { minutes, seconds } from '~/values/durations'
import { memoize } from '~/values/memoize'
import { readBounded } from '~/values/read-bounded'
import { type EmbeddedContext, type EmbeddedOptions, usesPlayMoney } from '../context.server'
import { findTable } from '../sandbox/casino-tables'
import * as sandbox from '../seed/sandbox-games'

/** The providers that members see: those in PROVIDERS and, with play money, the sandbox's. */

type GameRow = sandbox.SlotGame & { img?: string | undefined }

type Listed = {
  entry: ListedProvider
  provider: sandbox.Provider
  games: ReadonlyMap<string, ListedGame>
  rows: readonly GameRow[]
  categories: ReadonlyMap<string, readonly GameRow[]>
  /** When to fetch the list of games again, in milliseconds since 1970. */
  dueAtMs: number
}

const maxRowsOfCategory = 60
const maxCategories = 12
const fetchTimeoutMs = seconds(20)
const refreshEveryMs = minutes(10)
const retryAfterMs = minutes(1)

const listedOf = memoize(({ providers = [], payments = [] }: EmbeddedOptions): ReadonlyMap<string, Listed> => {
  const services = payments.flatMap(({ idx, payUrl }) => (payUrl ? [{ code: String(idx) }] : []))
  for (const [name, senders] of Object.entries({ PROVIDERS: providers, PAYMENTS: services })) {
    const taken = senders.find(({ code }) => sandbox.findSandboxProvider(code.toLowerCase()))
    if (taken) throw new SettingError(name, `${taken.code} is the code of a sandbox provider`, 'name another one')
  }
  return new Map(providers.map((entry) => [entry.code, toListed(entry, entry.games ?? [])]))
})

function toListed(entry: ListedProvider, games: readonly ListedGame[], dueAtMs = 0): Listed {
  const { code, kind, nameKo, nameEn, compRateBasisPoints } = entry
  const categories = new Map<string, GameRow[]>()
  const rows = games.map((game): GameRow => {
    const row = { code: game.code, company: code, nameKo: game.nameKo, nameEn: game.nameEn, img: game.picture }
    const inCategory = categories.get(game.category ?? '') ?? []
    if (game.category !== undefined) categories.set(game.category, inCategory)
    if (inCategory.length < maxRowsOfCategory) inCategory.push(row)
    return row
  })
  const kinds = [...casinoKinds, ...sportKinds].filter((known) => categories.has(known))
  return {
    entry,
    provider: {
      ...{ code, kind, nameKo, nameEn, startsClosed: false, jackpotBasisPoints: 0 },
      kinds: kind === 'slot' ? [] : kinds,
      compBasisPoints: compRateBasisPoints,
    },
    games: new Map(games.map((game) => [game.code, game])),
    rows,
    categories,
    dueAtMs,
  }
}

const find = ({ options }: EmbeddedContext, code: string) => listedOf(options).get(code)

export function findProvider(ctx: EmbeddedContext, code: string): sandbox.Provider | undefined {
  return find(ctx, code)?.provider ?? (usesPlayMoney(ctx) ? sandbox.findSandboxProvider(code) : undefined)
}

/** Returns a placeholder for a provider that is no longer listed. Its open bets can still end, but earn no comp. */
export function delistedProvider(code: string): sandbox.Provider {
  const names = { nameKo: code, nameEn: code }
  return { code, kind: 'slot', ...names, startsClosed: false, kinds: [], compBasisPoints: 0, jackpotBasisPoints: 0 }
}

export function providersOf(ctx: EmbeddedContext, kind?: sandbox.Provider['kind']): sandbox.Provider[] {
  const listed = [...listedOf(ctx.options).values()].map(({ provider }) => provider)
  const all = [...listed, ...(usesPlayMoney(ctx) ? sandbox.allSandboxProviders : [])]
  return kind === undefined ? all : all.filter((provider) => provider.kind === kind)
}

/** Returns whether a provider is closed in PROVIDERS or has no games loaded yet. */
export function isClosedByFile(ctx: EmbeddedContext, code: string): boolean {
  const listed = find(ctx, code)
  return listed !== undefined && (!listed.entry.open || listed.games.size === 0)
}

export function slotGamesOf(ctx: EmbeddedContext, code: string): readonly GameRow[] | undefined {
  const listed = find(ctx, code)
  if (listed) return listed.provider.kind === 'slot' ? listed.rows : undefined
  return usesPlayMoney(ctx) ? sandbox.findSlotGames(code) : undefined
}

export function findGame(ctx: EmbeddedContext, company: string, code: string) {
  return find(ctx, company)?.games.get(code) ?? sandbox.findSlotGame(company, code)
}

/** Returns whether a slot game's `minStake` and `maxStake` in PROVIDERS allow a stake of `won`. */
export function isStakeListed(ctx: EmbeddedContext, company: string, code: string, won: bigint): boolean {
  const { minStake = 1, maxStake = Infinity } = find(ctx, company)?.games.get(code) ?? {}
  return won >= minStake && won <= maxStake
}

/** Returns a casino's first game of each kind. Members can tell its tables apart only by kind. */
export function listedTables(ctx: EmbeddedContext, code: string) {
  const { games, categories } = find(ctx, code) ?? {}
  return casinoKinds.flatMap((kind) => {
    const game = games?.get(categories?.get(kind)?.[0]?.code ?? '')
    return game ? [{ kind, code: game.code, min: game.minStake, max: game.maxStake, latest: [] }] : []
  })
}

/** Returns the lobby's rows: one for each of the largest slot categories, largest first. */
export function categoriesOf(ctx: EmbeddedContext): { name: string; games: readonly GameRow[] }[] {
  const byName = new Map<string, readonly GameRow[]>()
  for (const { provider, categories } of listedOf(ctx.options).values()) {
    if (provider.kind !== 'slot' || isClosedByFile(ctx, provider.code)) continue
    for (const [name, rows] of categories)
      byName.set(name, [...(byName.get(name) ?? []), ...rows].slice(0, maxRowsOfCategory))
  }
  const rows = [...byName].map(([name, games]) => ({ name, games }))
  return rows.sort((left, right) => right.games.length - left.games.length).slice(0, maxCategories)
}

export function hasListedGame(ctx: EmbeddedContext, company: string, code: string): boolean {
  const listed = find(ctx, company)
  return listed !== undefined && (listed.games.has(code) || (listed.provider.kind !== 'slot' && code === company))
}

/** Returns the code of the game that opens. A provider's code opens its first game. */
export function openedGame(ctx: EmbeddedContext, company: string, code: string): string {
  const games = find(ctx, company)?.games
  if (games) return games.has(code) ? code : (games.keys().next().value ?? code)
  const provider = sandbox.findSandboxProvider(company)
  return (provider && findTable(provider, code)?.code) ?? code
}

/** Returns the launch URL of a game, or undefined for sandbox games. */
export function launchUrlOf(ctx: EmbeddedContext, company: string, code: string, values: Omit<LaunchValues, 'game'>) {
  const listed = find(ctx, company)
  return listed && fillLaunchUrl(listed.entry.launchUrl, { ...values, game: openedGame(ctx, company, code) })
}

const cacheOf = ({ options }: EmbeddedContext, code: string) => join(options.dataDir, `games-${code}.json`)

/** Reads the game lists that earlier processes fetched. */
export async function readCachedGames(ctx: EmbeddedContext): Promise<void> {
  for (const [code, { entry }] of listedOf(ctx.options)) {
    if (entry.gamesUrl === undefined) continue
    const games = await readFile(cacheOf(ctx, code), 'utf8')
      .then(parseGames)
      .catch(() => undefined)
    if (games) replaceGames(ctx, code, games, 0)
  }
}

function replaceGames(ctx: EmbeddedContext, code: string, games: readonly ListedGame[], dueAtMs: number): void {
  const listed = find(ctx, code)
  if (listed) Object.assign(listed, toListed(listed.entry, games, dueAtMs))
}

/** Starts fetching due lists in the background. If a fetch fails, the last good list stays in use. */
export async function refreshGames(ctx: EmbeddedContext): Promise<void> {
  const nowMs = ctx.now().getTime()
  for (const [code, listed] of listedOf(ctx.options)) {
    const { gamesUrl } = listed.entry
    if (gamesUrl === undefined || listed.dueAtMs > nowMs) continue
    listed.dueAtMs = nowMs + refreshEveryMs
    void fetchGames(gamesUrl)
      .then(async ({ text, games }) => {
        replaceGames(ctx, code, games, listed.dueAtMs)
        // With PostgreSQL, the data folder may not exist yet.
        await mkdir(ctx.options.dataDir, { mode: 0o700 }).catch(() => undefined)
        const draft = `${cacheOf(ctx, code)}.${process.pid}`
        await writeFile(draft, text, { mode: 0o600 })
        await rename(draft, cacheOf(ctx, code))
      })
      .catch((error: unknown) => {
        listed.dueAtMs = Math.min(listed.dueAtMs, nowMs + retryAfterMs)
        ctx.log.warn({ provider: code, error: String(error) }, 'games of a provider not fetched or stored')
      })
  }
}

async function fetchGames(url: string): Promise<{ text: string; games: readonly ListedGame[] }> {
  const asked = { redirect: 'manual', headers: { Accept: 'application/json' } } as const
  const { status, body, headers } = await fetch(url, { ...asked, signal: AbortSignal.timeout(fetchTimeoutMs) })
  if (status !== 200) {
    await body?.cancel()
    throw new Error(`status ${status}`)
  }
  const bytes = await readBounded(body, { maxBytes: maxGamesBytes, contentLength: headers.get('Content-Length') })
  if (bytes === 'too-large') throw new Error('above 4 MiB')
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  return { text, games: await parseGames(text) }
}
