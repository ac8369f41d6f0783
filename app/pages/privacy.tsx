import { DocumentTitle } from '~/components/document-title'
import type { RouteHandle } from '~/http/route.server'
import { useI18n } from '~/i18n/i18n'
import { minutes } from '~/time/durations'
import { pageSections, prose } from '~/ui/layout/layout.css'
import { PageTitle, SectionHeading } from '~/ui/page-title/page-title'

/** A static text: it needs no script. */
export const handle = { script: false, pageCacheMs: minutes(1) } satisfies RouteHandle

const sections = ['what', 'why', 'share', 'cookies', 'keep', 'rights'] as const

export default function Privacy() {
  const { t } = useI18n()
  return (
    <div className={pageSections}>
      <DocumentTitle page={t('privacy.title')} />
      <PageTitle title={t('privacy.title')} lead={t('privacy.lead')} />
      {sections.map((section) => (
        <section key={section} className={prose} aria-labelledby={section}>
          <SectionHeading id={section} title={t(`privacy.${section}.title`)} />
          <p>{t(`privacy.${section}.text`)}</p>
        </section>
      ))}
    </div>
  )
}
