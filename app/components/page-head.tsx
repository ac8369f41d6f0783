import type { ComponentProps } from 'react'
import { useI18n } from '~/i18n/i18n'
import { PageTitle } from '~/ui/page-title/page-title'

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

interface PageHeadProps extends ComponentProps<typeof PageTitle> {
  title: string
  documentTitle?: string
}

/** Renders the page's heading. It is also the document's title, unless `documentTitle` is set. */
export function PageHead({ documentTitle, ...heading }: PageHeadProps) {
  return (
    <>
      <DocumentTitle page={documentTitle ?? heading.title} />
      <PageTitle {...heading} />
    </>
  )
}
