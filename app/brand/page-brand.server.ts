import { createHash } from 'node:crypto'
import { config } from '~/config/config.server'
import { bcp47, type Locale, locales } from '~/i18n/locale'
import type { BrandAsset, PageBrand } from './brand.server'
import { brandError, type LoadedBrandFile } from './brand-file.server'
import { cleanSvg, isStyledByCss } from './clean-svg.server'
import { assertReadable, deriveColours, renderColourSheet } from './colours.server'

/** Larger ones would be slower than the rest of the page. */
const maxSvgBytes = 64 * 1024
const maxSocialBytes = 2 * 1024 * 1024

const pictureTypes = [
  { contentType: 'image/png', starts: /^\x89PNG\r\n/ },
  { contentType: 'image/jpeg', starts: /^\xff\xd8\xff/ },
  { contentType: 'image/webp', starts: /^RIFF[\s\S]{4}WEBP/ },
]

/**
 * Prepares what pages show of a brand file: its style sheet, pictures and manifests as files, and their paths.
 *
 * @param nameIn the site's name in a language.
 * @throws SettingError that names the field.
 */
export function createPageBrand(
  file: LoadedBrandFile,
  nameIn: (locale: Locale) => string,
): { assets: ReadonlyMap<string, BrandAsset>; page: (locale: Locale) => PageBrand } {
  const { accent, ground, company, contact = {}, social } = file.values
  const assets = new Map<string, BrandAsset>()
  const publish = (name: string, content: string | Buffer, contentType: string): string => {
    const bytes = Buffer.from(content)
    const path = `${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}/${name}`
    assets.set(path, { contentType, bytes })
    return `/brand/${path}`
  }
  const publishSvg = (field: 'logo' | 'mark') => {
    const name = file.values[field]
    return name && publish(`${field}.svg`, readSvg(file, field, name), 'image/svg+xml; charset=utf-8')
  }

  const colours = deriveColours({ accent, ground })
  assertReadable(colours)
  const groundColours = { dark: colours.dark.surface.ground, light: colours.light.surface.ground }
  const hasOwnColours = accent !== undefined || ground !== undefined
  const styleSheet = hasOwnColours
    ? publish('colours.css', renderColourSheet(colours), 'text/css; charset=utf-8')
    : undefined
  const mark = publishSvg('mark')
  const socialPath = social && publish(...readPicture(file, social))
  const shown = {
    company,
    contact,
    logo: publishSvg('logo'),
    mark,
    social: socialPath && `${config.publicOrigins[0] ?? ''}${socialPath}`,
    styleSheet,
    groundColours,
  }
  const icons = mark
    ? [{ src: mark, sizes: 'any', type: 'image/svg+xml' }]
    : [
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      ]
  const pages = locales.map((locale) => {
    const name = nameIn(locale)
    const manifest = {
      id: '/',
      name,
      short_name: name,
      lang: bcp47[locale],
      start_url: '/',
      display: 'minimal-ui',
      background_color: groundColours.dark,
      theme_color: groundColours.dark,
      icons,
    }
    const manifestPath = publish('site.webmanifest', JSON.stringify(manifest), 'application/manifest+json')
    return [locale, Object.freeze<PageBrand>({ name, manifest: manifestPath, ...shown })] as const
  })
  const pageByLocale = Object.fromEntries(pages) as Record<Locale, PageBrand>
  return { assets, page: (locale) => pageByLocale[locale] }
}

function readSvg(file: LoadedBrandFile, field: string, name: string): string {
  const bytes = file.readBeside(field, name)
  if (bytes.byteLength > maxSvgBytes) throw brandError(field, `must be a file of at most ${maxSvgBytes / 1024} KB`)
  const text = bytes.toString('utf8')
  if (isStyledByCss(text)) {
    throw brandError(field, 'must have its colours in attributes such as fill="#3fb68b", not in CSS')
  }
  const cleaned = cleanSvg(text)
  if (cleaned === undefined) throw brandError(field, 'must be an SVG file: <svg xmlns="http://www.w3.org/2000/svg" …>')
  return cleaned
}

function readPicture(file: LoadedBrandFile, name: string): [name: string, bytes: Buffer, contentType: string] {
  const bytes = file.readBeside('social', name)
  if (bytes.byteLength > maxSocialBytes) {
    throw brandError('social', `must be a file of at most ${maxSocialBytes / 1024 / 1024} MB`)
  }
  const head = bytes.subarray(0, 16).toString('latin1')
  const type = pictureTypes.find(({ starts }) => starts.test(head))
  if (!type) throw brandError('social', 'must be a PNG, JPEG or WebP picture')
  return [`social.${type.contentType.slice('image/'.length)}`, bytes, type.contentType]
}
