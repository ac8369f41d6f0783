import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** The used part of the CloseWatcher API. On Android, Back closes the newest watcher. */
type CloseWatcher = EventTarget & { destroy(): void }

/** Calls `close` on Back in browsers that support CloseWatcher. @param isEnabled false for a loading dialog */
export function useCloseOnBack(close: () => void, isEnabled: boolean): void {
  const closeLatest = useEffectEvent(close)
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: new () => CloseWatcher }
    if (!isEnabled || !CloseWatcher) return
    const watcher = new CloseWatcher()
    watcher.addEventListener('close', () => closeLatest())
    return () => watcher.destroy()
  }, [isEnabled])
}

/** Marks <html> if the scroll bar takes up space. base.css.ts then reserves that space under a dialog. */
export function reserveScrollBarWidth(): void {
  const html = document.documentElement
  if (document.querySelector('[role=dialog][data-state=open]')) return
  html.toggleAttribute('data-scroll-bar', window.innerWidth > html.clientWidth)
}

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

export function useCountAsOpenModal(): void {
  useEffect(() => {
    setOpenCount(openCount + 1)
    return () => setOpenCount(openCount - 1)
  }, [])
}

export function useIsModalOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => openCount > 0,
    () => false,
  )
}
