import { useLayoutEffect, useState } from 'react'
import { useScripted } from '~/ui/scripted'

/** Duration of the count-up. */
const lastsMs = 1_800
/** How far below the amount a first count-up begins, as a share of the amount. */
const share = 0.002
/** A figure that has been visible for longer than this is being read, so it is not counted up again. */
const unseenMs = 250

/** The amount at which a first count-up begins. It has as many digits as the end, so that nothing shifts. */
export function countUpFrom(amount: number): number {
  const fewestOfSameLength = 10 ** (String(amount).length - 1)
  return Math.max(Math.ceil(amount * (1 - share)), Math.min(amount, fewestOfSameLength))
}

/** The amount that a count-up shows after `elapsedMs`; exactly `amount` at its end. */
export function countUpAt(from: number, amount: number, elapsedMs: number): number {
  if (elapsedMs >= lastsMs) return amount
  const slowing = 1 - (1 - Math.max(0, elapsedMs) / lastsMs) ** 3
  return Math.floor(from + (amount - from) * slowing)
}

/** The amount this tab showed last: on a return to the page the count-up begins there. */
let shownLast: number | undefined

/** Counts the amount up, never down. Without script or with reduced motion, returns the amount itself. */
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

/** Whether the server-rendered page has been visible for long enough to be read. */
function hasBeenSeen(): boolean {
  const [painted] = performance.getEntriesByName('first-contentful-paint')
  return painted !== undefined && performance.now() - painted.startTime > unseenMs
}
