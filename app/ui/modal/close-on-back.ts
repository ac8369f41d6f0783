import { useEffect, useEffectEvent } from 'react'

/** The browser's own: Back on Android, where it closes what is on top. */
type CloseWatcher = EventTarget & { destroy(): void }

/**
 * Calls `close` on Back where the browser gives it to what is open (CloseWatcher). Elsewhere Back leaves the page.
 *
 * @param isEnabled false for a modal that only waits, such as a loading dialog.
 */
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
