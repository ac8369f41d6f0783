// @ts-check
/**
 * Makes WebP of an upstream's pictures, one at a time. It is a process of its own, so that the site can end it in the
 * middle of a picture: libvips has a time-out, but looks at it neither while it reads a header nor while it decodes a
 * whole picture before the first line. Started by app/brand/pictures/encoder.server.ts, without the site's settings.
 */
import { setPriority } from 'node:os'
import sharp from 'sharp'

/** Quality of every WebP picture, of 100. Source: docs/product.md, constants. */
const webpQuality = 75
/** Pixels of one picture. A small file can declare far more than memory holds. */
const maxPixels = 16_000_000
/** Width and height of one picture, in px: the most that WebP has. A PNG of a few very long lines took 1.8 GB and 7 s. */
const maxSide = 16_383
/** Below the site's pages, of -20 to 19. */
const priority = 5
const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const pngTextTypes = ['tEXt', 'zTXt', 'iTXt']

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`) })
setPriority(priority)

/**
 * @param {Uint8Array} original
 * @param {number} width at most, in px
 */
async function encode(original, width) {
  const picture = sharp(withoutPngText(original), { limitInputPixels: maxPixels, failOn: 'error' })
  const size = await picture.metadata()
  if (Math.max(size.width, size.height) > maxSide) throw new Error('A side is too long')
  return picture.autoOrient().resize({ width, withoutEnlargement: true }).webp({ quality: webpQuality }).toBuffer()
}

/**
 * A PNG without its texts. Each of hundreds may be compressed to a thousandth, and libpng inflates all of them.
 * @param {Uint8Array} original
 */
function withoutPngText(original) {
  const bytes = Buffer.from(original)
  if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) return bytes
  const kept = [pngSignature]
  for (let start = pngSignature.length; start + 8 <= bytes.length; ) {
    // A length, a type, the data and a checksum.
    const end = start + 12 + bytes.readUInt32BE(start)
    const type = bytes.toString('latin1', start + 4, start + 8)
    if (!pngTextTypes.includes(type)) kept.push(bytes.subarray(start, end))
    start = end
  }
  return Buffer.concat(kept)
}

// At once, even in the middle of a picture: the site has ended.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', async (/** @type {{ original: Uint8Array, width: number }} */ { original, width }) => {
  const webp = await encode(original, width).catch(() => 'broken')
  process.send?.(webp)
})
process.send?.('ready')
