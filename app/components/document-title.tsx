import { useI18n } from '~/i18n/i18n'

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
