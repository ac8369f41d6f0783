import { DocumentTitle } from '~/components/document-title'
import { config } from '~/config/config.server'
import type { RouteHandle } from '~/http/route.server'
import { useI18n } from '~/i18n/i18n'
import { minutes } from '~/time/durations'
import { ButtonLink } from '~/ui/button/button'
import { pageSections, prose, stack, wrapRow } from '~/ui/layout/layout.css'
import { PageTitle, SectionHeading } from '~/ui/page-title/page-title'
import type { Route } from './+types/safer-play'
import * as css from './safer-play.css'

/** A static text: it needs no script. */
export const handle = { script: false, pageCacheMs: minutes(1) } satisfies RouteHandle

export function loader() {
  return { age: config.minimumAge }
}

const signs = ['spend', 'chase', 'borrow', 'hide', 'mood'] as const

export default function SaferPlay({ loaderData: { age } }: Route.ComponentProps) {
  const { t } = useI18n()
  return (
    <div className={pageSections}>
      <DocumentTitle page={t('safer.title')} />
      <PageTitle title={t('safer.title')} lead={t('safer.lead')} />
      <section className={stack} aria-labelledby="signs">
        <SectionHeading id="signs" title={t('safer.signs.title')} />
        <ul className={css.signs}>
          {signs.map((sign) => (
            <li key={sign} className={css.sign}>
              {t(`safer.signs.${sign}`)}
            </li>
          ))}
        </ul>
      </section>
      <section className={stack} aria-labelledby="limits">
        <SectionHeading id="limits" title={t('safer.limits.title')} />
        <p className={prose}>{t('safer.limits.text')}</p>
        <div className={wrapRow}>
          <ButtonLink to="/help">{t('safer.limits.act')}</ButtonLink>
        </div>
      </section>
      <section className={stack} aria-labelledby="history">
        <SectionHeading id="history" title={t('safer.history.title')} />
        <p className={prose}>{t('safer.history.text')}</p>
        <div className={wrapRow}>
          <ButtonLink to="/user">{t('safer.history.act')}</ButtonLink>
        </div>
      </section>
      <section className={stack} aria-labelledby="support">
        <SectionHeading id="support" title={t('safer.help.title')} />
        <p className={prose}>{t('safer.help.text')}</p>
        <div className={wrapRow}>
          <ButtonLink to="tel:1336">{t('safer.help.call')}</ButtonLink>
        </div>
      </section>
      <section className={stack} aria-labelledby="young">
        <SectionHeading id="young" title={t('safer.young.title')} />
        <p className={prose}>{t('safer.young.text', { age })}</p>
      </section>
    </div>
  )
}
