import { useEffect } from 'react'

/** The paths of pages that await an answer where they will show it. */
const waiting = new Set<string>()

/** Says that this page will show an answer that comes now, so that no toast announces it. */
export function useAwaitReply(isAwaited: boolean): void {
  useEffect(() => {
    if (!isAwaited) return
    const path = location.pathname
    waiting.add(path)
    // After the effects of the render that shows the answer.
    return () => queueMicrotask(() => waiting.delete(path))
  }, [isAwaited])
}

/** Whether the page shown now has said so. */
export function isReplyAwaitedHere(): boolean {
  return waiting.has(location.pathname)
}
