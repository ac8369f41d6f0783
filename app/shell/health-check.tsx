import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useWords } from '~/i18n/words'
import { toastStaysMs, useToast } from '~/ui/toast/toast'
import { callApi, succeeded } from '~/upstream/browser'
import type { ShellMember } from './data'
import { type HealthSchedule, healthSchedule } from './health-schedule'
import { addressOf } from './here'
import { shellMember } from './member'
import { sayOnNextPage } from './page-notice'
import { usePlace } from './place'
import { useSessionEnding } from './session-ending'
import { useSession } from './session-state'

/**
 * Refreshes the member's money and counts while someone is signed in, announces increased counts, warns before the
 * session expires and navigates to /login once it has. Renders nothing; the checks run in the browser only.
 */
export function HealthCheck() {
  const { member, renew } = useSession()
  const leave = useLeaving()
  const userId = member?.userId
  const running = useRef<HealthSchedule | null>(null)
  const ending = useSessionEnding(() => running.current?.now())
  const latest = useRef({ renew, leave, ending })
  useEffect(() => {
    latest.current = { renew, leave, ending }
  })

  useEffect(() => {
    if (userId === undefined) return
    const schedule = healthSchedule(
      async () => {
        // Taken before the call: data that a page loads meanwhile is newer than this check's answer.
        const { renew } = latest.current
        const came = await callApi('user-health-check', {})
        const { leave, ending } = latest.current
        if (came.kind === 'failed' && came.code === 'unauthenticated') {
          ending.over()
          leave()
          return 'over'
        }
        if (came.session) ending.heard(came.session)
        if (came.kind === 'failed' || !succeeded(came.answer) || !came.answer.user) return 'failed'
        renew(shellMember(userId, came.answer))
        return 'well'
      },
      { visible: document.visibilityState === 'visible' },
    )
    running.current = schedule
    const look = () => schedule.seen(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      schedule.stop()
      running.current = null
    }
  }, [userId])

  useCountPrompts(member)
  return null
}

/**
 * Returns a function for an expired session that navigates to /login, with `next` leading back here. If something was
 * typed into a form of this page, it stays open, as a signed-out page with an alert: sending that form preserves
 * the typed text through the login, leaving would lose it.
 */
function useLeaving(): () => void {
  const { t } = useWords()
  const toast = useToast()
  const navigate = useNavigate()
  const { end } = useSession()
  const place = usePlace()
  const typed = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place is a new page.
  useEffect(() => {
    typed.current = false
    const note = (event: Event) => {
      const form = event.target instanceof Element ? event.target.closest('main form') : null
      if (form instanceof HTMLFormElement && form.method === 'post') typed.current = true
    }
    document.addEventListener('input', note)
    return () => document.removeEventListener('input', note)
  }, [place])

  return () => {
    const login = `/login?next=${encodeURIComponent(addressOf(window.location))}`
    if (typed.current) {
      end({ typed: true })
      toast({ kind: 'warning', text: t('session.ended'), action: { to: login, text: t('problem.login') } })
      return
    }
    sayOnNextPage({ kind: 'warning', message: 'session.ended' })
    // Through the router: if the session is alive after all, /login redirects back without a new document.
    navigate(login)
  }
}

/** The counts that increased between two states of the same member; empty for different members or without one. */
export function risenCounts(before: ShellMember | null, now: ShellMember | null): ('notes' | 'helps')[] {
  if (!before || !now || before.userId !== now.userId) return []
  return (['notes', 'helps'] as const).filter((name) => {
    const [was, is] = [before[name], now[name]]
    return was !== undefined && is !== undefined && is > was
  })
}

const prompts = {
  notes: { message: 'msg2003', icon: 'mail', to: '/note' },
  helps: { message: 'msg2004', icon: 'message-circle-question-mark', to: '/help' },
} as const

/** Shows a toast for each increased count, from a health check or a page's data; two toasts show in turn. */
function useCountPrompts(member: ShellMember | null) {
  const { t } = useWords()
  const toast = useToast()
  const before = useRef(member)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())

  useEffect(() => {
    const risen = risenCounts(before.current, member)
    before.current = member
    for (const [at, name] of risen.entries()) {
      const { message, icon, to } = prompts[name]
      const say = () => toast({ kind: 'info', icon, text: t(message), action: { to, text: t(`${message}.go`) } })
      if (at === 0) say()
      else timers.current.add(setTimeout(say, at * toastStaysMs))
    }
  }, [member, t, toast])

  useEffect(() => {
    const waiting = timers.current
    return () => {
      for (const timer of waiting) clearTimeout(timer)
    }
  }, [])
}
