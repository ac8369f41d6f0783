import { useI18n } from '~/i18n/i18n'

/** The document's title: the page, then the brand. Messengers show it above the page's preview. */
export function DocumentTitle({ page }: { page: string }) {
  const { t } = useI18n()
  const title = t('page.title', { title: page, brand: t('brand.name') })
  return (
    <>
      <title>{title}</title>
      <meta property="og:title" content={title} />
    </>
  )
}
