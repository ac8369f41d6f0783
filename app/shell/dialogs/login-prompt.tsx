import { type MouseEvent, useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { nextPathOf } from '~/navigation/current-path'
import { getPlainClickUrl } from '~/navigation/plain-click'
import { useSession } from '~/session/state'
import { useDialogs } from '~/ui/dialog/dialogs'
import { loginHref, registerHref } from '~/values/addresses/login'
import { numberedMessages } from '~/values/numbered-messages'
import { isMemberPath } from '../menu'

/**
 * Returns a click handler that tells a visitor to log in or sign up first, in place of following a link to a members'
 * screen; both go on to that screen. Attach it around all links, for the capture phase, so that it runs before the link's
 * own handler. Without script `requireMember` of server/middleware/guard.server.ts refuses.
 */
export function useLoginPrompt(): (event: MouseEvent) => void {
  const { t } = useI18n()
  const { ask } = useDialogs()
  const { hasShellData, state } = useSession()
  const navigate = useNavigate()

  return useCallback(
    (event) => {
      if (!hasShellData || state !== 'unauthenticated') return
      const url = getPlainClickUrl(event)
      if (!url || !isMemberPath(url.pathname)) return
      event.preventDefault()
      ask({
        kind: 'warning',
        title: t(numberedMessages.loginNeeded),
        text: t(`${numberedMessages.loginNeeded}.text`),
        buttons: { yes: t('nav.login'), other: t('login.register'), no: t('common.close') },
      }).then((choice) => {
        if (choice === 'yes') navigate(loginHref(nextPathOf(url)))
        if (choice === 'other') navigate(registerHref(nextPathOf(url)))
      })
    },
    [hasShellData, state, ask, t, navigate],
  )
}
