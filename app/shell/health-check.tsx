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
 * Keeps money and counts of the page fresh while someone is logged in, says when a count went up, warns before the
 * session ends and goes on to /login when it did. Draws nothing; the server never runs it.
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
        // Over the figures of now: a page that comes while this check is on its way knows better than its answer.
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
 * The session is over: on to /login, and back here after it. Unless something was typed into a form of this page: then
 * it stays, because sending that form keeps what was typed through the login, and leaving would lose it. It stays as a
 * visitor's page, and says so for as long as it stands.
 */
function useLeaving(): () => void {
  const { t } = useWords()
  const toast = useToast()
  const navigate = useNavigate()
  const { end } = useSession()
  const place = usePlace()
  const typed = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place stands for a change of page.
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
    // Through the router: were the session alive after all, /login leads back here and nothing starts anew.
    navigate(login)
  }
}

/** Which counts went up from one look at a member to the next; nothing when it is another member or none came. */
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

/** Says once that a count went up, whichever way the page heard of it; two at a time one after the other. */
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
