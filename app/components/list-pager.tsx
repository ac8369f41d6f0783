import { useI18n } from '~/i18n/i18n'
import { Pager } from '~/ui/pager/pager'
import { hrefWithQuery } from '~/values/addresses'

/** Returns a function that builds the URL of each page of a list. The first page's URL has no page number. */
export const pageHrefs =
  (path: string, query: Record<string, string> = {}) =>
  (page: number) =>
    hrefWithQuery(path, { ...query, page: page > 1 ? String(page) : '' })

export function ListPager(position: { page: number; pages: number; pageHref: (page: number) => string }) {
  const { t } = useI18n()
  return (
    <Pager
      {...position}
      label={t('pager.label')}
      previousLabel={t('pager.previous')}
      nextLabel={t('pager.next')}
      pageLabel={(page) => t(page === position.page ? 'pager.current' : 'pager.page', { page })}
    />
  )
}
