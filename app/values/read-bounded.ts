/** All bytes of a stream, or `too-large` when there were more than its bound. */
export type BoundedBytes = Uint8Array<ArrayBuffer> | 'too-large'

/**
 * Reads a stream up to a bound. The bytes are counted while reading, whatever Content-Length says. Rejects when the
 * stream breaks off or the signal aborts.
 *
 * @param options.contentLength a Content-Length header, which refuses too large bodies before they are read.
 * @param options.maxDrainedBytes how much is read and discarded after `too-large` before the stream is cancelled, so
 *   that a client that is still sending gets to read the response. Default: cancelled at once.
 */
export async function readBounded(
  stream: ReadableStream<Uint8Array> | null,
  options: { maxBytes: number; contentLength?: string | null; maxDrainedBytes?: number; signal?: AbortSignal },
): Promise<BoundedBytes> {
  const { maxBytes, contentLength = null, maxDrainedBytes = 0, signal } = options
  const isDeclaredTooLarge = contentLength !== null && Number(contentLength) > maxBytes
  if (isDeclaredTooLarge && maxDrainedBytes === 0) return 'too-large'
  if (!stream) return new Uint8Array()
  const reader = stream.getReader()
  const cancel = () => void reader.cancel().catch(() => undefined)
  if (isDeclaredTooLarge) {
    void drain(reader, maxDrainedBytes)
    return 'too-large'
  }
  const chunks: Uint8Array[] = []
  let total = 0
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { done, value } = await reader.read()
      if (done) break
      total += value.byteLength
      if (total > maxBytes) {
        void drain(reader, maxDrainedBytes)
        return 'too-large'
      }
      chunks.push(value)
    }
    // Cancelling ends a pending read like the end of the stream does.
    signal?.throwIfAborted()
  } catch (error) {
    cancel()
    throw error
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
  return concatenate(chunks, total)
}

function concatenate(chunks: readonly Uint8Array[], total: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(total)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

/** Reads and discards up to `maxBytes`, then cancels. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<void> {
  try {
    for (let total = 0; total < maxBytes; ) {
      const { done, value } = await reader.read()
      if (done) return
      total += value.byteLength
    }
    await reader.cancel()
  } catch {
    // The other side closed the connection.
  }
}
