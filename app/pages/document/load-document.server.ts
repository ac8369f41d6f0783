import { brand } from '~/brand/brand.server'
import type { DocumentName } from '~/brand/brand-file.server'
import { config } from '~/config/config.server'
import { bcp47, type Locale } from '~/i18n/locale'
import type { LegalDocument } from './document'
import { parseDocument } from './parse-document.server'

/**
 * A document of the brand and the day from which it applies, YYYY-MM-DD. `lang` is its language where that is not the
 * page's.
 */
export type DatedDocument = LegalDocument & { version: string; lang?: string }

/** Parsed once: brand and settings do not change while the process runs. */
const documents = new Map<string, DatedDocument>()

/** The document of this brand in a language. */
export function loadDocument(name: DocumentName, locale: Locale): DatedDocument {
  const key = `${name} ${locale}`
  const { version, markdown, language } = brand.documents[name]
  const document = documents.get(key) ?? {
    ...parseDocument(markdown(locale), {
      age: String(config.minimumAge),
      brand: brand.name(locale),
      company: brand.company,
      licence: config.licence,
    }),
    version,
    ...(language(locale) === locale ? {} : { lang: bcp47[language(locale)] }),
  }
  documents.set(key, document)
  return document
}
