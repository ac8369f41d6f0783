import { useEffect, useEffectEvent, useRef } from 'react'
import { href, useFetcher, useNavigate, useNavigation, useSubmit } from 'react-router'
import { setFlashCookie } from '~/components/flash-message'
import { useI18n } from '~/i18n/i18n'
import type { RealityCheck } from '~/limits/names'
import { nextPathOf, usePageKey } from '~/navigation/current-page'
import { useReload } from '~/navigation/reload'
import { callApi, isSuccess } from '~/session/call-api'
import { useHasPage } from '~/session/page-settings'
import { useOwner } from '~/session/post-form'
import { useSession } from '~/session/session-context'
import { type ShellMember, toShellMember } from '~/session/shell-data'
import { isReplyAwaitedHere } from '~/session/tab-state'
import { useDialogs } from '~/ui/dialog/dialogs'
import { useToast } from '~/ui/toast/toast'
import { toastDurationMs } from '~/ui/toast/toast.css'
import type { PlayLimits } from '~/upstream/contract/play-limits'
import { loginHref } from '~/values/addresses'
import { ownerField } from '~/values/form-owner'
import { numberedMessages } from '~/values/numbered-messages'
import { seoulDayNumber } from '~/values/seoul'
import { useSessionExpiryWarning } from './expiry-warning'
import { startHealthSchedule } from './health-check-schedule'

/** Refreshes the balance and counts. Shows toasts for new items. Warns before the session ends, then opens /login. */
export function HealthCheck() {
  const { member, playLimits, updateMember, setRefresh } = useSession()
  const handleExpiry = useHandleExpiry()
  const userId = member?.userId
  const reload = useReload()
  const expiryWarning = useSessionExpiryWarning()
  const openRealityCheck = useRealityCheckDialog()
  const isLeaving = useNavigation().state !== 'idle'
  const getLatest = useEffectEvent(() => ({
    isLeaving,
    updateMember,
    handleExpiry,
    expiryWarning,
    openRealityCheck,
    reload,
  }))

  useEffect(() => {
    if (userId === undefined) return
    const listening = new AbortController()
    const { signal } = listening
    let day = seoulDayNumber(new Date())
    const schedule = startHealthSchedule(async () => {
      // Must be read before the call. If a page loads data during the call, that data is newer.
      const { updateMember } = getLatest()
      const result = await callApi('user-health-check', {})
      const { isLeaving, handleExpiry, expiryWarning, openRealityCheck, reload } = getLatest()
      if (result.kind === 'failed' && result.code === 'unauthenticated') {
        // During a navigation, the member may be logging out. Otherwise, the next page detects the ended session.
        if (isLeaving || signal.aborted) return 'failed'
        expiryWarning.cancelWarning()
        handleExpiry()
        return 'signed-out'
      }
      if (result.session) expiryWarning.updateTimeLeft(result.session)
      if (result.kind === 'failed' || !isSuccess(result.response) || !result.response.user) return 'failed'
      const checked = toShellMember(userId, result.response)
      if (result.isRealityCheckDue && checked.userId === userId) openRealityCheck()
      const today = seoulDayNumber(new Date())
      if (checked.userId === userId && today === day) updateMember(checked)
      // The page's data is outdated: another member has logged in (in another tab), or a new day has begun. There is no
      // reload during a navigation, because the router would drop the response to a form.
      else if (!isLeaving) {
        reload()
        day = today
      }
      return 'ok'
    })
    setRefresh(schedule.checkNow)
    // Detects a return from another window, such as a game, while this page stayed visible.
    let wasLeft = false
    const noteLeaving = () => {
      wasLeft = true
    }
    const checkOnReturn = () => {
      if (wasLeft) schedule.checkNow()
      wasLeft = false
    }
    const handleVisibility = () => {
      // The focus event comes next and must not check again.
      wasLeft = false
      schedule.checkNow()
    }
    document.addEventListener('visibilitychange', handleVisibility, { signal })
    window.addEventListener('blur', noteLeaving, { signal })
    window.addEventListener('focus', checkOnReturn, { signal })
    return () => {
      listening.abort()
      schedule.stop()
      setRefresh(null)
    }
  }, [userId, setRefresh])

  useCountToasts(member, Boolean(playLimits?.exclusion))
  return null
}

/**
 * Returns a function that handles an expired session by navigating to /login. If the member has unsaved input, the page
 * stays open and shows an alert. Submitting the form keeps the input across the login.
 */
function useHandleExpiry(): () => void {
  const navigate = useNavigate()
  const { markExpired } = useSession()
  const pageKey = usePageKey()
  const hasInput = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key means a new page.
  useEffect(() => {
    hasInput.current = false
    const markInput = (event: Event) => {
      const form = event.target instanceof Element ? event.target.closest('main form') : null
      if (form instanceof HTMLFormElement && form.method === 'post') hasInput.current = true
    }
    document.addEventListener('input', markInput)
    return () => document.removeEventListener('input', markInput)
  }, [pageKey])

  return () => {
    if (hasInput.current) return markExpired({ hasUnsentInput: true })
    setFlashCookie({ kind: 'warning', message: 'session.ended' })
    // A client-side navigation suffices: if the session is still valid, /login redirects back without a new document.
    navigate(loginHref(nextPathOf(window.location)), { replace: true })
  }
}

