import type { Cookie } from 'react-router'
import { RemixI18Next } from 'remix-i18next/server'
import { defaultLocale, isLocale, type Locale, locales } from '~/i18n/locale'
import { parseCookies } from '../cookies/cookie.server'

// The cookie holds the plain value (`lng=ko`); a cookie created by the framework would encode it.
const cookie: Cookie = {
  name: 'lng',
  isSigned: false,
  expires: undefined,
  parse: async (header) => parseCookies(header).get('lng') ?? null,
  serialize: async (locale) => `lng=${locale}`,
}

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...locales],
    fallbackLanguage: defaultLocale,
    order: ['searchParams', 'cookie'],
    searchParamKey: 'lng',
    cookie,
  },
})

/**
 * The language of a request: `?lng=` when it names a supported one, else the cookie `lng`, else Korean. Accept-Language is
 * ignored because the site is Korean first. Source: docs/product.md, languages.
 */
export async function localeOf(request: Request): Promise<Locale> {
  const detected = await detector.getLocale(request)
  return isLocale(detected) ? detected : defaultLocale
}
