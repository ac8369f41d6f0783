import { ExclusionAlert } from '~/components/play-limits'
import { useI18n } from '~/i18n/i18n'
import { useExclusion, useSession } from '~/session/state'
import { Alert } from '~/ui/alert/alert'

/**
 * Alert above a lobby for a member on a break, self-excluded or in a country that is not served: games are listed but
 * do not open.
 */
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
