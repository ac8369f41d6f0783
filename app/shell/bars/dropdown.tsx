import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import * as css from './top.css'

type DropdownProps = { className?: string; summary: ReactNode; children: ReactNode }

/** A <details> menu in the top bar. JavaScript closes it on Escape, outside clicks and navigation. */
export function Dropdown({ className = css.dropdown, summary, children }: DropdownProps) {
  const ref = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every navigation.
  useEffect(() => {
    if (ref.current) ref.current.open = false
  }, [key])

  useEffect(() => {
    const closeOnOutsideEvent = (event: Event) => {
      const fold = ref.current
      if (fold?.open && event.target instanceof Node && !fold.contains(event.target)) fold.open = false
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      const fold = ref.current
      if (event.key !== 'Escape' || !fold?.open) return
      if (fold.contains(document.activeElement)) fold.querySelector('summary')?.focus()
      fold.open = false
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('pointerdown', closeOnOutsideEvent, { signal })
    document.addEventListener('focusin', closeOnOutsideEvent, { signal })
    document.addEventListener('keydown', closeOnEscape, { signal })
    return () => listening.abort()
  }, [])

  return (
    <details ref={ref} className={className}>
      <summary className={css.dropdownButton}>{summary}</summary>
      {children}
    </details>
  )
}
