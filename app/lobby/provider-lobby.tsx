import { ListPager } from '~/components/list-pager'
import { useI18n } from '~/i18n/i18n'
import { pageSections, stack } from '~/ui/layout/layout.css'
import { PageTitle, SectionHeading } from '~/ui/page-title/page-title'
import { ProviderChips } from '~/ui/provider-card/provider-card'
import { launchHref } from './launch-href'
import { ProviderList } from './lists'
import { MaintenanceAlert } from './maintenance-alert'
import type { ProviderLobby } from './provider-lobby.server'
import { SearchBox } from './search-box'
import { EmptyLobby, NoSearchResults, SearchResultCount } from './search-results'

/** The casino or sport page, where opening a provider launches it directly. */
export function ProviderLobbyPage({ path, title, lobby }: { path: string; title: string; lobby: ProviderLobby }) {
  const { t } = useI18n()
  const {
    query,
    totalCount: total,
    openCount: open,
    maintenanceNames,
    matchCount,
    providers,
    page,
    pages,
    recent,
  } = lobby
  const counts = `${t('lobby.providers.count', { count: total })} · ${t('lobby.providers.open', { count: open })}`
  return (
    <div className={pageSections}>
      <PageTitle
        title={title}
        lead={total > 0 ? counts : undefined}
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
  )
}
