/** Every supported language, by its name in the cookie and in `?lng=`. The first is the default. */
export const locales = ['ko', 'en', 'vn', 'jp', 'cn', 'th'] as const
export type Locale = (typeof locales)[number]

/** Where nothing says another one. How a request's is chosen: server/request-info/locale.server.ts. */
export const defaultLocale: Locale = 'ko'

/** The languages that the language switcher offers; the others stay reachable by cookie or `?lng=`. */
export const offeredLocales = ['ko', 'en', 'vn', 'th'] as const satisfies readonly Locale[]

/** The BCP 47 tag for `<html lang>`, Accept-Language and Intl: vn, jp and cn are not language tags. */
export const bcp47: Readonly<Record<Locale, string>> = {
  ko: 'ko',
  en: 'en',
  vn: 'vi',
  jp: 'ja',
  cn: 'zh-CN',
  th: 'th',
}

/** Each language's name in that language. */
export const localeNames: Readonly<Record<Locale, string>> = {
  ko: '한국어',
  en: 'English',
  vn: 'Tiếng Việt',
  jp: '日本語',
  cn: '简体中文',
  th: 'ไทย',
}

/** Whether an untrusted value (a form field, a cookie) is a supported locale. */
export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value)
}

/**
 * The `lang` attribute for the name of a game or provider; undefined when it is the page's language. A name with Hangul
 * counts as Korean, any other as English.
 */
export function langOfName(name: string, pageLang: string): string | undefined {
  const lang = /\p{Script=Hangul}/u.test(name) ? bcp47.ko : bcp47.en
  return lang === pageLang ? undefined : lang
}

/** Returns the locale in which the server rendered the browser's document. Page translators overwrite its `lang`. */
export function documentLocale(): Locale {
  const { locale } = document.documentElement.dataset
  return isLocale(locale) ? locale : defaultLocale
}
