import { useLayoutEffect, useState } from 'react'
import { useHydrated } from '~/ui/hydrated'

const countUpMs = 1_800
/** How far below the amount a first count-up begins, as a share of the amount. */
const startBelowShare = 0.002
/** A figure that has been visible for longer than this is being read, so it is not counted up again. */
const maxUnreadMs = 250

/** The amount at which a first count-up begins. It has as many digits as the end, so that nothing shifts. */
export function countUpStart(amount: number): number {
  const fewestOfSameLength = 10 ** (String(amount).length - 1)
  return Math.max(Math.ceil(amount * (1 - startBelowShare)), Math.min(amount, fewestOfSameLength))
}

/** The amount that a count-up shows after `elapsedMs`; exactly `amount` at its end. */
export function countUpAt(from: number, amount: number, elapsedMs: number): number {
  if (elapsedMs >= countUpMs) return amount
  const easedProgress = 1 - (1 - Math.max(0, elapsedMs) / countUpMs) ** 3
  return Math.floor(from + (amount - from) * easedProgress)
}

/** The amount this tab showed last: on a return to the page the count-up begins there. */
let lastShownAmount: number | undefined

/** Counts the amount up, never down. Without script or with reduced motion, returns the amount itself. */
export function useCountUp(amount: number): number {
  const isHydrated = useHydrated()
  const [wasServerRendered] = useState(!isHydrated)
  const [displayed, setDisplayed] = useState(amount)

  useLayoutEffect(() => {
    const from = lastShownAmount ?? (wasServerRendered && hasBeenReadable() ? amount : countUpStart(amount))
    lastShownAmount = amount
    setDisplayed(amount)
    if (from >= amount || !window.matchMedia('(prefers-reduced-motion: no-preference)').matches) return
    setDisplayed(from)
    const startedAtMs = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const next = countUpAt(from, amount, now - startedAtMs)
      setDisplayed(next)
      if (next !== amount) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [amount, wasServerRendered])
  return displayed
}

/** Whether the server-rendered page has been visible for long enough to be read. */
function hasBeenReadable(): boolean {
  const [painted] = performance.getEntriesByName('first-contentful-paint')
  return painted !== undefined && performance.now() - painted.startTime > maxUnreadMs
}
