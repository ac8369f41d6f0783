import type { Cookie } from 'react-router'
import { RemixI18Next } from 'remix-i18next/server'
import { defaultLocale, isLocale, type Locale, locales } from './locale'

/**
 * Returns a function that detects a request's language: `?lng=` when it names a supported one, else the cookie `lng`,
 * else Korean. Accept-Language is ignored because the site is Korean first. Source: docs/product.md, languages.
 *
 * @param parseCookies parses the Cookie header into values by the site's own names.
 */
export function createLocaleDetector(
  parseCookies: (header: string | null) => ReadonlyMap<string, string>,
): (request: Request) => Promise<Locale> {
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
  return async (request) => {
    const detected = await detector.getLocale(request)
    return isLocale(detected) ? detected : defaultLocale
  }
}
