import { bcp47, type Locale, locales } from '~/i18n/locale'

/** A language of stored messages. A launch in any other language carries it in its URL. */
export type Language = 'ko' | 'en'

export function localeFor(tag: string): Locale | undefined {
  const [language = ''] = tag.trim().toLowerCase().split(/[-,;]/)
  return locales.find((locale) => bcp47[locale].split('-')[0] === language)
}

/** Returns the site's language for an Accept-Language: Korean without one, English for others. */
export function readerLocale(tag: string): Locale {
  return localeFor(tag) ?? languageFor(tag)
}

export function languageFor(tag: string): Language {
  return tag === '' || /^ko\b/i.test(tag) ? 'ko' : 'en'
}
