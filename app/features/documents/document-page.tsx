import type { ReactNode } from 'react'
import { InlineMarkup, OperatorText } from '~/components/markup'
import { DocumentTitle } from '~/components/page-head'
import { useI18n } from '~/i18n/i18n'
import { stack } from '~/ui/layout/layout.css'
import { PageTitle, SectionHeading } from '~/ui/page-title/page-title'
import { textOfBody } from '~/values/markup'
import * as css from './document.css'
import type { DatedDocument } from './parse-document.server'

interface DocumentPageProps {
  document: DatedDocument
  fallbackTitle: string
  children?: ReactNode
  childSections?: readonly { id: string; title: string }[]
}

export function DocumentPage({ document, fallbackTitle, children, childSections = [] }: DocumentPageProps) {
  const { t } = useI18n()
  const { title, version, lang, intro, sections } = document
  const contents = [
    ...childSections.map(({ id, title }) => ({ id, children: title })),
    ...sections.map(({ id, title }) => ({ id, children: textOfBody(title), lang })),
  ]
  return (
    <div className={css.page}>
      <DocumentTitle page={title ?? fallbackTitle} />
      {contents.length > 1 && (
        <nav className={css.contents} aria-labelledby="contents">
          <p id="contents" className={css.contentsTitle}>
            {t('document.contents')}
          </p>
          <ol>
            {contents.map(({ id, ...link }) => (
              <li key={id}>
                <a {...link} className={css.contentsLink} href={`#${id}`} />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={css.text}>
        <PageTitle
          title={title === undefined ? fallbackTitle : <span lang={lang}>{title}</span>}
          lead={t('document.version', { version })}
        />
        <OperatorText nodes={intro} level={2} lang={lang} />
        {children}
        {sections.map(({ id, title, blocks }) => (
          <section key={id} className={stack} aria-labelledby={id} lang={lang}>
            <SectionHeading id={id} title={<InlineMarkup nodes={title} />} />
            <OperatorText nodes={blocks} level={2} />
          </section>
        ))}
      </div>
    </div>
  )
}
