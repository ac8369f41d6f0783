import { brand } from '~/brand/brand.server'
import { socialSize } from '~/brand/drawings.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { bcp47, defaultLocale, type Locale, locales } from '~/i18n/locale'
import { config } from '~/platform/settings/config.server'
import { readQuery } from '~/server/request-info/query.server'
import type { MatchedRoute } from '../middleware/route.server'
import type { RequestInfo } from '../request-info/request-info.server'

/** Returns a page's URL in a language. The default language has no `?lng=`. @param query parameters to include */
export function localizedUrl(origin: string, path: string, locale: Locale, query: Record<string, string> = {}): string {
  const url = new URL(path, origin)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  if (locale !== defaultLocale) url.searchParams.set('lng', locale)
  return url.href
}

/** Returns a page's URLs in all languages, keyed by BCP 47 tag. `x-default` is the URL without a language. */
export function alternateUrls(origin: string, path: string): [hreflang: string, url: string][] {
  return [
    ...locales.map((locale): [string, string] => [bcp47[locale], localizedUrl(origin, path, locale)]),
    ['x-default', localizedUrl(origin, path, defaultLocale)],
  ]
}

const openGraphLocales: Readonly<Record<Locale, string>> = {
  ko: 'ko_KR',
  en: 'en_US',
  vn: 'vi_VN',
  jp: 'ja_JP',
  cn: 'zh_CN',
  th: 'th_TH',
}

export function HeadTags({ locale }: Pick<RequestInfo, 'locale'>) {
  const { manifest, touchIcon } = brand.head(locale)
  return (
    <>
      <link rel="manifest" href={manifest} />
      <link rel="apple-touch-icon" href={touchIcon} />
    </>
  )
}

type IndexTagsProps = { request: Request; requestInfo: Pick<RequestInfo, 'locale' | 'origin'>; route: MatchedRoute }

export function IndexTags({ request, requestInfo: { locale, origin }, route }: IndexTagsProps) {
  const { indexed } = route.handle
  if (!indexed) return null
  const [publicOrigin] = config.publicOrigins
  const text = i18nFor(locale).t(indexed.description)
  return (
    <>
      <meta name="description" property="og:description" content={text} />
      <meta property="og:site_name" content={brand.name(locale)} />
      <meta property="og:locale" content={openGraphLocales[locale]} />
      <meta property="og:image" content={(publicOrigin ?? origin) + brand.head(locale).social} />
      <meta property="og:image:width" content={`${socialSize.width}`} />
      <meta property="og:image:height" content={`${socialSize.height}`} />
      <meta name="twitter:card" content="summary_large_image" />
      {publicOrigin !== undefined && (
        <AddressTags
          base={publicOrigin}
          path={route.pattern}
          locale={locale}
          query={pickQuery(request, indexed.sharedQuery)}
        />
      )}
    </>
  )
}

function pickQuery(request: Request, name: 'code' | undefined): Record<string, string> {
  const value = name && readQuery(request.url)[name]
  return value ? { [name]: value } : {}
}

type AddressTagsProps = { base: string; path: string; locale: Locale; query: Record<string, string> }

function AddressTags({ base, path, locale, query }: AddressTagsProps) {
  return (
    <>
      <link rel="canonical" href={localizedUrl(base, path, locale)} />
      <meta property="og:url" content={localizedUrl(base, path, locale, query)} />
      {alternateUrls(base, path).map(([language, href]) => (
        <link key={language} rel="alternate" hrefLang={language} href={href} />
      ))}
      {locales
        .filter((alternate) => alternate !== locale)
        .map((alternate) => (
          <meta key={alternate} property="og:locale:alternate" content={openGraphLocales[alternate]} />
        ))}
    </>
  )
}
