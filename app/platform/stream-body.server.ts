import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'

export const rowsPerBatch = 1_000

export async function streamText(
  batches: AsyncGenerator<string, undefined>,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const first = await batches.next()
  async function* all() {
    if (!first.done) yield first.value
    yield* batches
  }
  return new Response(streamBody(all()), { headers: { ...headers, 'Cache-Control': 'no-store' } })
}

/** Returns a response body that reads chunks with backpressure, and stops if the client leaves. */
export function streamBody(chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array>) {
  const source = Readable.from(chunks, { objectMode: false })
  // A cancelled stream still emits an error after its reader has removed the error listener.
  source.on('error', () => {})
  return createReadableStreamFromReadable(source)
}
