import type { Sharp } from 'sharp'
import type { Palette } from '~/ui/artwork/palettes'
import { heroArt } from '~/ui/artwork/scenes/site-pictures'

/** The maximum number of pixels per picture. A small file can declare a huge picture. */
const maxPixels = 16_000_000

let loaded: Promise<typeof import('sharp').default> | undefined

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  // One thread per picture is enough, because callers limit how many pictures are drawn at once.
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`) })
  return sharp
}

/** Opens a picture with sharp, which is imported on first use to save memory on sites without pictures. */
export async function openPicture(bytes: Uint8Array, options: { density?: number } = {}): Promise<Sharp> {
  loaded ??= loadSharp()
  const sharp = await loaded
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', ...options })
}

/** The size of the preview picture for links to the site, in px. */
export const socialSize = { width: 1200, height: 630 } as const

/** The maximum share of a maskable icon's width for a square mark. Systems may crop the icon to a circle of 80 %. */
const maskableShare = 0.56
const ownDensity = 72
const maxDensity = 2_400

export async function drawIcon(
  mark: string,
  { size, ground, maskable }: { size: number; ground: string; maskable: boolean },
): Promise<Buffer> {
  const width = Math.round(size * (maskable ? maskableShare : 1))
  const before = Math.floor((size - width) / 2)
  const after = size - width - before
  return (await openMark(mark, width))
    .extend({ top: before, left: before, bottom: after, right: after, background: ground })
    .flatten({ background: ground })
    .png({ palette: true })
    .toBuffer()
}

export async function drawSocialCard(palette: Palette, mark: string | undefined): Promise<Buffer> {
  const { width, height } = socialSize
  const scene = heroArt('wide', palette).replace('width="100%" height="100%"', `width="${width}" height="${height}"`)
  const markWidth = Math.round(height / 2)
  const marks = mark === undefined ? [] : [await (await openMark(mark, markWidth)).png().toBuffer()]
  const [left, top] = [(width / 2 - markWidth) / 2, (height - markWidth) / 2]
  return (await openPicture(Buffer.from(scene)))
    .composite(marks.map((input) => ({ input, left: Math.round(left), top: Math.round(top) })))
    .png({ palette: true })
    .toBuffer()
}

async function openMark(mark: string, width: number) {
  const bytes = Buffer.from(mark)
  const { width: ownWidth = width } = await (await openPicture(bytes)).metadata()
  const density = Math.min(maxDensity, Math.max(1, Math.ceil((ownDensity * width) / ownWidth)))
  return (await openPicture(bytes, { density })).resize({ width, height: width, fit: 'contain', background: '#0000' })
}
