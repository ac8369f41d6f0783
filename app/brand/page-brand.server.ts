import type { Locale } from '~/i18n/locale'
import type { Palette } from '~/ui/artwork/palettes'
import { type HeroFormat, heroArt } from '~/ui/artwork/scenes/site-pictures'
import { faviconPath } from '~/values/addresses'
import { cleanSvg, findCostlyDrawing, findLostDrawing, isStyledByCss } from './clean-svg.server'
import { assertReadable, deriveColours, deriveHeroPalette, renderColourSheet } from './colours.server'
import { drawIcon, drawSocialCard, openPicture, socialSize } from './drawings.server'
import { type Icon, publishManifests, shippedIcons } from './manifest.server'
import { pictureTypeOf } from './pictures/picture-store.server'
import { type BrandAsset, brandBasePath, type PublishedAssets } from './published-assets.server'
import { type BrandFile, brandError, type LoadedBrandFile } from './read-brand-file.server'

export type Contact = { phone?: string; mail?: string; messenger?: string }

/** An operator's own brand, included in every page, even error pages. Pictures and the style sheet are URL paths. */
export type PageBrand = {
  name: string
  company: string | undefined
  contact: Contact
  logo: { src: string; width: number; height: number } | undefined
  mark: string | undefined
  styleSheet: string | undefined
  hero: { wide: string; narrow: string } | undefined
  /** The picture on the login, registration and forgotten-password pages. Defaults to the home page's picture. */
  login: string | undefined
  groundColours: { dark: string; light: string }
}

/** Paths of the pictures for operating systems, messengers and search engines. `social` is 1200 by 630 px. */
export type HeadBrand = { manifest: string; touchIcon: string; social: string }

/** The space for a logo in a phone's top bar, in px. */
const logoSpace = { width: 160, height: 28 }
const maxSvgBytes = 64 * 1024
const maxSocialBytes = 2 * 1024 * 1024
const maxPhotoBytes = 300 * 1024
const svgType = 'image/svg+xml; charset=utf-8'
/** The tolerance for square marks. Exported files are often off by a rounding error. */
const maxMarkSkew = 0.02

/** A published banner. `text` and `languages` are as in the file. `from` and `until` are in ms since 1970. */
export type PublishedBanner = Omit<NonNullable<BrandFile['banners']>[number], 'picture'> & {
  src: string
  width: number
  height: number
}

/** Publishes a brand file's assets and returns their paths. @throws SettingError that names the field. */
export async function createPageBrand(
  file: LoadedBrandFile,
  nameIn: (locale: Locale) => string,
  assets: PublishedAssets,
) {
  const { accent, ground, company, contact = {}, social, hero, login, banners: ownBanners = [] } = file.values
  const publishSvg = (field: 'logo' | 'mark') => {
    const name = file.values[field]
    if (name === undefined) return undefined
    const { text, proportion } = readSvg(file, field, name)
    return { src: assets.publish(`${field}.svg`, text, svgType), text, proportion }
  }

  const colours = deriveColours({ accent, ground })
  assertReadable(colours)
  const heroPalette = deriveHeroPalette(file.values)
  const groundColours = { dark: colours.dark.surface.ground, light: colours.light.surface.ground }
  const hasOwnColours = accent !== undefined || ground !== undefined
  const styleSheet = hasOwnColours
    ? assets.publish('colours.css', renderColourSheet(colours, heroPalette), 'text/css; charset=utf-8')
    : undefined
  const publishHero = (format: HeroFormat) =>
    assets.publish(`hero-${format}.svg`, heroArt(format, heroPalette), svgType)
  const publishPhoto = async (field: string, photo: string) => {
    const { bytes, type, width, height } = await readPhoto(file, field, photo)
    const name = `${field.replace('.', '-')}.${type.slice('image/'.length)}`
    return { src: assets.publish(name, bytes, type), bytes, type, width, height }
  }
  const heroPhoto = hero === undefined ? undefined : await publishPhoto('hero', hero)
  const loginPhoto = login === undefined ? undefined : await publishPhoto('login', login)
  const banners: PublishedBanner[] = []
  for (const [index, { picture, ...banner }] of ownBanners.entries()) {
    const { src, width, height } = await publishPhoto(`banners.${index}.picture`, picture)
    banners.push({ ...banner, src, width, height })
  }
  const mark = publishSvg('mark')
  if (mark && Math.abs(mark.proportion - 1) > maxMarkSkew) throw brandError('mark', 'must be as wide as it is high')
  const logo = publishSvg('logo')
  const socialPicture = social === undefined ? undefined : await readSocialPicture(file, social)
  const socialPath = socialPicture
    ? assets.publish(...socialPicture)
    : assets.publishDrawing('social.png', [JSON.stringify(heroPalette), mark?.text ?? ''], () =>
        drawSocialCard(heroPalette, mark?.text),
      )
  const { icons, touchIcon } = mark ? publishIcons(assets, mark, groundColours.dark) : shippedIcons
  const manifests = publishManifests(assets, { nameIn, ground: groundColours.dark, icons })
  const shown = {
    company,
    contact,
    logo: logo && { src: logo.src, ...fitInto(logoSpace, logo.proportion) },
    mark: mark?.src,
    styleSheet,
    hero: heroPhoto
      ? { wide: assets.publish('hero-wide.svg', frameHero(heroPhoto, heroPalette), svgType), narrow: heroPhoto.src }
      : hasOwnColours
        ? { wide: publishHero('wide'), narrow: publishHero('narrow') }
        : undefined,
    login: loginPhoto?.src ?? (hasOwnColours && !heroPhoto ? publishHero('login') : undefined),
    groundColours,
  }
  return {
    colours: hasOwnColours ? colours : undefined,
    banners,
    page: (locale: Locale): PageBrand => ({ name: nameIn(locale), ...shown }),
    head: (locale: Locale): HeadBrand => ({ manifest: manifests[locale], touchIcon, social: socialPath }),
    rootFiles: new Map(
      mark
        ? [
            rootFile(assets, faviconPath, mark.src),
            // A PNG, because clients that request /favicon.ico don't support SVG.
            rootFile(assets, '/favicon.ico', touchIcon),
            rootFile(assets, shippedIcons.touchIcon, touchIcon),
          ]
        : [],
    ),
  }
}

