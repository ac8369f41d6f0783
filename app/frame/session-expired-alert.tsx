import { useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'
import { TextLink } from '~/ui/text-link/text-link'
import { loginHref } from '~/values/login-href'
import { useCurrentPath } from './current-path'

/** Alert on a page that stays open after its session expired: what happens to the typed text, and a link to log in. */
export function SessionExpiredAlert() {
  const { t } = useI18n()
  const here = useCurrentPath()
  return (
    // Silent, because a toast has announced it already.
    <Alert kind="warning" title={t('session.ended')} silent>
      <p>{t('session.ended.typed')}</p>
      <p>
        <TextLink to={loginHref(here)}>{t('nav.login')}</TextLink>
      </p>
    </Alert>
  )
}
