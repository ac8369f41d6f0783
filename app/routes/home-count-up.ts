import { useEffect, useState } from 'react'

/** The count-up is over by then, wherever it began. */
const lastsMs = 1_800
/** How far below the figure it begins: near enough that its length, and so its place, stays the same. */
const share = 0.002

/**
 * Where a count-up to `amount` stands after a time; exactly `amount` at its end. It begins with as many digits as it
 * ends with, so that nothing around it moves.
 */
export function countUpAt(amount: number, elapsedMs: number): number {
  if (elapsedMs >= lastsMs) return amount
  const fewestOfSameLength = 10 ** (String(amount).length - 1)
  const from = Math.max(Math.ceil(amount * (1 - share)), Math.min(amount, fewestOfSameLength))
  const slowing = 1 - (1 - Math.max(0, elapsedMs) / lastsMs) ** 3
  return Math.floor(from + (amount - from) * slowing)
}

/** The figure to show: the amount itself, counted up to once where scripts run and motion is welcome. */
export function useCountUp(amount: number): number {
  const [shown, setShown] = useState(amount)
  useEffect(() => {
    setShown(amount)
    if (!window.matchMedia('(prefers-reduced-motion: no-preference)').matches) return
    const begun = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const next = countUpAt(amount, now - begun)
      setShown(next)
      if (next !== amount) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [amount])
  return shown
}
