import { useLayoutEffect, useState } from 'react'
import { useScripted } from '~/ui/scripted'

/** The count-up is over by then, wherever it began. */
const lastsMs = 1_800
/** How far below the figure it begins: near enough that its length, and so its place, stays the same. */
const share = 0.002
/** A figure that stood on the screen for longer than this is being read, and is not taken back. */
const unseenMs = 250

/** Where a first count-up begins: with as many digits as it ends with, so that nothing around it moves. */
export function countUpFrom(amount: number): number {
  const fewestOfSameLength = 10 ** (String(amount).length - 1)
  return Math.max(Math.ceil(amount * (1 - share)), Math.min(amount, fewestOfSameLength))
}

/** Where a count-up from one figure to another stands after a time; exactly `amount` at its end. */
export function countUpAt(from: number, amount: number, elapsedMs: number): number {
  if (elapsedMs >= lastsMs) return amount
  const slowing = 1 - (1 - Math.max(0, elapsedMs) / lastsMs) ** 3
  return Math.floor(from + (amount - from) * slowing)
}

/** The figure this tab showed last: whoever comes back sees it rise from there, if it rose. */
let shownLast: number | undefined

/** The figure to show: the amount itself, counted up to where scripts run and motion is welcome, and never down. */
export function useCountUp(amount: number): number {
  const scripted = useScripted()
  const [fromServer] = useState(!scripted)
  const [shown, setShown] = useState(amount)

  useLayoutEffect(() => {
    const from = shownLast ?? (fromServer && hasBeenSeen() ? amount : countUpFrom(amount))
    shownLast = amount
    setShown(amount)
    if (from >= amount || !window.matchMedia('(prefers-reduced-motion: no-preference)').matches) return
    setShown(from)
    const begun = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const next = countUpAt(from, amount, now - begun)
      setShown(next)
      if (next !== amount) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [amount, fromServer])
  return shown
}

/** Whether the page stood on the screen, as the server drew it, for long enough to be read. */
function hasBeenSeen(): boolean {
  const [painted] = performance.getEntriesByName('first-contentful-paint')
  return painted !== undefined && performance.now() - painted.startTime > unseenMs
}
