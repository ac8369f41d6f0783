import { useWords } from '~/i18n/words'

/** The name of the page as tabs and screen readers say it: the page, then the brand. Home has the brand alone. */
export function DocumentTitle({ page }: { page?: string }) {
  const { t } = useWords()
  const brand = t('brand.name')
  return <title>{page === undefined ? brand : `${page} · ${brand}`}</title>
}
