import chinese from '~locales/cn.json?url&no-inline'
import english from '~locales/en.json?url&no-inline'
import japanese from '~locales/jp.json?url&no-inline'
import korean from '~locales/ko.json?url&no-inline'
import thai from '~locales/th.json?url&no-inline'
import vietnamese from '~locales/vn.json?url&no-inline'
import type { Catalogue } from './interpolate'
import type { Locale } from './locale'

/**
 * The URL of each catalogue: a file with a content hash in its name, so that a browser fetches one language, once.
 * The page preloads it beside the modules (app/entry.server.tsx), in the credentials mode of `fetchCatalogue`.
 */
export const catalogueUrls: Readonly<Record<Locale, string>> = {
  ko: korean,
  en: english,
  vn: vietnamese,
  jp: japanese,
  cn: chinese,
  th: thai,
}

const loadingCatalogues = new Map<Locale, Promise<Catalogue>>()

/**
 * Fetches the messages of a locale in the browser, at most once.
 *
 * @throws TypeError or Error when the file can't be fetched; the next call tries again.
 */
export function loadCatalogue(locale: Locale): Promise<Catalogue> {
  const loading = loadingCatalogues.get(locale) ?? fetchCatalogue(locale)
  loadingCatalogues.set(locale, loading)
  loading.catch(() => loadingCatalogues.delete(locale))
  return loading
}

async function fetchCatalogue(locale: Locale): Promise<Catalogue> {
  const response = await fetch(catalogueUrls[locale], { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`The words of ${locale} answered ${response.status}`)
  return response.json()
}
