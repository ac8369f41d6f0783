import { useEffect, useSyncExternalStore } from 'react'

let open = 0
const listeners = new Set<() => void>()

function becomes(count: number): void {
  open = count
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Counts the calling component (a dialog, a drawer) as an open modal while it is mounted. */
export function useAsModal(): void {
  useEffect(() => {
    becomes(open + 1)
    return () => becomes(open - 1)
  }, [])
}

/** Whether a modal covers the page, so that nothing else can be read out or pressed. */
export function useModalIsOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => open > 0,
    () => false,
  )
}
