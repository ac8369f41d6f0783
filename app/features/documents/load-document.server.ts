import { brand } from '~/brand/brand.server'
import { brandError, type DocumentName, documentNames } from '~/brand/brand-file.server'
import { markPhraseEnds } from '~/i18n/japanese-phrases'
import { bcp47, type Locale, locales } from '~/i18n/locale'
import { config } from '~/platform/settings/config.server'
import { exitOnSettingError } from '~/platform/settings/setting-error.server'
import type { LegalDocument } from './document'
import { DocumentError, parseDocument } from './parse-document.server'

/** A document of the brand with its date, YYYY-MM-DD. `lang` is its language where that is not the page's. */
export type DatedDocument = LegalDocument & { version: string; lang?: string }

export function loadDocument(name: DocumentName, locale: Locale): DatedDocument {
  const { version, markdown, language } = brand.documents[name]
  try {
    const text = markdown(locale)
    const document = parseDocument(language(locale) === 'jp' ? markPhraseEnds(text) : text, {
      age: String(config.minimumAge),
      brand: brand.name(locale),
      company: brand.company,
      licence: config.licence,
    })
    return { ...document, version, ...(language(locale) === locale ? {} : { lang: bcp47[language(locale)] }) }
  } catch (cause) {
    if (!(cause instanceof DocumentError)) throw cause
    return exitOnSettingError(brandError(`documents.${name}.${language(locale)}`, cause.message))
  }
}

// At start, so that a mistake in an operator's document stops it.
if (config.brandFile !== undefined) {
  for (const name of documentNames) for (const locale of locales) loadDocument(name, locale)
}
