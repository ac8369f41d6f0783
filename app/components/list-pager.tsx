import { useI18n } from '~/i18n/i18n'
import { Pager } from '~/ui/pager/pager'
import { hrefWithQuery } from '~/values/addresses'

type ListPagerProps = { path: string; query?: Record<string, string>; page: number; pages: number }

export function ListPager({ path, query = {}, page, pages }: ListPagerProps) {
  const { t } = useI18n()
  return (
    <Pager
      label={t('pager.label')}
      page={page}
      pages={pages}
      pageHref={(to) => hrefWithQuery(path, { ...query, page: to > 1 ? String(to) : '' })}
      previousLabel={t('pager.previous')}
      nextLabel={t('pager.next')}
      pageLabel={(number) => t('pager.page', { page: number })}
    />
  )
}
