import { DocumentTitle } from '~/components/document-title'
import { ListPager } from '~/components/list-pager'
import { type PageUpstream, upstreamContext } from '~/http/page-upstream.server'
import { readRecentGames } from '~/http/preferences.server'
import { slotList } from '~/http/provider-lists.server'
import { requestInfoContext } from '~/http/request-info.server'
import type { RouteHandle } from '~/http/route.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { useI18n } from '~/i18n/i18n'
import { hrefWithQuery } from '~/paths/href-with-query'
import { useSession } from '~/shell/session-state'
import { Alert } from '~/ui/alert/alert'
import { visuallyHidden } from '~/ui/base.css'
import { pageSections, stack } from '~/ui/layout/layout.css'
import { PageTitle, SectionHeading } from '~/ui/page-title/page-title'
import { clampPage, countPages, itemsOnPage } from '~/ui/pager/paginate'
import { Tabs } from '~/ui/tabs/tabs'
import type { Provider } from '~/upstream/contract/values'
import type { Route } from './+types/slot'
import { CannotPlayAlert } from './cannot-play-alert'
import { providerArtworkOf, toGameCard, toProviderCard } from './cards.server'
import { fetchGamesByProvider } from './launch-target.server'
import { GameList, GameRow, ProviderList } from './lists'
import { MaintenanceAlert } from './maintenance-alert'
import { createNameMatcher, parseSearchQuery } from './name-search'
import { gamesPerPage, isProviderOpen, maintenanceNamesOf, providersPerPage } from './provider-lobby.server'
import { recentGameCards } from './recent-games.server'
import { SearchBox } from './search-box'
import { EmptyLobby, NoSearchResults, SearchResultCount } from './search-results'

export const handle = { asksAboutDocuments: true } satisfies RouteHandle

/** How many providers' games are searched: each provider is an upstream call unless its list is cached. */
const maxSearchedProviders = 120

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const i18n = i18nFor(context.get(requestInfoContext).locale)
  const query = parseSearchQuery(url.searchParams)
  const view = url.searchParams.get('view') === 'games' ? 'games' : 'providers'
  const list = await slotList(upstream)

  const [recent, gameSearch] = await Promise.all([
    query === '' ? recentGameCards(upstream, readRecentGames(request), i18n) : [],
    query === '' && view === 'providers' ? null : searchGames(upstream, list, query),
  ])
  const palettes = providerArtworkOf(list)
  const matchingProviders = query !== '' || view === 'providers' ? list.filter(createNameMatcher(query)) : []
  // In a search both lists share the page number; the shorter one ends first.
  const pages = Math.max(
    countPages(matchingProviders, providersPerPage),
    countPages(gameSearch?.dealt ?? [], gamesPerPage),
  )
  const { page } = clampPage(url.searchParams.get('page'), pages)
  return {
    query,
    view,
    total: list.length,
    openCount: list.filter(isProviderOpen).length,
    closed: maintenanceNamesOf(list, i18n),
    recent,
    page,
    pages,
    providersFound: matchingProviders.length,
    providers: itemsOnPage(page, matchingProviders, providersPerPage).map((entry) =>
      toProviderCard(entry, palettes, i18n),
    ),
    found: gameSearch && {
      count: gameSearch.dealt.length,
      games: itemsOnPage(page, gameSearch.dealt, gamesPerPage).map(({ game, provider }) =>
        toGameCard(game, provider, i18n, i18n.localizedName(provider)),
      ),
      isPartial: gameSearch.isPartial,
    },
  }
}

/** The games of open providers that match the query, ordered by taking one of each provider in turn. */
async function searchGames(upstream: PageUpstream, list: readonly Provider[], query: string) {
  const providers = list.filter(isProviderOpen).slice(0, maxSearchedProviders)
  const games = await fetchGamesByProvider(upstream, providers)
  const matches = createNameMatcher(query)
  const interleaved = providers
    .flatMap((provider) => (games.get(provider) ?? []).map((game, position) => ({ game, provider, turn: position })))
    .filter(({ game }) => matches(game))
    .sort((one, other) => one.turn - other.turn)
  // Partial: some providers' lists are missing.
  return { dealt: interleaved, isPartial: games.size < providers.length }
}

export default function Slot({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n()
  const { query, view, total, openCount, closed, recent, page, pages, providersFound, providers, found } = loaderData
  const counts = `${t('lobby.providers.count', { count: total })} · ${t('lobby.providers.open', { count: openCount })}`
  const title = t('lobby.slot.title')
  const isExcluded = Boolean(useSession().playLimits?.exclusion)
  const isEmpty = providersFound === 0 && (found?.count ?? 0) === 0
  return (
    <div className={pageSections}>
      <DocumentTitle page={title} />
      <CannotPlayAlert />
      <PageTitle
        title={title}
        lead={total > 0 && !isExcluded ? counts : undefined}
        end={<SearchBox path="/slot" query={query} label={t('lobby.search.slot')} />}
      />
      {query === '' && <MaintenanceAlert names={closed} />}
      {query === '' && recent.length > 0 && (
        <section className={stack} aria-labelledby="recent">
          <SectionHeading id="recent" title={t('lobby.recent')} />
          <GameRow labelledBy="recent" games={recent} />
        </section>
      )}
      <div className={stack}>
        {query === '' && total > 0 && (
          <Tabs
            label={t('lobby.views')}
            items={[
              { to: '/slot', text: t('lobby.providers'), current: view === 'providers' },
              { to: '/slot?view=games', text: t('lobby.games.all'), current: view === 'games' },
            ]}
          />
        )}
        <SearchResultCount query={query} count={providersFound + (found?.count ?? 0)} />
        {found?.isPartial && <Alert kind="info">{t('lobby.games.partial')}</Alert>}
        {providers.length > 0 && (
          <section className={stack} aria-labelledby="providers">
            <SectionTitle id="providers" title={t('lobby.providers')} isVisible={query !== ''} />
            <ProviderList providers={providers} to={(code) => hrefWithQuery('/slot/game', { code })} />
          </section>
        )}
        {found && found.count > 0 && (
          <section className={stack} aria-labelledby="games">
            <SectionTitle
              id="games"
              title={t(query === '' ? 'lobby.games.all' : 'lobby.games')}
              isVisible={query !== ''}
            />
            <GameList games={found.games} eager={recent.length === 0 && providers.length === 0} />
          </section>
        )}
        <ListPager
          path="/slot"
          query={{ q: query, view: query === '' && view === 'games' ? view : '' }}
          page={page}
          pages={pages}
        />
        {isEmpty && (query === '' ? <EmptyLobby /> : <NoSearchResults path="/slot" />)}
      </div>
    </div>
  )
}

/** A section's heading. Below a tab with the same text it is only for screen readers. */
function SectionTitle({ id, title, isVisible }: { id: string; title: string; isVisible: boolean }) {
  if (isVisible) return <SectionHeading id={id} title={title} />
  return (
    <h2 id={id} className={visuallyHidden}>
      {title}
    </h2>
  )
}
