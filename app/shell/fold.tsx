import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { classNames } from '~/ui/class-names'
import * as css from './top-bar.css'

/**
 * Dropdown menu of the top bar: a <details> element, which opens without JavaScript. With JavaScript it closes on
 * Escape, on a press outside, when the focus leaves it and on navigation.
 */
export function Fold({
  className,
  summary,
  children,
}: {
  className?: string
  summary: ReactNode
  children: ReactNode
}) {
  const ref = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every navigation.
  useEffect(() => {
    if (ref.current) ref.current.open = false
  }, [key])

  useEffect(() => {
    const away = (event: Event) => {
      const fold = ref.current
      if (fold?.open && event.target instanceof Node && !fold.contains(event.target)) fold.open = false
    }
    const closeByKey = (event: KeyboardEvent) => {
      const fold = ref.current
      if (event.key !== 'Escape' || !fold?.open) return
      if (fold.contains(document.activeElement)) fold.querySelector('summary')?.focus()
      fold.open = false
    }
    document.addEventListener('pointerdown', away)
    document.addEventListener('focusin', away)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('focusin', away)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [])

  return (
    <details ref={ref} className={classNames(css.fold, className)}>
      <summary className={css.summary}>{summary}</summary>
      {children}
    </details>
  )
}
