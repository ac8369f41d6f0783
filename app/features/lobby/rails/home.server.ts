import type { I18n } from '~/i18n/i18n'
import { findByCode } from '~/server/request-info/query.server'
import type { PageUpstream } from '~/server/upstream/page-upstream.server'
import { cachedSlotByCompany, lobbyRails } from '~/server/upstream/shared-responses.server'
import type { LobbyRail } from '~/upstream/contract/calls/game'
import type { Game, Provider } from '~/upstream/contract/fields/provider'
import { memoize, memoizeLast } from '~/values/memoize'
import type { MemberGames } from '../favourites/load.server'
import { fetchGamesByProvider } from '../lists/games.server'
import { isProviderOpen } from '../lists/kinds.server'
import { buildRails, minCards, type Rail } from './rails.server'

/** The number of open providers to load games from if the upstream has no rails. Each one costs a call. */
const maxExploredProviders = 6
/** The maximum number of favourites whose providers' lists are fetched. */
const maxFavourites = 6

/**
 * Loads the home page's rails, and leaves out lists that fail to load. For visitors, uses the upstream's rails, or
 * cached lists if those rails have no games. For members, also loads the lists that contain their games, and six other
 * lists if the upstream has no rail that can be shown.
 */
export async function loadRails(
  upstream: PageUpstream,
  lists: Promise<{ [Lobby in 'casino' | 'slot' | 'sport']?: readonly Provider[] | undefined }>,
  ofMember: Promise<MemberGames> | null,
  i18n: I18n,
): Promise<Rail[]> {
  const fetching = Promise.all([lists, ofMember, lobbyRails(upstream)]).then(
    ([{ slot = [] }, member, rails]) =>
      member &&
      fetchGamesByProvider(upstream, neededFor(slot, member, !rails.some(({ games }) => games.length >= minCards))),
  )
  const [upstreamRails, { casino = [], slot: providers = [], sport = [] }, member, fetched] = await Promise.all([
    lobbyRails(upstream),
    lists,
    ofMember,
    fetching,
  ])
  const named = namedGames(upstreamRails)
  const games = new Map<Provider, readonly Game[]>()
  for (const provider of providers) {
    if (provider.code === undefined) continue
    // If the upstream's rails have games, cached lists are ignored, so the result doesn't depend on the cache.
    const all = fetched?.get(provider) ?? (named.size > 0 ? undefined : cachedSlotByCompany(provider.code))
    const known = all ?? named.get(String(provider.code))
    if (known) games.set(provider, known)
  }
  const { recent, favourites } = member ?? { recent: [], favourites: [] }
  const lobbies = [
    { category: 'casino' as const, providers: casino },
    { category: 'sport' as const, providers: sport },
  ]
  const sources = { providers, games, lobbies, upstreamRails, recent, favourites, now: new Date() }
  // Visitors, and members without recent games or favourites, share the same cached rails.
  const build = () => buildRails(sources, i18n)
  if (recent.length > 0 || favourites.length > 0) return build()
  const shared = [upstreamRails, casino, providers, sport, ...games.values()]
  return keptRails(i18n, shared, build)
}

/** The latest rails without any member's own games, keyed by language. */
const keptRails = memoizeLast<Rail[]>()

const namedGames = memoize((rails: readonly LobbyRail[]): ReadonlyMap<string, Game[]> => {
  const games = new Map<string, Map<string, Game>>()
  for (const game of rails.flatMap((rail) => rail.games)) {
    if (game.company === undefined || game.code === undefined || !(game.nameKo || game.nameEn)) continue
    const ofProvider = games.get(String(game.company)) ?? new Map<string, Game>()
    games.set(String(game.company), ofProvider.set(String(game.code), game))
  }
  return new Map([...games].map(([company, ofProvider]) => [company, [...ofProvider.values()]]))
})

function neededFor(providers: readonly Provider[], { recent, favourites }: MemberGames, explores: boolean): Provider[] {
  const open = providers.filter(isProviderOpen)
  const own = [...recent, ...favourites.slice(0, maxFavourites)].flatMap(
    ({ company }) => findByCode(open, company) ?? [],
  )
  return [...new Set([...own, ...(explores ? open.slice(0, maxExploredProviders) : [])])]
}
