import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useWords } from '~/i18n/words'
import { useAsk } from '~/ui/dialog/ask'
import { useToast } from '~/ui/toast/toast'
import type { SessionLeft } from '~/upstream/session-left'
import { useSession } from './session-state'

const secondMs = 1000
const minuteMs = 60 * secondMs

/** How long before its expiry a session's warning is shown. Source: docs/product.md, sessions. */
export const warnedBeforeMs = 2 * minuteMs
/** Two expiry times closer than this count as the same one. */
const sameEndMs = 10 * secondMs

/** What to do about the expiry: check again later, or warn; null when it was warned of already. */
export type EndingStep = { kind: 'wait'; ms: number } | { kind: 'warn'; minutes: number; canStay: boolean } | null

/**
 * Decides what a page does about the expiry of its session.
 *
 * @param warnedOf the expiry that was last warned of, in milliseconds since the epoch.
 * @param now milliseconds since the epoch.
 */
export function endingStep(left: SessionLeft, warnedOf: number | null, now: number): EndingStep {
  const { unusedMs, atMostMs } = left
  if (unusedMs > warnedBeforeMs) return { kind: 'wait', ms: Math.max(secondMs, unusedMs - warnedBeforeMs) }
  if (warnedOf !== null && Math.abs(now + unusedMs - warnedOf) < sameEndMs) return null
  return {
    kind: 'warn',
    minutes: Math.max(1, Math.ceil(unusedMs / minuteMs)),
    // Use prolongs a session only up to its maximum length.
    canStay: atMostMs - unusedMs >= minuteMs,
  }
}

/**
 * Warns two minutes before the session expires, with a button that prolongs it. Another tab may have prolonged the same
 * session, so the page asks the server before it warns.
 *
 * @param ask starts a health check, whose answer must be passed to the returned `updateTimeLeft`.
 */
export function useSessionEnding(ask: () => void): { heard(left: SessionLeft): void; over(): void } {
  const { t } = useWords()
  const asking = useAsk()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const { left } = useSession()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const warned = useRef<{ of: number; taken: AbortController } | null>(null)
  const staying = useRef(false)
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })

  const over = useCallback(() => {
    clearTimeout(timer.current)
    warned.current?.taken.abort()
  }, [])

  const warn = useCallback(
    async (minutes: number, canStay: boolean, signal: AbortSignal) => {
      const answer = await asking.ask({
        kind: 'warning',
        title: t('session.ending'),
        text: t(canStay ? 'session.ending.text' : 'session.ending.last', { count: minutes }),
        buttons: canStay ? { yes: t('session.ending.stay'), no: t('common.later') } : { yes: t('common.ok') },
        signal,
      })
      if (answer !== 'yes' || !canStay) return
      staying.current = true
      // Any request but a health check prolongs the session; this one reloads the page's data.
      await revalidate()
    },
    [asking, revalidate, t],
  )

  const heard = useCallback(
    (left: SessionLeft) => {
      clearTimeout(timer.current)
      const step = endingStep(left, warned.current?.of ?? null, Date.now())
      if (step?.kind === 'wait') {
        // The session was prolonged, perhaps in another tab: closes an open warning.
        warned.current?.taken.abort()
        warned.current = null
        timer.current = setTimeout(() => latest.current(), step.ms)
      }
      if (step?.kind === 'warn') {
        warned.current?.taken.abort()
        warned.current = { of: Date.now() + left.unusedMs, taken: new AbortController() }
        warn(step.minutes, step.canStay, warned.current.taken.signal)
      }
    },
    [warn],
  )

  useEffect(() => {
    if (left) heard(left)
    else over()
    if (left && left.unusedMs > warnedBeforeMs && staying.current) toast({ kind: 'success', text: t('session.stayed') })
    staying.current = false
  }, [left, heard, over, t, toast])
  useEffect(() => () => clearTimeout(timer.current), [])

  return useMemo(() => ({ heard, over }), [heard, over])
}
