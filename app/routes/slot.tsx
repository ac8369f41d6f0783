import { recentGames } from '~/http/preferences.server'
import { visitContext } from '~/http/visit.server'
import { serverWords } from '~/i18n/catalogue.server'
import { useWords } from '~/i18n/words'
import { ClosedNames } from '~/lobby/closed-names'
import { closedNames, isOpen } from '~/lobby/entries.server'
import { FoundCount, NothingFound, NothingToOpen } from '~/lobby/found'
import { ListPages } from '~/lobby/list-pages'
import { GameList, GameRow, ProviderList } from '~/lobby/lists'
import { addressWith, gamesPerPage, itemsOn, pageAmong, pagesOf, providersPerPage } from '~/lobby/pages'
import { gamesOfEach } from '~/lobby/play.server'
import { recentSlotGames } from '~/lobby/recent.server'
import { matching, queryIn } from '~/lobby/search'
import { SearchBox } from '~/lobby/search-box'
import { looksOf, shownGame, shownProvider } from '~/lobby/shown.server'
import { DocumentTitle } from '~/shell/document-title'
import { NotServed } from '~/shell/not-served'
import { hidden } from '~/ui/base.css'
import { parts, stack } from '~/ui/layout/layout.css'
import { PageTitle, PartTitle } from '~/ui/page-title/page-title'
import { Say } from '~/ui/say/say'
import { Tabs } from '~/ui/tabs/tabs'
import { type Upstream, upstreamContext } from '~/upstream/client.server'
import type { Entry } from '~/upstream/contract/values'
import { slotList } from '~/upstream/lists.server'
import type { Route } from './+types/slot'

/** How many providers' games are searched: each provider is an upstream call unless its list is cached. */
const searchedProvidersMost = 120

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const words = serverWords(context.get(visitContext).locale)
  const query = queryIn(url.searchParams)
  const view = url.searchParams.get('view') === 'games' ? 'games' : 'providers'
  const list = await slotList(upstream)

  const [recent, found] = await Promise.all([
    query === '' ? recentSlotGames(upstream, recentGames(request), words) : [],
    query === '' && view === 'providers' ? null : gamesIn(upstream, list, query),
  ])
  const looks = looksOf(list)
  const named = query !== '' || view === 'providers' ? list.filter(matching(query)) : []
  // In a search both lists share the page number; the shorter one ends first.
  const pages = Math.max(pagesOf(named, providersPerPage), pagesOf(found?.dealt ?? [], gamesPerPage))
  const { page } = pageAmong(url.searchParams.get('page'), pages)
  return {
    query,
    view,
    total: list.length,
    open: list.filter(isOpen).length,
    closed: closedNames(list, words),
    recent,
    page,
    pages,
    providersFound: named.length,
    providers: itemsOn(page, named, providersPerPage).map((entry) => shownProvider(entry, looks, words)),
    found: found && {
      count: found.dealt.length,
      games: itemsOn(page, found.dealt, gamesPerPage).map(({ game, provider }) =>
        shownGame(game, provider, words, words.name(provider)),
      ),
      partial: found.partial,
    },
  }
}

/** The games of open providers that match the query, ordered by taking one of each provider in turn. */
async function gamesIn(upstream: Upstream, list: readonly Entry[], query: string) {
  const providers = list.filter(isOpen).slice(0, searchedProvidersMost)
  const games = await gamesOfEach(upstream, providers)
  const matches = matching(query)
  const dealt = providers
    .flatMap((provider) => (games.get(provider) ?? []).map((game, turn) => ({ game, provider, turn })))
    .filter(({ game }) => matches(game))
    .sort((one, other) => one.turn - other.turn)
  // Partial: some providers' lists are missing.
  return { dealt, partial: games.size < providers.length }
}

export default function Slot({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  const { query, view, total, open, closed, recent, page, pages, providersFound, providers, found } = loaderData
  const counts = `${t('lobby.providers.count', { count: total })} · ${t('lobby.providers.open', { count: open })}`
  const title = t('lobby.slot.title')
  const nothing = providersFound === 0 && (found?.count ?? 0) === 0
  return (
    <div className={parts}>
      <DocumentTitle page={title} />
      <NotServed />
      <PageTitle
        title={title}
        lead={total > 0 ? counts : undefined}
        end={<SearchBox path="/slot" query={query} label={t('lobby.search.slot')} />}
      />
      {query === '' && <ClosedNames names={closed} />}
      {query === '' && recent.length > 0 && (
        <section className={stack} aria-labelledby="recent">
          <PartTitle id="recent" title={t('lobby.recent')} />
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
        <FoundCount query={query} count={providersFound + (found?.count ?? 0)} />
        {found?.partial && <Say kind="info">{t('lobby.games.partial')}</Say>}
        {providers.length > 0 && (
          <section className={stack} aria-labelledby="providers">
            <SectionTitle id="providers" title={t('lobby.providers')} shown={query !== ''} />
            <ProviderList providers={providers} to={(code) => addressWith('/slot/game', { code })} />
          </section>
        )}
        {found && found.count > 0 && (
          <section className={stack} aria-labelledby="games">
            <SectionTitle id="games" title={t(query === '' ? 'lobby.games.all' : 'lobby.games')} shown={query !== ''} />
            <GameList games={found.games} eager={recent.length === 0 && providers.length === 0} />
          </section>
        )}
        <ListPages
          path="/slot"
          query={{ q: query, view: query === '' && view === 'games' ? view : '' }}
          page={page}
          pages={pages}
        />
        {nothing && (query === '' ? <NothingToOpen /> : <NothingFound path="/slot" />)}
      </div>
    </div>
  )
}

/** A section's heading. Below a tab with the same text it is only for screen readers. */
function SectionTitle({ id, title, shown }: { id: string; title: string; shown: boolean }) {
  if (shown) return <PartTitle id={id} title={title} />
  return (
    <h2 id={id} className={hidden}>
      {title}
    </h2>
  )
}
