import { useCallback, useEffect, useRef } from 'react'
import { useI18n } from '~/i18n/i18n'
import { useReload } from '~/navigation/reload'
import { useSession } from '~/session/session-context'
import type { SessionTimeLeft } from '~/session/time-left'
import { useDialogs } from '~/ui/dialog/dialogs'
import { useToast } from '~/ui/toast/toast'
import { minutes, seconds } from '~/values/durations'

/** The time before the session's expiry at which the warning appears. Source: docs/product.md, sessions. */
const warningLeadMs = minutes(2)
/** Expiry times that differ by less than this count as equal. */
const sameExpiryToleranceMs = seconds(10)

/** Check again later, or warn now. Null after the warning. */
type ExpiryStep = { kind: 'wait'; delayMs: number } | { kind: 'warn'; minutes: number; canStay: boolean } | null

/** Returns the next step of the expiry warning. Times are in ms since 1970. */
export function getExpiryStep(timeLeft: SessionTimeLeft, warnedExpiryMs: number | null, nowMs: number): ExpiryStep {
  const { idleLeftMs, maxLeftMs } = timeLeft
  if (idleLeftMs > warningLeadMs) return { kind: 'wait', delayMs: Math.max(seconds(1), idleLeftMs - warningLeadMs) }
  if (warnedExpiryMs !== null && Math.abs(nowMs + idleLeftMs - warnedExpiryMs) < sameExpiryToleranceMs) return null
  return {
    kind: 'warn',
    minutes: Math.max(1, Math.ceil(idleLeftMs / minutes(1))),
    // Activity extends a session only up to its maximum length.
    canStay: maxLeftMs - idleLeftMs >= minutes(1),
  }
}

/**
 * Warns two minutes before the session expires, with a button that extends it. It asks the server first, because
 * another tab may have extended the session. Pass each health check's response to `updateTimeLeft`.
 */
export function useSessionExpiryWarning(): { updateTimeLeft(timeLeft: SessionTimeLeft): void; cancelWarning(): void } {
  const { t } = useI18n()
  const { ask } = useDialogs()
  const toast = useToast()
  const reload = useReload()
  const { refreshMember, timeLeft } = useSession()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const warning = useRef<{ expiryMs: number; dialogAbort: AbortController } | null>(null)
  const isProlonging = useRef(false)

  const cancelWarning = useCallback(() => {
    clearTimeout(timer.current)
    warning.current?.dialogAbort.abort()
  }, [])

  const showWarning = useCallback(
    async (minutes: number, canStay: boolean, signal: AbortSignal) => {
      const choice = await ask({
        kind: 'warning',
        title: t('session.ending'),
        text: t(canStay ? 'session.ending.text' : 'session.ending.last', { count: minutes }),
        buttons: canStay ? { yes: t('session.ending.stay'), no: t('common.later') } : { yes: t('common.ok') },
        signal,
      })
      if (choice !== 'yes' || !canStay) return
      isProlonging.current = true
      // Any request except a health check extends the session, so reloading the page's data is enough.
      reload()
    },
    [ask, reload, t],
  )

  const updateTimeLeft = useCallback(
    (timeLeft: SessionTimeLeft) => {
      clearTimeout(timer.current)
      const step = getExpiryStep(timeLeft, warning.current?.expiryMs ?? null, Date.now())
      if (step?.kind === 'wait') {
        // The session was extended, perhaps in another tab, so an open warning is closed.
        warning.current?.dialogAbort.abort()
        warning.current = null
        timer.current = setTimeout(refreshMember, step.delayMs)
      }
      if (step?.kind === 'warn') {
        warning.current?.dialogAbort.abort()
        warning.current = { expiryMs: Date.now() + timeLeft.idleLeftMs, dialogAbort: new AbortController() }
        showWarning(step.minutes, step.canStay, warning.current.dialogAbort.signal)
      }
    },
    [refreshMember, showWarning],
  )

  useEffect(() => {
    if (timeLeft) updateTimeLeft(timeLeft)
    else cancelWarning()
    if (timeLeft && timeLeft.idleLeftMs > warningLeadMs && isProlonging.current)
      toast({ kind: 'success', text: t('session.stayed') })
    isProlonging.current = false
  }, [timeLeft, updateTimeLeft, cancelWarning, t, toast])
  useEffect(() => cancelWarning, [cancelWarning])

  return { updateTimeLeft, cancelWarning }
}
