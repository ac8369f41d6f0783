import { type MouseEvent, useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useWords } from '~/i18n/words'
import { useAsk } from '~/ui/dialog/ask'
import { addressOf } from './here'
import { isForMembers } from './places'
import { useSession } from './session-state'

/** The address on this site that a plain press on a link leads to; null for anything the browser does by itself. */
export function plainlyFollowed(event: MouseEvent): URL | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || (link.target && link.target !== '_self')) return null
  const url = new URL(link.href)
  return url.origin === window.location.origin ? url : null
}

/**
 * For a visitor every link to a member's screen stays where it is and says msg2001, wherever on the page it stands.
 * Hand it to the element around all of them, for the capture phase: there it comes before the link's own handler.
 */
export function useVisitorGate(): (event: MouseEvent) => void {
  const { t } = useWords()
  const { ask } = useAsk()
  const { known, state } = useSession()
  const navigate = useNavigate()

  return useCallback(
    (event) => {
      if (!known || state !== 'unauthenticated') return
      const url = plainlyFollowed(event)
      if (!url || !isForMembers(url.pathname)) return
      event.preventDefault()
      ask({
        kind: 'warning',
        title: t('msg2001'),
        text: t('msg2001.text'),
        buttons: { yes: t('nav.login'), no: t('common.close') },
      }).then((answer) => {
        if (answer === 'yes') navigate(`/login?next=${encodeURIComponent(addressOf(url))}`)
      })
    },
    [known, state, ask, t, navigate],
  )
}
