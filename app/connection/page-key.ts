import { useState } from 'react'
import { useActionData, useLocation } from 'react-router'

/** Location state of a navigation that ends where it began. */
export const keptPage = { isKept: true }

/**
 * Key of the shown page: new after each navigation and answer, the same when a lost answer left the page in place. The
 * location's own key changes then too, and elements keyed by it would remount and lose what was typed.
 */
export function usePageKey(): string {
  const { key, state } = useLocation()
  const isLost = useActionData<{ lost?: unknown } | null>()?.lost !== undefined
  const [shown, setShown] = useState({ key, pageKey: key })
  if (shown.key === key) return shown.pageKey
  const pageKey = isLost || state?.isKept ? shown.pageKey : key
  setShown({ key, pageKey })
  return pageKey
}
