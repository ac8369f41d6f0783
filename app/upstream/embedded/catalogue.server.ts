import type { Handlers, HouseContext } from './context.server'
import { hasSandbox, refuse } from './context.server'
import {
  casinoProviders,
  gameOf,
  gamesOf,
  type Provider,
  providerOf,
  slotProviders,
  sportProviders,
} from './seed/catalogue'
import type { Sql } from './store/store.server'

/** Lists of providers and games. `img` is empty because the site draws its own pictures. */
export const handlers = {
  'get-casino-setting': async (ctx) => ({ casiono: await entries(ctx, casinoProviders) }),
  'get-sport-setting': async (ctx) => ({ sport: await entries(ctx, sportProviders) }),
  'get-slot-setting': async (ctx) => ({ slot: await entries(ctx, slotProviders) }),
  'get-slot-by-company': async (_ctx, { code }) => {
    const games = gamesOf(String(code))
    if (!games) throw refuse('not_found')
    return { games: games.map((game) => ({ ...game, img: '' })) }
  },
} satisfies Partial<Handlers>

/** Closes the providers that start under maintenance. */
export async function seedCatalogue(sql: Sql, now: Date): Promise<void> {
  const closed = [...casinoProviders, ...slotProviders, ...sportProviders].filter(({ startsClosed }) => startsClosed)
  await sql.query('insert into provider_closures (provider, closed_at) select code, $2 from unnest($1::text[]) code', [
    closed.map(({ code }) => code),
    now,
  ])
}

/** Whether a provider accepts no games and no bets: under maintenance, or the site runs on real money. */
export async function isClosed(sql: Sql, ctx: HouseContext, provider: string): Promise<boolean> {
  if (!hasSandbox(ctx)) return true
  const rows = await sql.query('select 1 from provider_closures where provider = $1', [provider])
  return rows.length > 0
}

/**
 * Display names of a provider and a game: Korean names for Korean, English for every other language, and the codes
 * themselves where the catalogue has no entry. Casino and sport providers have one game with the provider's own code.
 */
export function shownNames(provider: string, game: string, language: string): { thirdParty: string; game: string } {
  const name = (named: { nameKo: string; nameEn: string } | undefined, code: string) =>
    named ? (inKorean(language) ? named.nameKo : named.nameEn) : code
  const maker = providerOf(provider)
  return {
    thirdParty: name(maker, provider),
    game: name(gameOf(provider, game) ?? (game === provider ? maker : undefined), game),
  }
}

/** Whether to answer in Korean. Korean is the default when no language was asked for. */
export function inKorean(language: string): boolean {
  return language === '' || /^ko\b/i.test(language)
}

async function entries(ctx: HouseContext, providers: readonly Provider[]) {
  const closures = await ctx.store.query<{ provider: string }>('select provider from provider_closures')
  const closed = new Set(closures.map(({ provider }) => provider))
  return providers.map(({ code, nameKo, nameEn }) => ({
    code,
    nameKo,
    nameEn,
    used: closed.has(code) || !hasSandbox(ctx) ? ('n' as const) : ('y' as const),
    img: '',
  }))
}
