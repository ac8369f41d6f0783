import { type ReactNode, useEffect } from 'react'

/**
 * Marks the document once its scripts run, for tests and an operator's own scripts. It is no part of
 * app/entry.client.tsx, which React's refresh would run a second time.
 */
export function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return children
}
