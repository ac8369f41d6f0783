import { bcp47, type Locale, locales } from '~/i18n/locale'

/** A language in which messages are stored, and in which a launch is; one of another language has it in its address. */
export type Language = 'ko' | 'en'

export function localeFor(tag: string): Locale | undefined {
  const [language = ''] = tag.trim().toLowerCase().split(/[-,;]/)
  return locales.find((locale) => bcp47[locale].split('-')[0] === language)
}

/** The site's language for the Accept-Language of a call: Korean when none was asked for, English for one it has not. */
export function readerLocale(tag: string): Locale {
  return localeFor(tag) ?? languageFor(tag)
}

/** Language of the texts for a BCP 47 tag: Korean for Korean and when none was asked for, else English. */
export function languageFor(tag: string): Language {
  return tag === '' || /^ko\b/i.test(tag) ? 'ko' : 'en'
}
