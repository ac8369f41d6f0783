import { log } from '~/platform/telemetry/log.server'
import { streamBody } from '~/values/download.server'
import { days, toSeconds } from '~/values/durations'
import { strictCsp } from '../document/csp.server'

/** Sends JSON at the client's pace, also broken off. @param onEnd called once nothing more is sent */
export function jsonDownload(
  chunks: AsyncIterable<Uint8Array>,
  fileName: string,
  onEnd: () => void = () => {},
): Response {
  async function* all() {
    try {
      yield* chunks
    } catch (error) {
      log.warn({ why: error instanceof Error ? error.message : String(error) }, 'download cut off')
      throw error
    } finally {
      onEnd()
    }
  }
  return new Response(streamBody(all()), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      // Compressing it would hold it in memory as a whole.
      'Cache-Control': 'private, no-store, no-transform',
    },
  })
}

export const cacheForEver = `public, max-age=${toSeconds(days(365))}, immutable`

/** @param maxAgeSeconds for a file whose bytes may change at the same address */
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

/** A 404 that nothing caches, because the file may appear. */
export function respondWithoutFile(): Response {
  return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
}
