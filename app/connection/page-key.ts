import { useState } from 'react'
import { useLocation } from 'react-router'

/** Location state of a navigation that ends where it began. */
export function withPageKey(pageKey: string, state: unknown): { pageKey: string } {
  return { ...(typeof state === 'object' ? state : {}), pageKey }
}

/**
 * Key of the shown page: new after each navigation and answer, the same when a lost answer left the page in place. The
 * location's own key changes then too, and elements keyed by it would remount and lose what was typed.
 */
export function usePageKey(): string {
  const { key, state } = useLocation()
  return typeof state?.pageKey === 'string' ? state.pageKey : key
}

/** The site's answer to a form of the shown page. The router forgets it when a later answer is lost. */
export function useAnswer<Answer>(actionData: Answer | undefined): Answer | undefined {
  const pageKey = usePageKey()
  const [known, setKnown] = useState({ pageKey, answer: actionData })
  const isKept = known.pageKey === pageKey && actionData === undefined
  if (!isKept && known.answer !== actionData) setKnown({ pageKey, answer: actionData })
  return isKept ? known.answer : actionData
}
