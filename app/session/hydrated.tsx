import { type ReactNode, useEffect } from 'react'

/**
 * Marks the document once its scripts have taken over, for tests and for an operator's own scripts. It is no part of
 * app/entry.client.tsx, which React's refresh of changed components would run a second time.
 */
export function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return children
}
