import { locales } from '~/i18n/locale'
import { config } from '~/platform/settings/config.server'
import { alternateUrls, localizedUrl } from '../html-head/head-tags.server'
import { listIndexedPaths, type RouteHandle, serverBuild } from '../middleware/route.server'
import { cacheForAnHour, respondWithoutFile } from '../responses/file.server'
import { escapeMarkup } from '../responses/refusal.server'

export const handle = { kind: 'file' } satisfies RouteHandle

/** Lists the public pages in all languages. Requires PUBLIC_ORIGIN, because sitemap URLs are absolute. */
export async function loader(): Promise<Response> {
  const [origin] = config.publicOrigins
  if (origin === undefined) return respondWithoutFile()

  const { routes } = serverBuild()
  const pages = listIndexedPaths(routes).flatMap((path) => {
    const alternates = alternateUrls(origin, path).map(
      ([hreflang, url]) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeMarkup(url)}"/>`,
    )
    return locales.map((locale) => {
      const loc = escapeMarkup(localizedUrl(origin, path, locale))
      return `<url><loc>${loc}</loc>${alternates.join('')}</url>`
    })
  })
  const namespaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespaces}>${pages.join('\n')}</urlset>\n`, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': cacheForAnHour },
  })
}