function rootFile(assets: PublishedAssets, path: string, published: string): [string, BrandAsset] {
  const asset = assets.get(published.slice(brandBasePath.length))
  if (asset === undefined) throw new Error(`${published}: no such file`)
  return [path, asset]
}

function publishIcons(assets: PublishedAssets, mark: { src: string; text: string }, ground: string) {
  const publishIcon = (size: number, maskable: boolean) =>
    assets.publishDrawing(`icon-${size}${maskable ? '-maskable' : ''}.png`, [mark.text, ground], () =>
      drawIcon(mark.text, { size, ground, maskable }),
    )
  const icon = (size: number, purpose?: 'maskable'): Icon => ({
    src: publishIcon(size, purpose !== undefined),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const drawing = { src: mark.src, sizes: 'any', type: 'image/svg+xml' }
  return { icons: [drawing, icon(192), icon(512), icon(512, 'maskable')], touchIcon: publishIcon(180, true) }
}

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
  const lost = findLostDrawing(original)
  if (lost !== undefined) throw brandError(field, `must be drawn with shapes and text, without <${lost}>`)
  const text = cleanSvg(original)
  if (text === undefined) throw brandError(field, 'must be an SVG file: <svg xmlns="http://www.w3.org/2000/svg" …>')
  const costly = findCostlyDrawing(text)
  if (costly !== undefined) throw brandError(field, costly)
  const [, width, height] = /^<svg[^>]*\sviewBox="[-\d.]+[ ,]+[-\d.]+[ ,]+([\d.]+)[ ,]+([\d.]+)"/.exec(text) ?? []
  const proportion = Number(width) / Number(height)
  if (!(proportion > 0 && Number.isFinite(proportion))) throw brandError(field, 'must have a viewBox')
  return { text, proportion }
}

async function readSocialPicture(file: LoadedBrandFile, name: string) {
  const { bytes, type, width, height } = await readPhoto(file, 'social', name)
  if (width !== socialSize.width || height !== socialSize.height) {
    throw brandError('social', `must be of ${socialSize.width} by ${socialSize.height} px, not ${width} by ${height}`)
  }
  return [`social.${type.slice('image/'.length)}`, bytes, type] as const
}

/** @throws SettingError that names the field, if the file is too large or not a picture. */
async function readPhoto(file: LoadedBrandFile, field: string, name: string) {
  const bytes = file.readBeside(field, name)
  const maxBytes = field === 'social' ? maxSocialBytes : maxPhotoBytes
  if (bytes.byteLength > maxBytes) throw brandError(field, `must be a file of at most ${maxBytes / 1024} KB`)
  const type = pictureTypeOf(bytes)
  const size = type && (await (await openPicture(bytes)).metadata().catch(() => undefined))
  if (!type || !size) throw brandError(field, 'must be a PNG, JPEG or WebP picture')
  return { bytes, type, width: size.width, height: size.height }
}

/** Returns an operator's hero picture for wide screens. The left half is plain and dark, as a background for text. */
function frameHero({ bytes, type }: { bytes: Buffer; type: string }, palette: Palette): string {
  const [calm] = palette.background
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%">',
    `<rect width="100%" height="100%" fill="${calm}"/>`,
    '<image x="50%" width="50%" height="100%" preserveAspectRatio="xMidYMid slice" ',
    `href="data:${type};base64,${bytes.toString('base64')}"/></svg>`,
  ].join('')
}
