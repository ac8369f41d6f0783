import { type MouseEvent, useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { nextPathOf } from '~/navigation/current-page'
import { useSession } from '~/session/state'
import { useDialogs } from '~/ui/dialog/dialogs'
import { isPlainClick } from '~/ui/link/link'
import { loginHref, registerHref } from '~/values/addresses'
import { numberedMessages } from '~/values/numbered-messages'
import { isMemberPath } from '../menu'

/** The same-site URL that a plain click on a link opens; null for anything else, such as a new tab. */
function getPlainClickUrl(event: MouseEvent | globalThis.MouseEvent): URL | null {
  if (event.defaultPrevented || !isPlainClick(event)) return null
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || (link.target && link.target !== '_self')) return null
  const url = new URL(link.href)
  return url.origin === window.location.origin ? url : null
}

/**
 * Returns a click handler that asks a visitor to log in or sign up in place of following a link to a members' screen.
 * Attach it around all links, for the capture phase, so that it runs before the link's own handler. Without script
 * `requireMember` of server/middleware/guard.server.ts refuses.
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
