import { useEffect } from 'react'

const waiting = new Set<string>()

/** Registers that this page shows an answer, so that no toast announces it. */
export function useAwaitReply(isAwaited: boolean): void {
  useEffect(() => {
    if (!isAwaited) return
    const path = location.pathname
    waiting.add(path)
    // After the effects of the render that shows the answer.
    return () => queueMicrotask(() => waiting.delete(path))
  }, [isAwaited])
}

export function isReplyAwaitedHere(): boolean {
  return waiting.has(location.pathname)
}
