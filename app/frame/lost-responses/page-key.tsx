import { createContext, type ReactNode, use, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const PageKeyContext = createContext(0)

/** Location state of a navigation that ends where it began. */
export function withPageKey(pageKey: number, state: unknown): { pageKey: number } {
  return { ...(typeof state === 'object' ? state : {}), pageKey }
}

/**
 * Counts the pages shown in this document: a new one after each navigation and response, but not when a lost response left
 * the page in place, nor for another fragment of it. The location's own key changes then too, and elements keyed by it
 * would remount and lose what was typed. Used once, around all that asks for the key.
 */
export function PageKeyProvider({ children }: { children: ReactNode }) {
  const location = useLocation()
  const isStep = useNavigationType() === 'POP'
  const [shown, setShown] = useState({ location, pageKey: 0 })
  let { pageKey } = shown
  if (location !== shown.location) {
    const isSamePath = location.pathname + location.search === shown.location.pathname + shown.location.search
    const isKept = location.state?.pageKey === pageKey
    // A link to a fragment is a step for the router, which knows nothing of it.
    const isFragment = isStep && location.hash !== shown.location.hash
    const isSameEntry = location.key === shown.location.key && location.hash === shown.location.hash
    if (!(isSamePath && (isKept || isFragment || isSameEntry))) pageKey += 1
    setShown({ location, pageKey })
  }
  return <PageKeyContext value={pageKey}>{children}</PageKeyContext>
}

/** Key of the shown page. */
export function usePageKey(): number {
  return use(PageKeyContext)
}

/** The site's response to a form of the shown page. The router forgets it when a later response is lost. */
export function useActionResult<Result>(actionData: Result | undefined): Result | undefined {
  const pageKey = usePageKey()
  const [known, setKnown] = useState({ pageKey, result: actionData })
  const isKept = known.pageKey === pageKey && actionData === undefined
  if (!isKept && (known.result !== actionData || known.pageKey !== pageKey)) setKnown({ pageKey, result: actionData })
  return isKept ? known.result : actionData
}
