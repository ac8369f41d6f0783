/** The whole body of a request: too large past 64 KiB, broken when the other side stopped in the middle. */
export type ReadBody = Uint8Array<ArrayBuffer> | 'too-large' | 'broken'

const bodyBytesMax = 64 * 1024
/** What is read and thrown away after a refusal, so that a well-meaning client gets to see the answer. */
const drainedBytesMax = 64 * 1024 * 1024

/** Reads the body of a form or call, counted while reading as well. */
export async function readBody(request: Request): Promise<ReadBody> {
  return request.body ? boundedBytes(request.body, request.headers.get('Content-Length')) : new Uint8Array()
}

/** The bytes of a stream; 'too-large' past the limit, 'broken' when the other side stopped in the middle. */
export async function boundedBytes(stream: ReadableStream<Uint8Array>, announced: string | null): Promise<ReadBody> {
  const reader = stream.getReader()
  if (announced !== null && Number(announced) > bodyBytesMax) {
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
      if (total > bodyBytesMax) {
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

/** Reads on without keeping anything. Cancelling at once would cut the connection before the answer is read. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let total = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      total += value.byteLength
      if (total > drainedBytesMax) return await reader.cancel()
    }
  } catch {
    // The other side left, which ends it as well.
  }
}
