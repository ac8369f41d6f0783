import { href } from 'react-router'
import { ListPager, pageHrefs } from '~/components/list-pager'
import { PageHead } from '~/components/page-head'
import { loadPlayLimitsSummary } from '~/features/play-limits/play-limits.server'
import { useI18n } from '~/i18n/i18n'
import type { RouteHandle } from '~/server/middleware/route.server'
import { readQuery } from '~/server/request-info/query.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { lobbyRails, slotList } from '~/server/upstream/shared-responses.server'
import { Alert } from '~/ui/alert/alert'
import { stack } from '~/ui/layout/layout.css'
import { ProviderRail } from '~/ui/provider-card/provider-card'
import type { Provider } from '~/upstream/contract/fields/provider'
import { joinParts } from '~/values/parts'
import type { Route } from './+types/slot'
import { loadMemberGames } from './favourites/load.server'
import { gamesHref } from './launch/href'
import { providerArtworkOf } from './lists/cards.server'
import { GameBrowser } from './lists/game-browser'
import { parseGameQuery } from './lists/game-query'
import {
  buildGameList,
  fetchGamesByProvider,
  type GameListData,
  gameKey,
  gamesOfQuery,
  interleave,
  listGames,
} from './lists/games.server'
import { isProviderClosed, isProviderOpen } from './lists/kinds.server'
import { ProviderList } from './lists/lists'
import { CannotPlayAlert, LobbyUnlessExcluded } from './lobby-access'
import { buildProviderLobby, findProviders } from './provider-lobby.server'
import { buildRails, idsOfRail, railTitleOf } from './rails/rails.server'
import { SearchBox } from './search/box'
import { findNearest, indexNames } from './search/by-name'
import { findInOtherLobbies } from './search/other-lobbies.server'
import { EmptyList, SearchResultCount } from './search/results'

export const handle = { requiresConsent: true } satisfies RouteHandle

const maxListedProviders = 120
/** The number of providers above the games. Another page lists all of them. */
const maxRailProviders = 16
const maxFoundProviders = 2
const maxFoundGames = 24
const maxNearestProviders = 4
/** A list of fewer favourites is followed by rails of other games. */
const fewFavourites = 6

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const i18n = i18nOf(context)
  const asked = readQuery(url)
  const { view, ...query } = parseGameQuery(asked)
  const [list, upstreamRails, limits, ownGames] = await Promise.all([
    slotList(upstream),
    lobbyRails(upstream),
    loadPlayLimitsSummary(upstream),
    loadMemberGames(request, context),
  ])
  await indexNames(list)
  if (view === 'providers')
    return { kind: 'providers' as const, ...buildProviderLobby(list, { query: query.q, page: asked.page }, [], i18n) }

  const memberGames = { ...ownGames, rail: idsOfRail(upstreamRails, query.rail) }
  const only = gamesOfQuery({ ...query, view }, memberGames)
  const open = list.filter(isProviderOpen)
  // Without own games, the rails of all providers are shown instead.
  const listed = only?.length ? open.filter(({ code }) => only.some(({ company }) => company === String(code))) : open
  const providers = listed.slice(0, maxListedProviders)
  const games = await fetchGamesByProvider(upstream, providers)
  const all = only ? [...interleave(providers, games)] : listGames(list, providers, games)
  const artwork = providerArtworkOf(list)
  const providerChip = (entry: Provider) => {
    return { code: String(entry.code), name: i18n.localizedName(entry), src: artwork.smallSrc(entry) }
  }
  const foundOrClosed = findProviders(list, query.q, i18n)
  const found = foundOrClosed.filter(isProviderOpen)
  const isSearch = query.q !== ''
  const isWhole = !isSearch && only === undefined && query.motif === '' && query.sort === ''
  const railSources = { providers: list, games, upstreamRails, ...memberGames, now: new Date() }
  const railsOfLobby = isWhole && !limits?.exclusion ? buildRails(railSources, i18n) : []
  const gameList = await buildGameList(
    all,
    { ...query, view },
    asked.page,
    memberGames,
    i18n,
    ({ provider }) => i18n.localizedName(provider),
    // Games in rails are omitted from every page of the list.
    new Set(railsOfLobby.flatMap(({ cards }) => cards.map(gameKey))),
  )
  const closed = foundOrClosed.filter((entry) => isSearch && isProviderClosed(entry) && entry.code !== undefined)
  const isFound = gameList.count + found.length + closed.length > 0
  const otherLobbies = isFound ? [] : await findInOtherLobbies(upstream, 'slot', query.q, i18n)
  const hasNearest = !isFound && !otherLobbies.some((lobby) => lobby.isFound)
  const near = findNearest(query.q, hasNearest ? open : [], (entry) => entry, maxNearestProviders)
  const hasRails = isWhole && gameList.page === 1
  // Games whose names match come first. In that case, matching providers are shown only as chips.
  const isByProvider = gameList.count === 0 && only === undefined && query.motif === '' && !limits?.exclusion
  const withGames = isSearch && isByProvider ? found.slice(0, maxFoundProviders) : []
  const foundProviders = await Promise.all(
    withGames.map(async (provider) => {
      const own = listGames(provider, [provider], games)
      const of = await buildGameList(own, { ...query, q: '', view }, null, memberGames, i18n, () => '')
      const shown = of.games.slice(0, maxFoundGames / withGames.length)
      // The provider's own page 1 has more games if two providers share the limit.
      const page = shown.length === of.games.length ? 1 : 0
      return { ...providerChip(provider), count: of.count, games: shown, page, pages: of.pages }
    }),
  )
  const limitingRail = upstreamRails.find(({ idx }) => query.rail !== '' && String(idx) === query.rail)
  const shown = withNearest(gameList, hasNearest ? near.distance : 0)
  const chips = [
    ...(isSearch || hasRails ? found.slice(withGames.length) : []),
    ...closed,
    ...(near.distance <= (gameList.nearestDistance ?? Infinity) ? near.entries : []),
  ]
  // Rails of other games. A rail of the member's own games would repeat those in the list.
  const railsBelow = () => buildRails({ ...railSources, recent: [], listed: shown.games }, i18n).slice(0, 2)
  const hasRailsBelow =
    !limits?.exclusion &&
    (isSearch ? !isFound : view === 'favourites') &&
    shown.games.length + chips.length < (isSearch ? 1 : fewFavourites)
  return {
    kind: 'games' as const,
    isEmpty: list.length === 0,
    chips: chips.slice(0, maxRailProviders).map(providerChip),
    otherLobbies,
    list: isWhole ? { ...shown, count: all.length } : shown,
    isPartial: games.size < providers.length,
    railTitle: limitingRail && railTitleOf(limitingRail, i18n),
    rails: hasRailsBelow ? railsBelow() : hasRails ? railsOfLobby : [],
    foundProviders,
  }
}

