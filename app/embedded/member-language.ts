import { bcp47, defaultLocale, type Locale, locales } from '~/i18n/locale'

/** The language of a stored message or launch. If the member uses another locale, a launch's URL has `lng`. */
export type Language = 'ko' | 'en'

export function localeFor(tag: string): Locale | undefined {
  const [language = ''] = tag.trim().toLowerCase().split(/[-,;]/)
  return locales.find((locale) => bcp47[locale].split('-')[0] === language)
}

/** Returns the locale for an Accept-Language value: Korean if it is empty, English if it is unsupported. */
export const readerLocale = (tag: string): Locale => localeFor(tag) ?? languageFor(tag)

export const languageFor = (tag: string): Language => (tag === '' || /^ko\b/i.test(tag) ? 'ko' : 'en')

/** SQL: the language of the member's latest inquiry, or the default. @param memberId the column with the member's id */
export const memberLanguageSql = (memberId: string) =>
  `coalesce((select language from help_requests where member_id = ${memberId} order by id desc limit 1), '${defaultLocale}')`
