import type { Sharp } from 'sharp'

/** Pixels of one picture. A small file can declare far more than memory holds. */
const maxPixels = 16_000_000

let loaded: Promise<typeof import('sharp').default> | undefined

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  // One thread a picture: the callers bound how many run.
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Png', 'Jpeg', 'Webp', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`),
  })
  return sharp
}

/** A picture ready for work. Loads the library at first use, so that a site without pictures never has it in memory. */
export async function openPicture(bytes: Uint8Array, options: { density?: number } = {}): Promise<Sharp> {
  loaded ??= loadSharp()
  const sharp = await loaded
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', ...options })
}
