import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

export type Encoding = 'br' | 'gzip' | 'identity'

/** Quality that costs a millisecond on a page and leaves little for more. */
const brotliQuality = 4
const gzipLevel = 6

/** The encoding to answer a request in: brotli, else gzip, else none, by its Accept-Encoding. */
export function encodingOf(request: Request): Encoding {
  const accepted = new Map<string, boolean>()
  for (const part of (request.headers.get('Accept-Encoding') ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const refused = parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))
    accepted.set(name, !refused)
  }
  const takes = (name: string) => accepted.get(name) ?? accepted.get('*') ?? false
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}

/**
 * A whole page as it goes on the wire, packed once. The server's own compression leaves what is encoded alone; left
 * to itself it would pack each chunk apart.
 */
export async function compressed(
  html: string,
  request: Request,
): Promise<{ body: Uint8Array<ArrayBuffer>; headers: Record<string, string> }> {
  const encoding = encodingOf(request)
  const plain = Buffer.from(html)
  const body =
    encoding === 'br'
      ? await packBrotli(plain, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
          },
        })
      : encoding === 'gzip'
        ? await packGzip(plain, { level: gzipLevel })
        : plain
  return {
    body: new Uint8Array(body),
    headers: {
      Vary: 'Cookie, Save-Data, Accept-Encoding',
      'Content-Length': String(body.byteLength),
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    },
  }
}
