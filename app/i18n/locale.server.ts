import type { Cookie } from 'react-router'
import { RemixI18Next } from 'remix-i18next/server'
import { defaultLocale, isLocale, type Locale, locales } from './locale'

/**
 * The language of a request: `?lng=` when it names one of ours, else the cookie `lng`, else Korean. A browser's
 * Accept-Language is not asked: the site is Korean first. Source: docs/product.md, languages.
 *
 * @param cookiesOf reads the header Cookie, with the site's own names of cookies.
 */
export function localeFinder(
  cookiesOf: (header: string | null) => ReadonlyMap<string, string>,
): (request: Request) => Promise<Locale> {
  // The cookie holds the bare word (`lng=ko`), while a cookie made by the framework would hold it encoded.
  const cookie: Cookie = {
    name: 'lng',
    isSigned: false,
    expires: undefined,
    parse: async (header) => cookiesOf(header).get('lng') ?? null,
    serialize: async (locale) => `lng=${locale}`,
  }
  const finder = new RemixI18Next({
    detection: {
      supportedLanguages: [...locales],
      fallbackLanguage: defaultLocale,
      order: ['searchParams', 'cookie'],
      searchParamKey: 'lng',
      cookie,
    },
  })
  return async (request) => {
    const found = await finder.getLocale(request)
    return isLocale(found) ? found : defaultLocale
  }
}
