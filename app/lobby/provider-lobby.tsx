import { Fragment } from 'react'
import { DocumentTitle } from '~/components/document-title'
import { ListPager } from '~/components/list-pager'
import { upstreamContext } from '~/http/page-upstream.server'
import { readRecentGames } from '~/http/preferences.server'
import { casinoList, sportList } from '~/http/provider-lists.server'
import { requestInfoContext } from '~/http/request-info.server'
import type { RouteHandle } from '~/http/route.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { useI18n } from '~/i18n/i18n'
import { useSession } from '~/shell/session-state'
import { pageSections, stack } from '~/ui/layout/layout.css'
import { PageTitle, SectionHeading } from '~/ui/page-title/page-title'
import { ProviderChips } from '~/ui/provider-card/provider-card'
import type { Route } from './+types/provider-lobby'
import { CannotPlayAlert } from './cannot-play-alert'
import { launchHref } from './launch-href'
import { ProviderList } from './lists'
import { MaintenanceAlert } from './maintenance-alert'
import { parseSearchQuery } from './name-search'
import { buildProviderLobby } from './provider-lobby.server'
import { SearchBox } from './search-box'
import { EmptyLobby, NoSearchResults, SearchResultCount } from './search-results'

export const handle = { asksAboutDocuments: true } satisfies RouteHandle

export async function loader({ request, url, pattern, context }: Route.LoaderArgs) {
  const category = pattern === 'sport' ? 'sport' : 'casino'
  const upstream = context.get(upstreamContext)
  const list = await (category === 'sport' ? sportList(upstream) : casinoList(upstream))
  const lobbyQuery = { query: parseSearchQuery(url.searchParams), page: url.searchParams.get('page') }
  const i18n = i18nFor(context.get(requestInfoContext).locale)
  return { category, ...buildProviderLobby(list, lobbyQuery, readRecentGames(request), i18n) } as const
}

/** The casino or sport page, where opening a provider launches it directly. */
export default function ProviderLobby({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n()
  const { category, query, totalCount, openCount, maintenanceNames, matchCount, providers, page, pages, recent } =
    loaderData
  const path = `/${category}`
  const title = t(`lobby.${category}.title`)
  const isExcluded = Boolean(useSession().playLimits?.exclusion)
  const counts = `${t('lobby.providers.count', { count: totalCount })} · ${t('lobby.providers.open', { count: openCount })}`
  return (
    // The key: the search box of one lobby must not keep what was typed in the other's.
    <Fragment key={category}>
      <DocumentTitle page={title} />
      <CannotPlayAlert />
      <div className={pageSections}>
        <PageTitle
          title={title}
          lead={totalCount > 0 && !isExcluded ? counts : undefined}
          end={<SearchBox path={path} query={query} label={t('lobby.search.providers')} />}
        />
        {query === '' && <MaintenanceAlert names={maintenanceNames} />}
        {query === '' && recent.length > 0 && (
          <section className={stack} aria-labelledby="recent">
            <SectionHeading id="recent" title={t('lobby.recent.providers')} />
            <ProviderChips items={recent.map(({ code, name, src }) => ({ to: launchHref(code, code), src, name }))} />
          </section>
        )}
        <section className={stack} aria-labelledby={providers.length > 0 ? 'providers' : undefined}>
          {providers.length > 0 && <SectionHeading id="providers" title={t('lobby.providers')} />}
          <SearchResultCount query={query} count={matchCount} />
          {providers.length > 0 ? (
            <>
              <ProviderList providers={providers} to={(code) => launchHref(code, code)} />
              <ListPager path={path} query={{ q: query }} page={page} pages={pages} />
            </>
          ) : query === '' ? (
            <EmptyLobby />
          ) : (
            <NoSearchResults path={path} />
          )}
        </section>
      </div>
    </Fragment>
  )
}
