import { useWords } from '~/i18n/words'
import { addressWith } from '~/lobby/pages'
import { Pager } from '~/ui/pager/pager'

/** The pager of a list that stands at `path`. */
export function Pages({ path, page, pages }: { path: string; page: number; pages: number }) {
  const { t } = useWords()
  return (
    <Pager
      label={t('pager.label')}
      page={page}
      pages={pages}
      to={(to) => addressWith(path, { page: to > 1 ? String(to) : '' })}
      previous={t('pager.previous')}
      next={t('pager.next')}
      name={(number) => t('pager.page', { page: number })}
    />
  )
}
