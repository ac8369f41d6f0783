import { useWords } from '~/i18n/words'

/** The document's title: the page, then the brand. */
export function DocumentTitle({ page }: { page: string }) {
  const { t } = useWords()
  return <title>{t('page.title', { title: page, brand: t('brand.name') })}</title>
}
