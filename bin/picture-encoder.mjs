// @ts-check
/**
 * Converts upstream pictures to WebP, one at a time, in a separate process. The site can then end the process even if
 * libvips ignores its timeout.
 */
import { setPriority } from 'node:os'
import sharp from 'sharp'

/** The quality of WebP pictures, from 1 to 100. Source: docs/product.md, constants. */
const webpQuality = 75
/** The maximum number of pixels. Even a small file can declare far more pixels than fit into memory. */
const maxPixels = 16_000_000
/** The maximum width and height of WebP, in px. */
const maxSide = 16_383
/** The nice value, from -20 to 19. A positive value gives precedence to the site's pages. */
const priority = 5
const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const pngTextTypes = ['tEXt', 'zTXt', 'iTXt']

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`) })
setPriority(priority)

/** @param {Uint8Array} original @param {number} width the maximum width in px */
async function encode(original, width) {
  const picture = sharp(withoutPngText(original), { limitInputPixels: maxPixels, failOn: 'error' })
  const size = await picture.metadata()
  if (Math.max(size.width, size.height) > maxSide) throw new Error('picture: a side is too long')
  return picture.autoOrient().resize({ width, withoutEnlargement: true }).webp({ quality: webpQuality }).toBuffer()
}

/** Returns a PNG without its texts, which may expand to 1,000 times their size. @param {Uint8Array} original */
function withoutPngText(original) {
  const bytes = Buffer.from(original)
  if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) return bytes
  const kept = [pngSignature]
  for (let start = pngSignature.length; start + 8 <= bytes.length; ) {
    // A PNG chunk consists of its length, its type, its data and a checksum.
    const end = start + 12 + bytes.readUInt32BE(start)
    const type = bytes.toString('latin1', start + 4, start + 8)
    if (!pngTextTypes.includes(type)) kept.push(bytes.subarray(start, end))
    start = end
  }
  return Buffer.concat(kept)
}

// The channel is disconnected when the site's process exits.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', async (/** @type {{ original: Uint8Array, width: number }} */ { original, width }) => {
  const webp = await encode(original, width).catch(() => 'broken')
  process.send?.(webp)
})
process.send?.('ready')
