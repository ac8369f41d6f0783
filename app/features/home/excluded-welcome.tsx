import { href } from 'react-router'
import { HelpLines } from '~/components/help-lines'
import { useI18n } from '~/i18n/i18n'
import { useHasSupport } from '~/session/document-settings'
import { useSession } from '~/session/state'
import { ButtonLink } from '~/ui/button/button'
import { prose, stack, wrapRow } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import { historySectionHref } from '~/values/addresses'
import type { Route } from './+types/home'

type HomeData = Route.ComponentProps['loaderData']

/** Home during a break or self-exclusion, in place of every call to play: the end, what stays open, and help. */
export function ExcludedWelcome({ exclusion }: { exclusion: NonNullable<HomeData['exclusion']> }) {
  const { dateTime, t } = useI18n()
  const hasSupport = useHasSupport()
  const { helpLines } = useSession()
  return (
    <section className={stack}>
      <PageTitle
        title={t(`limits.${exclusion.kind}.running`)}
        lead={t('limits.until', { time: dateTime(exclusion.until) })}
      />
      <p className={prose}>{t('problem.excluded.text')}</p>
      <div className={wrapRow}>
        <ButtonLink to={historySectionHref}>{t('receipt.history')}</ButtonLink>
        <ButtonLink to={href('/withdraw')}>{t('nav.withdraw')}</ButtonLink>
        {hasSupport && <ButtonLink to={href('/help')}>{t('nav.help')}</ButtonLink>}
      </div>
      <p className={prose}>{t('limits.help')}</p>
      <HelpLines lines={helpLines} />
    </section>
  )
}
