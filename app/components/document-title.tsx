import { useI18n } from '~/i18n/i18n'

/** The document's title: the page, then the brand. */
export function DocumentTitle({ page }: { page: string }) {
  const { t } = useI18n()
  return <title>{t('page.title', { title: page, brand: t('brand.name') })}</title>
}
