import type { Cookie } from 'react-router'
import { RemixI18Next } from 'remix-i18next/server'
import { defaultLocale, isLocale, type Locale, locales } from './locale'

/** The cookie holds the bare word (`lng=ko`), while a cookie made by the framework would hold it encoded. */
const plainCookie: Cookie = {
  name: 'lng',
  isSigned: false,
  expires: undefined,
  parse: async (header) => /(?:^|;\s*)lng=([a-z]{2})(?:;|$)/.exec(header ?? '')?.[1] ?? null,
  serialize: async (locale) => `lng=${locale}`,
}

const finder = new RemixI18Next({
  detection: {
    supportedLanguages: [...locales],
    fallbackLanguage: defaultLocale,
    order: ['searchParams', 'cookie'],
    searchParamKey: 'lng',
    cookie: plainCookie,
  },
})

/**
 * The language of a request: `?lng=` when it names one of ours, else the cookie `lng`, else Korean. A browser's
 * Accept-Language is not asked: the site is Korean first. Source: docs/product.md, languages.
 */
export async function localeOf(request: Request): Promise<Locale> {
  const found = await finder.getLocale(request)
  return isLocale(found) ? found : defaultLocale
}