function withNearest(list: GameListData, distance: number): GameListData {
  const { nearestDistance = Infinity, ...rest } = list
  if (list.count > 0 || nearestDistance <= distance) return list
  return { ...rest, games: [], ...(distance > 0 && distance < Infinity ? { nearestDistance: distance } : {}) }
}

export default function Slot({ loaderData }: Route.ComponentProps) {
  return (
    <LobbyUnlessExcluded>
      {loaderData.kind === 'games' ? <Games lobby={loaderData} /> : <Providers lobby={loaderData} />}
    </LobbyUnlessExcluded>
  )
}

type LoaderData = Route.ComponentProps['loaderData']

function Games({ lobby }: { lobby: Extract<LoaderData, { kind: 'games' }> }) {
  const { t } = useI18n()
  const { chips, foundProviders, otherLobbies, list, isPartial } = lobby
  const { q, view, motif, rail, sort } = list.query
  const search = <SearchBox of="slot" path={href('/slot')} query={q} extraParams={{ view, motif, rail, sort }} />
  return (
    <div className={stack}>
      <CannotPlayAlert />
      <PageHead title={t('lobby.slot.title')} end={search} />
      {lobby.isEmpty ? (
        <EmptyList of="lobby" path={href('/')} />
      ) : (
        <GameBrowser
          title={t('lobby.games.all')}
          path={href('/slot')}
          list={list}
          sorts={['', 'name', 'provider']}
          found={foundProviders}
          otherResults={q !== '' && list.nearestDistance === undefined ? foundProviders.length + chips.length : 0}
          otherLobbies={otherLobbies}
          railTitle={lobby.railTitle}
          rails={lobby.rails}
          links={[{ to: `${href('/slot')}?view=providers`, text: t('lobby.providers') }]}
        >
          {chips.length > 0 && (
            <nav aria-label={t('lobby.providers')}>
              <ProviderRail
                key={q}
                many={!list.query.q}
                items={chips.map(({ code, ...chip }) => ({ to: gamesHref(code), ...chip }))}
              />
            </nav>
          )}
          {isPartial && <Alert kind="info">{t('lobby.games.partial')}</Alert>}
        </GameBrowser>
      )}
    </div>
  )
}

function Providers({ lobby }: { lobby: Extract<LoaderData, { kind: 'providers' }> }) {
  const { t } = useI18n()
  const { query, totalCount, closedCount, matchCount, isNearest, providers, page, pages } = lobby
  const counts = joinParts(
    t('lobby.providers.count', { count: totalCount }),
    closedCount > 0 && t('lobby.providers.closed', { count: closedCount }),
  )
  const title = t('lobby.providers')
  const search = <SearchBox of="providers" path={href('/slot')} query={query} extraParams={{ view: 'providers' }} />
  return (
    <div className={stack}>
      <CannotPlayAlert />
      <PageHead
        back={{ to: href('/slot'), text: t('nav.slot') }}
        title={title}
        lead={totalCount > 0 ? counts : undefined}
        end={search}
      />
      <SearchResultCount query={query} count={matchCount} isNearest={isNearest} isHidden={providers.length === 0} />
      {providers.length > 0 ? (
        <ProviderList label={title} providers={providers} extrasOf={({ code }) => ({ to: gamesHref(code) })} />
      ) : query === '' ? (
        <EmptyList of="lobby" path={href('/')} />
      ) : (
        <EmptyList of="search" path={`${href('/slot')}?view=providers`} query={query} />
      )}
      <ListPager page={page} pages={pages} pageHref={pageHrefs(href('/slot'), { q: query, view: 'providers' })} />
    </div>
  )
}
