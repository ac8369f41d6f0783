import type { Catalogue } from './interpolate'
import { markAllPhraseEnds } from './japanese-phrases'
import type { Locale } from './locale'
import { urls } from './message-files'

/** Returns the URLs of the messages that a browser needs. @param hasPageMessages if false, omits `locales/pages/` */
export function messageUrls(locale: Locale, hasPageMessages: boolean): string[] {
  const paths = [`/locales/${locale}.json`, ...(hasPageMessages ? [`/locales/pages/${locale}.json`] : [])]
  return paths.map((path) => urls[path] ?? '')
}

export const documentMessages: Record<string, string> = {}

const loadingWords = new Map<string, Promise<void>>()

/**
 * Loads the messages of the document's language in the browser, each file once. The preload in app/entry.server.tsx
 * must use the credentials mode of this fetch. @throws TypeError or Error if a file can't be fetched. The next call
 * retries.
 */
export async function loadMessages(locale: Locale, hasPageMessages: boolean): Promise<void> {
  await Promise.all(
    messageUrls(locale, hasPageMessages).map((url) => {
      if (!loadingWords.has(url)) import.meta.hot?.on('vite:afterUpdate', () => addWords(locale, url))
      const loading = loadingWords.get(url) ?? addWords(locale, url)
      loadingWords.set(url, loading)
      loading.catch(() => loadingWords.delete(url))
      return loading
    }),
  )
}

async function addWords(locale: Locale, url: string): Promise<void> {
  const response = await fetch(url, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`words of ${locale}: answered ${response.status}`)
  Object.assign(documentMessages, markAllPhraseEnds(locale, (await response.json()) as Catalogue))
}
