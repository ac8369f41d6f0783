import { type MouseEvent, useCallback } from 'react'
import { useConnection } from './connection'
import { nextPathOf } from './current-path'
import { getPlainClickUrl } from './plain-click'
import { reachSite } from './reach-site'
import { needsDocumentLoads } from './unanswered-request'

/**
 * Handles clicks on links while the browser is offline or a script of the site failed to load: checks first that the
 * site can be reached, so that no browser error page is shown. Attach it around all links, for the capture phase.
 */
export function useOfflineLinkGuard(): (event: MouseEvent) => void {
  const { showUnansweredToast } = useConnection()
  return useCallback(
    (event) => {
      if (navigator.onLine && !needsDocumentLoads()) return
      const url = getPlainClickUrl(event)
      if (!url || isFragmentOfThisPage(url)) return
      event.preventDefault()
      event.stopPropagation()
      void reachSite().then((reached) => {
        if (reached) window.location.assign(url.href)
        else showUnansweredToast('connection.page', nextPathOf(url))
      })
    },
    [showUnansweredToast],
  )
}

function isFragmentOfThisPage(url: URL): boolean {
  const { pathname, search } = window.location
  return url.hash !== '' && url.pathname === pathname && url.search === search
}
