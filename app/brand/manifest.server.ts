import { href } from 'react-router'
import { bcp47, type Locale, locales } from '~/i18n/locale'
import { faviconPath } from '~/values/addresses'
import type { PublishedAssets } from './published-assets.server'

export type Icon = { src: string; sizes: string; type: string; purpose?: 'maskable' }

export const shippedIcons: { icons: readonly Icon[]; touchIcon: string } = {
  icons: [
    { src: faviconPath, sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  touchIcon: '/apple-touch-icon.png',
}

export function publishManifests(
  assets: PublishedAssets,
  { nameIn, ground, icons }: { nameIn: (locale: Locale) => string; ground: string; icons: readonly Icon[] },
): Record<Locale, string> {
  const paths = locales.map((locale) => {
    const name = nameIn(locale)
    const manifest = {
      id: href('/'),
      name,
      short_name: name,
      lang: bcp47[locale],
      start_url: href('/'),
      display: 'minimal-ui',
      background_color: ground,
      theme_color: ground,
      icons,
    }
    return [locale, assets.publish('site.webmanifest', JSON.stringify(manifest), 'application/manifest+json')] as const
  })
  return Object.fromEntries(paths) as Record<Locale, string>
}
