import { useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Key of the shown page: another after each navigation and response, but not for a link to a fragment, which the router takes
 * for a step through the history.
 */
export function usePageKey(): string {
  const location = useLocation()
  const isStep = useNavigationType() === 'POP'
  const [shown, setShown] = useState({ location, key: location.key })
  if (shown.location === location) return shown.key
  const { pathname, search, hash } = shown.location
  const isFragment = isStep && location.pathname === pathname && location.search === search && location.hash !== hash
  const key = isFragment ? shown.key : location.key
  setShown({ location, key })
  return key
}

/** The site's response to a form of the shown page. The router forgets it for a fragment, and when the data are loaded anew. */
export function useActionResult<Result>(actionData: Result | null | undefined): Result | undefined {
  const pageKey = usePageKey()
  const [known, setKnown] = useState({ pageKey, result: actionData ?? undefined })
  const earlier = known.pageKey === pageKey ? known.result : undefined
  const result = actionData ?? earlier
  if (known.pageKey !== pageKey || known.result !== result) setKnown({ pageKey, result })
  return result
}
