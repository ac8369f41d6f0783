import { href } from 'react-router'
import type { I18n } from '~/i18n/i18n'
import type { PageUpstream } from '~/server/upstream/for-pages.server'
import { cachedSlotByCompany, lobbyRails } from '~/server/upstream/shared-responses.server'
import type { LobbyRail } from '~/upstream/contract/calls/game'
import type { Game, Provider } from '~/upstream/contract/fields/values'
import { findByCode } from '~/upstream/find-by-id'
import type { MemberGames } from '../favourites/load.server'
import type { GameId } from '../favourites/member-games.server'
import { fetchGamesByProvider } from '../lists/games.server'
import { isProviderOpen } from '../provider-state'
import { buildRails, maxCards, ofDay, type Rail } from './rails.server'

/** How many open providers a member's suggestions come from: each is an upstream call unless its list is cached. */
const maxSuggestingProviders = 6

/**
 * The rails of home. A visitor's are made from what the upstream's rails name, or of lists in the cache where these name
 * nothing. For a member's the lists of their games' providers and of six others are asked for unless they are cached, and
 * used as well. Lists that fail are left out. A visitor's page has to be light: cards name the games alone, and no provider has a row.
 */
export async function loadRails(
  upstream: PageUpstream,
  lists: Promise<{ [Lobby in 'casino' | 'slot' | 'sport']?: readonly Provider[] | undefined }>,
  ofMember: Promise<MemberGames> | null,
  i18n: I18n,
): Promise<Rail[]> {
  const now = new Date()
  const fetching = Promise.all([lists, ofMember]).then(
    ([{ slot = [] }, member]) => member && fetchGamesByProvider(upstream, neededFor(slot, member, now)),
  )
  const [upstreamRails, { casino = [], slot: providers = [], sport = [] }, member, fetched] = await Promise.all([
    lobbyRails(upstream),
    lists,
    ofMember,
    fetching,
  ])
  const named = namedGames(upstreamRails)
  const games = new Map<Provider, readonly Game[]>()
  let hasAllGames = true
  for (const provider of providers) {
    if (provider.code === undefined) continue
    // Where the upstream names games, what happens to be in the cache changes no row.
    const all = fetched?.get(provider) ?? (named.size > 0 ? undefined : cachedSlotByCompany(provider.code))
    if (!all && isProviderOpen(provider)) hasAllGames = false
    const known = all ?? named.get(String(provider.code))
    if (known) games.set(provider, known)
  }
  const { recent, favourites } = member ?? { recent: [], favourites: [] }
  const lobbies = [
    { all: href('/casino'), providers: casino },
    { all: href('/sport'), providers: sport },
  ]
  const rails = buildRails({ providers, games, hasAllGames, lobbies, upstreamRails, recent, favourites, now }, i18n)
  if (member) return rails
  return rails
    .filter(({ id }) => id !== 'spotlight')
    .map((rail) => ({ ...rail, cards: rail.cards.map((card) => ({ ...card, subtitle: '' })) }))
}

/** The games that the upstream's rails name, each once, by their provider's code. */
function namedGames(rails: readonly LobbyRail[]): Map<string, Game[]> {
  const games = new Map<string, Map<string, Game>>()
  for (const game of rails.flatMap((rail) => rail.games)) {
    if (game.company === undefined || game.code === undefined || !(game.nameKo || game.nameEn)) continue
    const ofProvider = games.get(String(game.company)) ?? new Map<string, Game>()
    games.set(String(game.company), ofProvider.set(String(game.code), game))
  }
  return new Map([...games].map(([company, ofProvider]) => [company, [...ofProvider.values()]]))
}

/** The providers whose games a member's rails can't do without. */
function neededFor(
  providers: readonly Provider[],
  { recent, favourites }: { recent: readonly GameId[]; favourites: readonly GameId[] },
  now: Date,
): Provider[] {
  const open = ofDay(providers, now).filter(isProviderOpen)
  const own = [...recent, ...favourites.slice(0, maxCards)].flatMap(({ company }) => findByCode(open, company) ?? [])
  return [...new Set([...own, ...open.slice(0, maxSuggestingProviders)])]
}