/** Returns the counts that increased. A settlement's note isn't counted, because the settlement has its own message. */
export function getIncreasedCounts(
  before: ShellMember | null,
  now: ShellMember | null,
  { isExcluded = false }: { isExcluded?: boolean } = {},
): ('unreadNotes' | 'unreadReplies')[] {
  if (!before || !now || before.userId !== now.userId) return []
  return (['unreadNotes', 'unreadReplies'] as const).filter((name) => {
    if (isExcluded && name === 'unreadNotes') return false
    const [was, is] = [before[name], now[name]]
    const known = name === 'unreadNotes' ? Math.max(0, (now.unseenSettled ?? 0) - (before.unseenSettled ?? 0)) : 0
    return was !== undefined && is !== undefined && is > was + known
  })
}

const countToasts = {
  unreadNotes: { message: numberedMessages.newNote, icon: 'mail', to: href('/note') },
  unreadReplies: { message: numberedMessages.newReply, icon: 'message-circle-question-mark', to: href('/help') },
} as const

function useCountToasts(member: ShellMember | null, isExcluded: boolean) {
  const { t } = useI18n()
  const toast = useToast()
  const reload = useReload()
  const hasPage = useHasPage()
  const before = useRef(member)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())

  useEffect(() => {
    const increased = getIncreasedCounts(before.current, member, { isExcluded })
    before.current = member
    for (const [index, name] of increased.entries()) {
      const { message, icon, to } = countToasts[name]
      if (!hasPage(to) || (name === 'unreadReplies' && isReplyAwaitedHere())) continue
      const action = { to: `${to}?unread`, text: t(`${message}.go`) }
      const showToast = () => toast({ kind: 'info', icon, text: t(message), action })
      if (window.location.pathname === to) reload()
      if (index === 0) showToast()
      else timers.current.add(setTimeout(showToast, index * toastDurationMs))
    }
  }, [member, isExcluded, hasPage, t, toast, reload])

  useEffect(() => {
    const waiting = timers.current
    return () => {
      for (const timer of waiting) clearTimeout(timer)
    }
  }, [])
}

type LoadedCheck = { check?: RealityCheck; reality: PlayLimits['reality'] }

/** Opens a due reality check as a dialog. If the member dismisses it or is offline, the check stays due. */
function useRealityCheckDialog(): () => void {
  const i18n = useI18n()
  const { ask } = useDialogs()
  const { data, load, state } = useFetcher<LoadedCheck>()
  const submit = useSubmit()
  const toast = useToast()
  const owner = useOwner()
  const shown = useRef<LoadedCheck>(undefined)
  const isOpen = useRef(false)

  useEffect(() => {
    if (!data?.check || shown.current === data) return
    shown.current = data
    const { check, reality } = data
    isOpen.current = true
    const leaving = new AbortController()
    // Loaded on demand, because few members ever see a reality check.
    import('~/components/play-limits')
      .then(({ RealityCheckFigures, RealityCheckLinks, realityCheckTitle }) =>
        ask({
          kind: 'info',
          icon: 'coffee',
          title: realityCheckTitle(i18n, check),
          text: i18n.t('reality.text'),
          body: (
            <>
              <RealityCheckFigures check={check} />
              <RealityCheckLinks onLeave={() => leaving.abort()} />
            </>
          ),
          signal: leaving.signal,
          buttons: { yes: i18n.t('reality.stop'), no: i18n.t('reality.goOn') },
          sameWeight: true,
        }),
      )
      .catch(() => undefined)
      .then((choice) => {
        isOpen.current = false
        const answerOnPage = (fields: Record<string, string>) =>
          submit({ ...fields, ...ownerField(owner) }, { method: 'post', action: href('/reality-check') })
        if (choice === 'yes') answerOnPage({ intent: 'stop' })
        if (choice !== 'no') return
        void restartClock(reality, owner).then((result) => {
          if (result.kind !== 'failed') return
          // If the upstream has no such call, the action of /reality-check restarts the clock in this site's session.
          if (result.code === 'not_found') answerOnPage({ intent: 'go-on', next: nextPathOf(window.location) })
          else toast({ kind: 'warning', text: result.message ?? i18n.t('connection.press') })
        })
      })
  }, [data, ask, i18n, owner, submit, toast])

  return () => {
    if (!isOpen.current && state === 'idle') load(`${href('/reality-check')}?dialog`)
  }
}

/** Restarts the reality check's clock with the current interval. @param loaded the interval when the dialog opened */
async function restartClock(loaded: PlayLimits['reality'], owner: string | undefined) {
  const known = await callApi('get-play-limits', {}, owner)
  if (known.kind === 'failed') return known
  const { limits } = known.response
  return callApi('set-play-limits', { reality: limits ? limits.reality : loaded }, owner)
}
