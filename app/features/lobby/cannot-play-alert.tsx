import { ExclusionAlert } from '~/components/play-limits'
import { useI18n } from '~/i18n/i18n'
import { useExclusion, useSession } from '~/session/state'
import { Alert } from '~/ui/alert/alert'

/** Says why games are listed but do not open: a break, a self-exclusion or the country. */
export function CannotPlayAlert() {
  const { t } = useI18n()
  const { isCountryServed } = useSession()
  const exclusion = useExclusion()
  if (exclusion) return <ExclusionAlert exclusion={exclusion} detailed />
  if (isCountryServed) return null
  return (
    <Alert kind="info" title={t('problem.not-served.title')} silent>
      <p>{t('problem.not-served.text')}</p>
    </Alert>
  )
}
