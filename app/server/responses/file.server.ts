import { days, hours, toSeconds } from '~/values/durations'
import { strictCsp } from '../html-head/csp.server'

export const cacheForEver = `public, max-age=${toSeconds(days(365))}, immutable`

export const cacheForAnHour = `public, max-age=${toSeconds(hours(1))}`

/** @param maxAgeSeconds how long to cache a file whose bytes may change. If undefined, it is cached permanently. */
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

/** Returns a 404 that is not cached, because the file may appear later. */
export const respondWithoutFile = (): Response =>
  new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
