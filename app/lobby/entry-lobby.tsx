import { useWords } from '~/i18n/words'
import { parts, stack } from '~/ui/layout/layout.css'
import { PageTitle, PartTitle } from '~/ui/page-title/page-title'
import { ProviderChips } from '~/ui/provider-card/provider-card'
import { ClosedNames } from './closed-names'
import type { EntryLobby } from './entries.server'
import { FoundCount, NothingFound, NothingToOpen } from './found'
import { ListPages } from './list-pages'
import { ProviderList } from './lists'
import { launchPage } from './pages'
import { SearchBox } from './search-box'

/** The casino or sport page, where opening a provider launches it directly. */
export function EntryLobbyPage({ path, title, lobby }: { path: string; title: string; lobby: EntryLobby }) {
  const { t } = useWords()
  const { query, total, open, closed, found, providers, page, pages, recent } = lobby
  const counts = `${t('lobby.providers.count', { count: total })} · ${t('lobby.providers.open', { count: open })}`
  return (
    <div className={parts}>
      <PageTitle
        title={title}
        lead={total > 0 ? counts : undefined}
        end={<SearchBox path={path} query={query} label={t('lobby.search.providers')} />}
      />
      {query === '' && <ClosedNames names={closed} />}
      {query === '' && recent.length > 0 && (
        <section className={stack} aria-labelledby="recent">
          <PartTitle id="recent" title={t('lobby.recent.providers')} />
          <ProviderChips items={recent.map(({ code, name, src }) => ({ to: launchPage(code, code), src, name }))} />
        </section>
      )}
      <section className={stack} aria-labelledby={providers.length > 0 ? 'providers' : undefined}>
        {providers.length > 0 && <PartTitle id="providers" title={t('lobby.providers')} />}
        <FoundCount query={query} count={found} />
        {providers.length > 0 ? (
          <>
            <ProviderList providers={providers} to={(code) => launchPage(code, code)} />
            <ListPages path={path} query={{ q: query }} page={page} pages={pages} />
          </>
        ) : query === '' ? (
          <NothingToOpen />
        ) : (
          <NothingFound path={path} />
        )}
      </section>
    </div>
  )
}
