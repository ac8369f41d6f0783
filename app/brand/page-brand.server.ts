import { createHash } from 'node:crypto'
import { heroArt } from '~/artwork/site-pictures'
import { config } from '~/config/config.server'
import { bcp47, type Locale, locales } from '~/i18n/locale'
import type { BrandAsset, PageBrand } from './brand.server'
import { brandError, type LoadedBrandFile } from './brand-file.server'
import { cleanSvg, isStyledByCss } from './clean-svg.server'
import { assertReadable, deriveColours, deriveHeroPalette, renderColourSheet } from './colours.server'

/** The space that a logo has in the top bar of a phone, in px. */
const logoSpace = { width: 160, height: 28 }
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
    if (name === undefined) return undefined
    const { text, proportion } = readSvg(file, field, name)
    return { src: publish(`${field}.svg`, text, 'image/svg+xml; charset=utf-8'), proportion }
  }

  const colours = deriveColours({ accent, ground })
  assertReadable(colours)
  const heroPalette = deriveHeroPalette(file.values)
  const groundColours = { dark: colours.dark.surface.ground, light: colours.light.surface.ground }
  const hasOwnColours = accent !== undefined || ground !== undefined
  const styleSheet = hasOwnColours
    ? publish('colours.css', renderColourSheet(colours, heroPalette), 'text/css; charset=utf-8')
    : undefined
  const publishHero = (format: 'wide' | 'narrow') =>
    publish(`hero-${format}.svg`, heroArt(format, heroPalette), 'image/svg+xml; charset=utf-8')
  const mark = publishSvg('mark')?.src
  const logo = publishSvg('logo')
  const socialPath = social && publish(...readPicture(file, social))
  const shown = {
    company,
    contact,
    logo: logo && { src: logo.src, ...fitInto(logoSpace, logo.proportion) },
    mark,
    social: socialPath && `${config.publicOrigins[0] ?? ''}${socialPath}`,
    styleSheet,
    hero: hasOwnColours ? { wide: publishHero('wide'), narrow: publishHero('narrow') } : undefined,
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

/** The largest size of these proportions (width to height) that fits, in whole px. */
function fitInto(space: { width: number; height: number }, proportion: number): { width: number; height: number } {
  const width = Math.min(space.width, space.height * proportion)
  return { width: Math.round(width), height: Math.round(width / proportion) }
}

function readSvg(file: LoadedBrandFile, field: string, name: string): { text: string; proportion: number } {
  const bytes = file.readBeside(field, name)
  if (bytes.byteLength > maxSvgBytes) throw brandError(field, `must be a file of at most ${maxSvgBytes / 1024} KB`)
  const original = bytes.toString('utf8')
  if (isStyledByCss(original)) {
    throw brandError(field, 'must have its colours in attributes such as fill="#3fb68b", not in CSS')
  }
  const text = cleanSvg(original)
  if (text === undefined) throw brandError(field, 'must be an SVG file: <svg xmlns="http://www.w3.org/2000/svg" …>')
  const [, width, height] = /^<svg[^>]*\sviewBox="[-\d.]+[ ,]+[-\d.]+[ ,]+([\d.]+)[ ,]+([\d.]+)"/.exec(text) ?? []
  const proportion = Number(width) / Number(height)
  if (!(proportion > 0 && Number.isFinite(proportion))) throw brandError(field, 'must have a viewBox')
  return { text, proportion }
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
