import type { ReactNode } from 'react'
import { DocumentTitle } from '~/frame/parts/document-title'
import { useI18n } from '~/i18n/i18n'
import { pageSections, stack } from '~/ui/layout/layout.css'
import { PageTitle, SectionHeading } from '~/ui/page-title/page-title'
import { DocumentBlocks, DocumentText } from './document-blocks'
import type { DatedDocument } from './load-document.server'

interface DocumentPageProps {
  document: DatedDocument
  fallbackTitle: string
  children?: ReactNode
}

/** A legal document with the day from which it applies. */
export function DocumentPage({ document, fallbackTitle, children }: DocumentPageProps) {
  const { t } = useI18n()
  const { title, version, lang, intro, sections } = document
  return (
    <div className={pageSections}>
      <DocumentTitle page={title ?? fallbackTitle} />
      <PageTitle
        title={title === undefined ? fallbackTitle : <span lang={lang}>{title}</span>}
        lead={t('document.version', { version })}
      />
      <DocumentBlocks blocks={intro} lang={lang} />
      {children}
      {sections.map(({ id, title, blocks }) => (
        <section key={id} className={stack} aria-labelledby={id} lang={lang}>
          <SectionHeading id={id} title={<DocumentText content={title} />} />
          <DocumentBlocks blocks={blocks} />
        </section>
      ))}
    </div>
  )
}
