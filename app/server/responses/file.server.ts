import { days, toSeconds } from '~/values/durations'
import { strictCsp } from '../document/csp.server'

/** The Cache-Control of a file whose address changes with its bytes. */
export const cacheForEver = `public, max-age=${toSeconds(days(365))}, immutable`

/**
 * A file whose address changes with its bytes, so that it is cached for ever.
 *
 * @param bytes which a browser that opens the file alone shows without script and in an origin of its own.
 * @param maxAgeSeconds for a file whose bytes may change at the same address.
 */
export function respondWithFile(
  bytes: string | Uint8Array,
  { contentType, maxAgeSeconds }: { contentType: string; maxAgeSeconds?: number },
): Response {
  return new Response(typeof bytes === 'string' ? bytes : new Uint8Array(bytes), {
    headers: {
      'Content-Type': contentType,
      'Cache-Control': maxAgeSeconds === undefined ? cacheForEver : `public, max-age=${maxAgeSeconds}`,
      'Content-Security-Policy': `${strictCsp}; sandbox`,
    },
  })
}

/** The response where there is no such file. It may come to be, so nothing keeps it. */
export function respondWithoutFile(): Response {
  return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
}
