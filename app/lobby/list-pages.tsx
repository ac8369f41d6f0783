import { useWords } from '~/i18n/words'
import { Pager } from '~/ui/pager/pager'
import { addressWith } from './pages'

/** The pager of a list at `path`. Its links keep `query`. */
export function ListPages({
  path,
  query = {},
  page,
  pages,
}: {
  path: string
  query?: Record<string, string>
  page: number
  pages: number
}) {
  const { t } = useWords()
  return (
    <Pager
      label={t('pager.label')}
      page={page}
      pages={pages}
      to={(to) => addressWith(path, { ...query, page: to > 1 ? String(to) : '' })}
      previous={t('pager.previous')}
      next={t('pager.next')}
      name={(number) => t('pager.page', { page: number })}
    />
  )
}
