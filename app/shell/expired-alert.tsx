import { useEffect } from 'react'
import { useI18n } from '~/i18n/i18n'
import { useCurrentPath } from '~/navigation/current-page'
import { useReload } from '~/navigation/reload'
import { callApi } from '~/session/call-api'
import { Alert } from '~/ui/alert/alert'
import { TextLink } from '~/ui/text-link/text-link'
import { useToast } from '~/ui/toast/toast'
import { loginHref } from '~/values/addresses'

export function SessionExpiredAlert() {
  const { t } = useI18n()
  const here = useCurrentPath()
  const toast = useToast()
  useLoginElsewhere()
  // Shown until somebody is logged in again.
  useEffect(
    () => toast({ kind: 'warning', text: t('session.ended'), action: { to: loginHref(here), text: t('nav.login') } }),
    [here, t, toast],
  )
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

/** Returns the page with its typed input to the member after a login in another tab. */
function useLoginElsewhere(): void {
  const reload = useReload()
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const check = async () => {
      if (document.visibilityState !== 'visible') return
      const { kind } = await callApi('user-health-check', {})
      // Without a session a reload would lead to the login and lose typed input.
      if (kind === 'answered' && !signal.aborted) reload()
    }
    document.addEventListener('visibilitychange', check, { signal })
    window.addEventListener('focus', check, { signal })
    return () => listening.abort()
  }, [reload])
}
