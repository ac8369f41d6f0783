import { createI18n, type I18n } from './i18n'
import type { Catalogue } from './interpolate'
import { markAllPhraseEnds } from './japanese-phrases'
import { type Locale, locales } from './locale'

/** Messages of all locales, by path. The messages in `server/` never reach the browser. */
const files = import.meta.glob<Catalogue>('/locales/{*,pages/*,server/*}.json', { import: 'default', eager: true })

const catalogues = Object.fromEntries(
  locales.map((locale) => {
    const parts = ['', 'pages/', 'server/'].map((folder) => files[`/locales/${folder}${locale}.json`])
    return [locale, Object.assign({}, ...parts)]
  }),
) as Record<Locale, Catalogue>

let siteName = (locale: Locale) => catalogues[locale]['brand.name'] ?? ''
/** Created on first use, because creating all six would delay the start by 20 ms. */
const i18nByLocale = new Map<Locale, I18n>()

export function setSiteName(nameIn: (locale: Locale) => string): void {
  siteName = nameIn
  i18nByLocale.clear()
}

/** Returns a locale's messages and formats on the server. The object is frozen, because all requests share it. */
export function i18nFor(locale: Locale): I18n {
  const made = i18nByLocale.get(locale)
  if (made) return made
  const messages = markAllPhraseEnds(locale, { ...catalogues[locale], 'brand.name': siteName(locale) })
  const i18n = createI18n(locale, Object.freeze(messages))
  i18nByLocale.set(locale, i18n)
  return i18n
}

export const getCatalogue = (locale: Locale): Catalogue => catalogues[locale]
