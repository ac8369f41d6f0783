import { useRouteLoaderData } from 'react-router'
import { ExclusionAlert } from '~/frame/play-limits'
import type { ShellData } from '~/frame/shell-data'
import { useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'

/**
 * Alert above a lobby for a member who cannot play: a break or self-exclusion runs, or their country is not served. The
 * games are listed but do not open.
 */
export function CannotPlayAlert() {
  const { t } = useI18n()
  const shell = useRouteLoaderData<ShellData>('root')
  const exclusion = shell?.playLimits?.exclusion
  if (exclusion) return <ExclusionAlert exclusion={exclusion} detailed />
  if (shell?.isCountryServed !== false) return null
  return (
    <Alert kind="info" title={t('problem.not-served.title')} silent>
      <p>{t('problem.not-served.text')}</p>
    </Alert>
  )
}
