import chinese from '~locales/cn.json'
import english from '~locales/en.json'
import japanese from '~locales/jp.json'
import korean from '~locales/ko.json'
import thai from '~locales/th.json'
import vietnamese from '~locales/vn.json'
import { createI18n, type I18n } from './i18n'
import type { Catalogue } from './interpolate'
import { type Locale, locales } from './locale'

const catalogues: Record<Locale, Catalogue> = {
  ko: korean,
  en: english,
  vn: vietnamese,
  jp: japanese,
  cn: chinese,
  th: thai,
}

const i18nByLocale = new Map<Locale, I18n>()

/** Sets the site's name in each language. Called when the server starts; before that the catalogues' own is used. */
export function setSiteName(nameIn: (locale: Locale) => string): void {
  for (const locale of locales) {
    i18nByLocale.set(locale, createI18n(locale, Object.freeze({ ...catalogues[locale], 'brand.name': nameIn(locale) })))
  }
}

setSiteName((locale) => catalogues[locale]['brand.name'] ?? '')

/** The messages and formats of a locale on the server: frozen and shared by all requests. */
export function i18nFor(locale: Locale): I18n {
  const i18n = i18nByLocale.get(locale)
  if (!i18n) throw new Error(`No messages for ${locale}`)
  return i18n
}

/** The catalogue itself, for tests of its sentences. */
export function getCatalogue(locale: Locale): Catalogue {
  return catalogues[locale]
}
