import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'

/** Returns a response's body that reads its chunks at the client's pace, and ends them when the client leaves. */
export function streamBody(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array>,
): ReadableStream<Uint8Array> {
  const source = Readable.from(chunks, { objectMode: false })
  // A cancelled body passes its error on after it has stopped listening.
  source.on('error', () => {})
  return createReadableStreamFromReadable(source)
}
