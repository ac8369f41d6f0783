export const locales = ['ko', 'en', 'vn', 'jp', 'cn', 'th'] as const
export type Locale = (typeof locales)[number]

export const defaultLocale: Locale = 'ko'

/** Languages in the switcher. The others are available only by cookie or `?lng=`. */
export const offeredLocales = ['ko', 'en', 'vn', 'th'] as const satisfies readonly Locale[]

/** The BCP 47 tags for `<html lang>`, Accept-Language and Intl. `vn`, `jp` and `cn` are not language tags. */
export const bcp47: Readonly<Record<Locale, string>> = { ko: 'ko', en: 'en', vn: 'vi', jp: 'ja', cn: 'zh-CN', th: 'th' }

export const localeNames: Readonly<Record<Locale, string>> = {
  ko: '한국어',
  en: 'English',
  vn: 'Tiếng Việt',
  jp: '日本語',
  cn: '简体中文',
  th: 'ไทย',
}

export const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value)

/** Returns the `lang` of a name, or undefined if it equals the page's. A name with Hangul is Korean, others English. */
export function langOfName(name: string, pageLang: string): string | undefined {
  const lang = /\p{Script=Hangul}/u.test(name) ? bcp47.ko : bcp47.en
  return lang === pageLang ? undefined : lang
}

export function documentLocale(): Locale {
  const { locale } = document.documentElement.dataset
  return isLocale(locale) ? locale : defaultLocale
}
