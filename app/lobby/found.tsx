import { emptyArtSrc } from '~/art/address'
import { useWords } from '~/i18n/words'
import { hidden } from '~/ui/base.css'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { Picture } from '~/ui/picture/picture'

/** Number of search results, also announced by screen readers. Empty without a query. */
export function FoundCount({ query, count }: { query: string; count: number }) {
  const { t } = useWords()
  return (
    <p role="status" className={query === '' ? hidden : undefined}>
      {query !== '' && t('lobby.search.result', { query, count })}
    </p>
  )
}

/** Shown for a search without results, with a link back to the whole list. */
export function NothingFound({ path }: { path: string }) {
  const { t } = useWords()
  return (
    <Empty
      art={<Picture src={emptyArtSrc('search')} shape="game" />}
      heading="h2"
      title={t('lobby.search.none.title')}
      text={t('lobby.search.none.text')}
      action={<ButtonLink to={path}>{t('lobby.search.clear')}</ButtonLink>}
    />
  )
}

/** Shown when the upstream lists nothing in a lobby. */
export function NothingToOpen() {
  const { t } = useWords()
  return (
    <Empty
      art={<Picture src={emptyArtSrc('games')} shape="game" />}
      heading="h2"
      title={t('lobby.empty.title')}
      text={t('lobby.empty.text')}
      action={<ButtonLink to="/">{t('problem.home')}</ButtonLink>}
    />
  )
}
