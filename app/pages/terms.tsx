import { DocumentTitle } from '~/components/document-title'
import { config } from '~/config/config.server'
import type { RouteHandle } from '~/http/route.server'
import { useI18n } from '~/i18n/i18n'
import { minutes } from '~/time/durations'
import { pageSections, prose } from '~/ui/layout/layout.css'
import { PageTitle, SectionHeading } from '~/ui/page-title/page-title'
import type { Route } from './+types/terms'

/** A static text: it needs no script. */
export const handle = { script: false, pageCacheMs: minutes(1) } satisfies RouteHandle

export function loader() {
  return { age: config.minimumAge }
}

const sections = ['who', 'account', 'money', 'comp', 'play', 'end', 'change'] as const

export default function Terms({ loaderData: { age } }: Route.ComponentProps) {
  const { t } = useI18n()
  return (
    <div className={pageSections}>
      <DocumentTitle page={t('terms.title')} />
      <PageTitle title={t('terms.title')} lead={t('terms.lead')} />
      {sections.map((section) => (
        <section key={section} className={prose} aria-labelledby={section}>
          <SectionHeading id={section} title={t(`terms.${section}.title`)} />
          <p>{t(`terms.${section}.text`, { age })}</p>
        </section>
      ))}
    </div>
  )
}
