import { useWords } from '~/i18n/words'

/** The name of the page as tabs and screen readers say it: the page, then the brand. */
export function DocumentTitle({ page }: { page: string }) {
  const { t } = useWords()
  return <title>{t('page.title', { title: page, brand: t('brand.name') })}</title>
}
