import { useRouteLoaderData } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import type { ShellData } from '~/shell/shell-data'
import { Alert } from '~/ui/alert/alert'

/** Alert above a lobby for a member whose country is not served: the games are listed but do not open. */
export function CountryNotServedAlert() {
  const { t } = useI18n()
  const shell = useRouteLoaderData<ShellData>('root')
  if (shell?.isCountryServed !== false) return null
  return (
    <Alert kind="info" title={t('problem.not-served.title')} silent>
      <p>{t('problem.not-served.text')}</p>
    </Alert>
  )
}
