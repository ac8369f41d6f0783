import { bcp47, defaultLocale, type Locale, locales } from '~/i18n/locale'

/** The URL of a page in a language: the default one has no `?lng=`. @param query a parameter that it keeps. */
export function localizedUrl(origin: string, path: string, locale: Locale, query: Record<string, string> = {}): string {
  const url = new URL(path, origin)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  if (locale !== defaultLocale) url.searchParams.set('lng', locale)
  return url.href
}

/** A page in all languages, by BCP 47 tag; `x-default` is the one without a choice. */
export function alternateUrls(origin: string, path: string): [hreflang: string, url: string][] {
  return [
    ...locales.map((locale): [string, string] => [bcp47[locale], localizedUrl(origin, path, locale)]),
    ['x-default', localizedUrl(origin, path, defaultLocale)],
  ]
}
