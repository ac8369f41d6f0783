import { useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * A key of the shown page: new after each navigation and response, except for a link to a fragment, which the router
 * treats as a history step.
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

/** Keeps one-time data while the page is shown: the router drops it at a fragment and at a reload of data. */
export function useOneTimeData<Data>(latest: Data | null | undefined): [data: Data | undefined, forget: () => void] {
  const pageKey = usePageKey()
  const [known, setKnown] = useState({ pageKey, data: latest ?? undefined })
  const data = latest ?? (known.pageKey === pageKey ? known.data : undefined)
  if (known.pageKey !== pageKey || known.data !== data) setKnown({ pageKey, data })
  return [data, () => setKnown({ pageKey, data: undefined })]
}

export function useActionResult<Result>(actionData: Result | null | undefined): Result | undefined {
  return useOneTimeData(actionData)[0]
}
