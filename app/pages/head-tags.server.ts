import { brand } from '~/brand/brand.server'
import { socialSize } from '~/brand/social-size'
import { config } from '~/config/config.server'
import type { RequestInfo } from '~/http/request-info.server'
import type { MatchedRoute } from '~/http/route.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { type Locale, locales } from '~/i18n/locale'
import { escapeMarkup } from './escape-markup'
import { alternateUrls, localizedUrl } from './localized-urls.server'

/** Language and territory, as Open Graph names them. */
const openGraphLocales: Readonly<Record<Locale, string>> = {
  ko: 'ko_KR',
  en: 'en_US',
  vn: 'vi_VN',
  jp: 'ja_JP',
  cn: 'zh_CN',
  th: 'th_TH',
}

const tag = (name: 'meta' | 'link', attributes: Record<string, string>) =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escapeMarkup(value)}"`)
    .join('')}>`

/**
 * What only systems, messengers and crawlers read in a page's head. It is added on the server, so that it costs neither
 * script nor data.
 */
export function renderHeadTags({ locale }: RequestInfo): string {
  const { manifest, touchIcon } = brand.head(locale)
  return tag('link', { rel: 'manifest', href: manifest }) + tag('link', { rel: 'apple-touch-icon', href: touchIcon })
}

/**
 * What crawlers and messengers read of a page for everybody: what it is, its picture and, with PUBLIC_ORIGIN, its
 * addresses.
 *
 * @param title the document's title, as the page's markup has it: escaped.
 */
export function renderIndexTags(
  { title, request }: { title: string; request: Request },
  { locale, origin }: RequestInfo,
  { pattern, handle: { indexed } }: MatchedRoute,
): string {
  if (!indexed) return ''
  const text = i18nFor(locale).t(indexed.description)
  const [publicOrigin] = config.publicOrigins
  return [
    tag('meta', { name: 'description', property: 'og:description', content: text }),
    `<meta property="og:title" content="${title}">`,
    tag('meta', { property: 'og:site_name', content: brand.name(locale) }),
    tag('meta', { property: 'og:locale', content: openGraphLocales[locale] }),
    tag('meta', { property: 'og:image', content: (publicOrigin ?? origin) + brand.head(locale).social }),
    tag('meta', { property: 'og:image:width', content: `${socialSize.width}` }),
    tag('meta', { property: 'og:image:height', content: `${socialSize.height}` }),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
    ...(publicOrigin === undefined ? [] : addressTags(publicOrigin)),
  ].join('')

  function addressTags(base: string): string[] {
    const shared = indexed?.sharedQuery
    const value = shared === undefined ? null : new URL(request.url).searchParams.get(shared)
    const query = shared === undefined || value === null ? {} : { [shared]: value }
    return [
      tag('link', { rel: 'canonical', href: localizedUrl(base, pattern, locale) }),
      // Messengers share this address in place of the one they were given.
      tag('meta', { property: 'og:url', content: localizedUrl(base, pattern, locale, query) }),
      ...alternateUrls(base, pattern).map(([hreflang, href]) => tag('link', { rel: 'alternate', hreflang, href })),
      ...locales
        .filter((other) => other !== locale)
        .map((other) => tag('meta', { property: 'og:locale:alternate', content: openGraphLocales[other] })),
    ]
  }
}
