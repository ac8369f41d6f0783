import { createInstance } from 'i18next'
import chinese from '~locales/cn.json'
import english from '~locales/en.json'
import japanese from '~locales/jp.json'
import korean from '~locales/ko.json'
import thai from '~locales/th.json'
import vietnamese from '~locales/vn.json'
import { createI18n, type I18n } from './i18n'
import type { Catalogue, Interpolate } from './interpolate'
import { bcp47, type Locale, locales } from './locale'

const catalogues: Record<Locale, Catalogue> = {
  ko: korean,
  en: english,
  vn: vietnamese,
  jp: japanese,
  cn: chinese,
  th: thai,
}

/** One i18next instance per locale, created at start: one per request would cost as much time as the page itself. */
function createI18nextInterpolate(locale: Locale, catalogue: Catalogue): Interpolate {
  const lang = bcp47[locale]
  const instance = createInstance()
  instance.init({
    lng: lang,
    fallbackLng: false,
    resources: { [lang]: { translation: catalogue } },
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    // React escapes what it writes; escaping here too would show the escapes.
    interpolation: { escapeValue: false },
  })
  // `replace` holds the formatted values, separate from `count`, which stays a number to choose the plural. Nesting is
  // off, so that a value typed by a member is never read as a key.
  return (key, { count }, written) =>
    instance.t(key, { ...(typeof count === 'number' ? { count } : {}), replace: written, nest: false })
}

const i18nByLocale = new Map<Locale, I18n>(
  locales.map((locale) => {
    const catalogue = Object.freeze(catalogues[locale])
    return [locale, createI18n(locale, catalogue, createI18nextInterpolate(locale, catalogue))]
  }),
)

/** The messages and formats of a locale on the server: frozen and shared by all requests. */
export function i18nFor(locale: Locale): I18n {
  const i18n = i18nByLocale.get(locale)
  if (!i18n) throw new Error(`No words for ${locale}`)
  return i18n
}

/** The catalogue itself, for tests that compare i18next with `createInterpolate`. */
export function getCatalogue(locale: Locale): Catalogue {
  return catalogues[locale]
}
