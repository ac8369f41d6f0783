/** Every language the site speaks, by the name its cookie and `?lng=` carry. The first is the default. */
export const locales = ['ko', 'en', 'vn', 'jp', 'cn', 'th'] as const
export type Locale = (typeof locales)[number]

export const defaultLocale: Locale = 'ko'

/** The languages the switcher offers; the other two stay reachable by cookie or `?lng=`. */
export const offered = ['ko', 'en', 'vn', 'th'] as const satisfies readonly Locale[]

/** The tag for `<html lang>`, Accept-Language and Intl (BCP 47): vn, jp and cn are no language tags. */
export const bcp47: Readonly<Record<Locale, string>> = {
  ko: 'ko',
  en: 'en',
  vn: 'vi',
  jp: 'ja',
  cn: 'zh-CN',
  th: 'th',
}

/** Each language by its own name, which needs no translation. */
export const nameOfLocale: Readonly<Record<Locale, string>> = {
  ko: '한국어',
  en: 'English',
  vn: 'Tiếng Việt',
  jp: '日本語',
  cn: '简体中文',
  th: 'ไทย',
}

/** Whether a word from outside (a form field, a cookie) names one of our languages. */
export function isLocale(word: unknown): word is Locale {
  return locales.some((locale) => locale === word)
}

/**
 * The `lang` of a name of a game or provider on a page in another language; undefined where it is the page's own. What is
 * written in Hangul is Korean, any other name English.
 */
export function langOfName(name: string, pageLang: string): string | undefined {
  const lang = /\p{Script=Hangul}/u.test(name) ? bcp47.ko : bcp47.en
  return lang === pageLang ? undefined : lang
}

/** The locale that a document's `lang` stands for; Korean when it is none of ours. */
export function localeOfTag(lang: string): Locale {
  return locales.find((locale) => bcp47[locale] === lang) ?? defaultLocale
}
