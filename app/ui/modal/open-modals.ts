import { useEffect, useSyncExternalStore } from 'react'

let openCount = 0
const listeners = new Set<() => void>()

function setOpenCount(count: number): void {
  openCount = count
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Counts the calling component (a dialog, a drawer) as an open modal while it is mounted. */
export function useCountAsOpenModal(): void {
  useEffect(() => {
    setOpenCount(openCount + 1)
    return () => setOpenCount(openCount - 1)
  }, [])
}

/** Whether a modal covers the page, so that nothing else can be read out or pressed. */
export function useIsModalOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => openCount > 0,
    () => false,
  )
}
