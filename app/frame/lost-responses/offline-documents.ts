import { useEffect } from 'react'
import { getPlainClickUrl } from '../navigation/plain-click'
import { reachSite } from './reach-site'

/**
 * Handles links and forms that load documents, such as the legal pages and the language: a browser that reports to be
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
      if (event.defaultPrevented || navigator.onLine || isReached) return
      if (event instanceof SubmitEvent) {
        const { target: form, submitter } = event
        if (!(form instanceof HTMLFormElement) || !['', '_self'].includes(form.target)) return
        event.preventDefault()
        void goOn(() => form.requestSubmit(submitter))
      } else {
        const url = getPlainClickUrl(event)
        if (!url || isFragmentOfPage(url) || isDownload(event)) return
        event.preventDefault()
        void goOn(() => window.location.assign(url.href), url.pathname + url.search)
      }
    }
    for (const name of ['click', 'submit'] as const) window.addEventListener(name, check)
    return () => {
      for (const name of ['click', 'submit'] as const) window.removeEventListener(name, check)
    }
  }, [say])
}

function isFragmentOfPage({ href }: URL): boolean {
  return href.includes('#') && href.split('#')[0] === window.location.href.split('#')[0]
}

const isDownload = ({ target }: MouseEvent) => target instanceof Element && target.closest('a[download]') !== null
