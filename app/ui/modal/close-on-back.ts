import { useEffect, useEffectEvent } from 'react'

/** Back on Android closes the top overlay. */
type CloseWatcher = EventTarget & { destroy(): void }

/**
 * Calls `close` on Back where the browser supports CloseWatcher. Elsewhere Back leaves the page. @param isEnabled false
 * for a loading dialog.
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
