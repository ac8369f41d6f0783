import type { RouteHandle } from '~/http/route.server'
import { useWords } from '~/i18n/words'
import { DocumentTitle } from '~/shell/document-title'
import { parts, reading } from '~/ui/layout/layout.css'
import { PageTitle, PartTitle } from '~/ui/page-title/page-title'

/** A static text: it needs no script. */
export const handle = { script: false, sharedMs: 60_000 } satisfies RouteHandle

const sections = ['what', 'why', 'share', 'cookies', 'keep', 'rights'] as const

export default function Privacy() {
  const { t } = useWords()
  return (
    <div className={parts}>
      <DocumentTitle page={t('privacy.title')} />
      <PageTitle title={t('privacy.title')} lead={t('privacy.lead')} />
      {sections.map((section) => (
        <section key={section} className={reading} aria-labelledby={section}>
          <PartTitle id={section} title={t(`privacy.${section}.title`)} />
          <p>{t(`privacy.${section}.text`)}</p>
        </section>
      ))}
    </div>
  )
}
