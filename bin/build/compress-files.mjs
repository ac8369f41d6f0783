// @ts-check
// Compresses the client files of the built site: x.js gets x.js.br (Brotli level 11) and x.js.gz next to it. The HTTP
// server sends these files unchanged. `npm run build` runs this after it has built the site.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const folder = fileURLToPath(new URL('../../build/client', import.meta.url))
const compressible = /\.(?:js|css|json|svg|html|txt|xml|webmanifest|ico)$/
/** @type {Record<'.br' | '.gz', (bytes: Buffer) => Promise<Buffer>>} */
const compressors = {
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

const entries = await readdir(folder, { recursive: true, withFileTypes: true })
const names = entries
  .filter((entry) => entry.isFile() && compressible.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
await Promise.all(
  names.map(async (name) => {
    const bytes = await readFile(name)
    for (const ending of /** @type {const} */ (['.br', '.gz'])) {
      const compressed = await compressors[ending](bytes)
      // If the compressed copy is not smaller, the file is sent uncompressed.
      if (compressed.byteLength < bytes.byteLength) await writeFile(`${name}${ending}`, compressed)
    }
  }),
)
