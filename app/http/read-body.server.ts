/** The body of a request: `too-large` past 64 KiB, `broken` when the client stopped in the middle. */
export type ReadBody = Uint8Array<ArrayBuffer> | 'too-large' | 'broken'

const maxBodyBytes = 64 * 1024
/** How much is read and discarded after a refusal, so that the client gets to read the response. */
const maxDrainedBytes = 64 * 1024 * 1024

/** Reads the body of a form or API call. The bytes are counted while reading, whatever Content-Length says. */
export async function readBody(request: Request): Promise<ReadBody> {
  return request.body ? readBoundedBytes(request.body, request.headers.get('Content-Length')) : new Uint8Array()
}

/** Reads a stream up to 64 KiB. @param contentLength the Content-Length header, which refuses too large bodies early. */
export async function readBoundedBytes(
  stream: ReadableStream<Uint8Array>,
  contentLength: string | null,
): Promise<ReadBody> {
  const reader = stream.getReader()
  if (contentLength !== null && Number(contentLength) > maxBodyBytes) {
    void drain(reader)
    return 'too-large'
  }
  const chunks: Uint8Array[] = []
  let total = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      total += value.byteLength
      if (total > maxBodyBytes) {
        void drain(reader)
        return 'too-large'
      }
      chunks.push(value)
    }
  } catch {
    return 'broken'
  }
  const bytes = new Uint8Array(total)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

/** Reads and discards the rest. Cancelling at once would close the connection before the client reads the response. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let total = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      total += value.byteLength
      if (total > maxDrainedBytes) return await reader.cancel()
    }
  } catch {
    // The client closed the connection.
  }
}
