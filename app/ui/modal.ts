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

/** Says that the page is behind this component while it is there: a dialog, a drawer. */
export function useAsModal(): void {
  useEffect(() => {
    becomes(open + 1)
    return () => becomes(open - 1)
  }, [])
}

/** Whether something stands over the page, so that nothing beside it can be read out or pressed. */
export function useModalIsOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => open > 0,
    () => false,
  )
}
