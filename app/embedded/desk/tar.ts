/** Block size in bytes: headers and contents start at multiples of it. */
const blockBytes = 512

/** A file or folder in a tar; a folder has no content. `name` is a relative path with `/` as separator. */
export type TarEntry = { name: string; mode: number; content?: { bytes: number; chunks: AsyncIterable<Uint8Array> } }

/**
 * Yields a POSIX tar of the entries, chunk by chunk.
 *
 * @throws RangeError when a name is longer than 100 bytes, or a content's length differs from its `bytes`.
 */
export async function* createTar(entries: AsyncIterable<TarEntry>, now: Date): AsyncGenerator<Uint8Array> {
  for await (const { name, mode, content } of entries) {
    yield header({ name, mode, bytes: content?.bytes, now })
    if (!content) continue
    let written = 0
    for await (const part of content.chunks) {
      written += part.byteLength
      yield part
    }
    if (written !== content.bytes) throw new RangeError(`${name} changed while it was read`)
    if (written % blockBytes !== 0) yield new Uint8Array(blockBytes - (written % blockBytes))
  }
  yield new Uint8Array(2 * blockBytes)
}

function header({ name, mode, bytes, now }: { name: string; mode: number; bytes?: number; now: Date }): Uint8Array {
  const path = bytes === undefined ? `${name}/` : name
  if (Buffer.byteLength(path) > 100) throw new RangeError(`${path} is too long a name for a tar`)
  const head = Buffer.alloc(blockBytes)
  const octal = (value: number, at: number, length: number) =>
    head.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'ascii')
  head.write(path, 0, 'utf8')
  octal(mode, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(bytes ?? 0, 124, 12)
  octal(Math.floor(now.getTime() / 1_000), 136, 12)
  head.write(bytes === undefined ? '5' : '0', 156, 'ascii')
  head.write('ustar\x0000', 257, 'latin1')
  // The checksum is computed with spaces in its own field.
  head.fill(' ', 148, 156)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return head
}
