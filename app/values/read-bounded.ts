export type BoundedSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array> | null

/** Reads a stream up to a limit. @param options.contentLength the declared length; if too large, nothing is read */
export async function readBounded(
  stream: BoundedSource,
  { maxBytes, contentLength = null }: { maxBytes: number; contentLength?: string | null },
): Promise<Uint8Array<ArrayBuffer> | 'too-large'> {
  if (Number(contentLength) > maxBytes) return 'too-large'
  if (!stream) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let total = 0
  // Returning from the loop also cancels the stream.
  for await (const chunk of stream) {
    total += chunk.byteLength
    if (total > maxBytes) return 'too-large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
