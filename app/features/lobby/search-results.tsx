import { href } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { visuallyHidden } from '~/ui/base.css'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { Picture } from '~/ui/picture/picture'

/** Number of search results, also announced by screen readers. Empty without a query. */
export function SearchResultCount({ query, count }: { query: string; count: number }) {
  const { t } = useI18n()
  return (
    <p role="status" className={query === '' ? visuallyHidden : undefined}>
      {query !== '' && t('lobby.search.result', { query, count })}
    </p>
  )
}

/** Shown for a search without results, with a link back to the whole list. */
export function NoSearchResults({ path }: { path: string }) {
  const { t } = useI18n()
  return (
    <Empty
      artwork={<Picture src={emptyStateArtSrc('search')} shape="game" />}
      heading="h2"
      title={t('lobby.search.none.title')}
      text={t('lobby.search.none.text')}
      action={<ButtonLink to={path}>{t('lobby.search.clear')}</ButtonLink>}
    />
  )
}

/** Shown when no game fits the filters or the search, with a link back to the whole list. */
export function NoGamesFound({ hasFilter, path }: { hasFilter: boolean; path: string }) {
  const { t } = useI18n()
  if (!hasFilter) return <NoSearchResults path={path} />
  return (
    <Empty
      artwork={<Picture src={emptyStateArtSrc('search')} shape="game" />}
      heading="h2"
      title={t('lobby.none.title')}
      text={t('lobby.none.text')}
      action={<ButtonLink to={path}>{t('lobby.games.all')}</ButtonLink>}
    />
  )
}

/** Shown to a member without favourites on this browser. */
export function EmptyFavourites({ path }: { path: string }) {
  const { t } = useI18n()
  return (
    <Empty
      artwork={<Picture src={emptyStateArtSrc('games')} shape="game" />}
      heading="h2"
      title={t('lobby.favourites.none.title')}
      text={t('lobby.favourites.none.text')}
      action={<ButtonLink to={path}>{t('lobby.games.all')}</ButtonLink>}
    />
  )
}

/** Shown when the upstream lists nothing in a lobby. */
export function EmptyLobby() {
  const { t } = useI18n()
  return (
    <Empty
      artwork={<Picture src={emptyStateArtSrc('games')} shape="game" />}
      heading="h2"
      title={t('lobby.empty.title')}
      text={t('lobby.empty.text')}
      action={<ButtonLink to={href('/')}>{t('problem.home')}</ButtonLink>}
    />
  )
}
