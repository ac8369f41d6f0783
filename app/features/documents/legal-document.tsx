import { z } from 'zod'
import { brand } from '~/brand/brand.server'
import { Disputes } from '~/components/help-lines'
import { useI18n } from '~/i18n/i18n'
import type { RouteHandle } from '~/server/middleware/route.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { prose, stack } from '~/ui/layout/layout.css'
import { SectionHeading } from '~/ui/page-title/page-title'
import { minutes } from '~/values/durations'
import type { Route } from './+types/legal-document'
import { DocumentPage } from './document-page'
import { loadDocument } from './parse-document.server'

/** The document is static text, so the page needs no JavaScript. */
export const handle = {
  script: false,
  pageCacheMs: minutes(1),
  indexed: { description: 'about.documents' },
} satisfies RouteHandle

const shownHere = z.enum(['terms', 'privacy', 'accessibility'])

export function loader({ context, pattern }: Route.LoaderArgs) {
  const name = shownHere.parse(pattern)
  const { locale } = context.get(requestInfoContext)
  const isTerms = name === 'terms'
  return {
    document: loadDocument(name, locale),
    name,
    funds: isTerms ? brand.funds(locale) : undefined,
    disputes: isTerms ? brand.disputes(locale) : undefined,
  }
}

export default function LegalDocumentPage({ loaderData }: Route.ComponentProps) {
  const { document, name, funds, disputes } = loaderData
  const { t } = useI18n()
  const sections = [
    ...(funds ? [{ id: 'funds', title: t('funds.title') }] : []),
    ...(disputes ? [{ id: 'disputes', title: t('disputes.title') }] : []),
  ]
  return (
    <DocumentPage document={document} fallbackTitle={t(`${name}.title`)} childSections={sections}>
      {sections.map(({ id, title }) => (
        <section key={id} className={stack} aria-labelledby={id}>
          <SectionHeading id={id} title={title} />
          {id === 'funds' && funds && (
            <p className={prose}>
              <strong>{t(`funds.level.${funds.level}`)}</strong> {funds.text}
            </p>
          )}
          {id === 'disputes' && disputes && <Disputes disputes={disputes} />}
        </section>
      ))}
    </DocumentPage>
  )
}
