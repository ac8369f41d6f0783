import { useEffect } from 'react'
import { isPlainClick } from '~/ui/link/plain-click'
import { reachSite } from './reach-site'

/**
 * For links and forms that load documents, such as the legal pages and the language: a browser that reports to be
 * offline would show its own error page. It is not trusted, so the site is called first.
 *
 * @param say called with the link's path, or with none for a form, when the site can't be reached.
 */
export function useOfflineDocuments(say: (path?: string) => void): void {
  useEffect(() => {
    let isReached = false
    const goOn = async (load: () => void, path?: string) => {
      isReached = (await reachSite()) !== undefined
      if (isReached) load()
      else say(path)
      isReached = false
    }
    const check = (event: MouseEvent | SubmitEvent) => {
      if (event.defaultPrevented || navigator.onLine || isReached || !(event.target instanceof Element)) return
      const { submitter = null } = event as SubmitEvent
      const opener = event.type === 'submit' ? event.target : event.target.closest('a[href]')
      const isHere = ['', '_self'].includes(opener?.getAttribute('target') ?? '')
      if (!isHere || (event instanceof MouseEvent && !isPlainClick(event))) return
      if (opener instanceof HTMLFormElement) void goOn(() => opener.requestSubmit(submitter))
      else if (opener instanceof HTMLAnchorElement && loadsPageOfSite(opener))
        void goOn(() => window.location.assign(opener.href), opener.pathname + opener.search)
      else return
      event.preventDefault()
    }
    for (const name of ['click', 'submit'] as const) window.addEventListener(name, check)
    return () => {
      for (const name of ['click', 'submit'] as const) window.removeEventListener(name, check)
    }
  }, [say])
}

/** Not a phone number, another site, a download or a fragment. */
function loadsPageOfSite({ origin, download, href }: HTMLAnchorElement): boolean {
  const isOfPage = href.split('#')[0] === window.location.href.split('#')[0] && href.includes('#')
  return origin === window.location.origin && download === '' && !isOfPage
}
