import { streamBody } from '~/platform/stream-body.server'
import { log } from '~/platform/telemetry/log.server'

/** Streams JSON as a download with backpressure. @param onEnd called at the end or if the client aborts */
export function jsonDownload(chunks: AsyncIterable<Uint8Array>, fileName: string, onEnd: () => void = () => {}) {
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
      // `no-transform` prevents compression, which would buffer the whole response.
      'Cache-Control': 'private, no-store, no-transform',
    },
  })
}
