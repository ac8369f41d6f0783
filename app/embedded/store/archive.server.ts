import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'

/** A file or folder of an archive; `name` is a relative path with `/` as separator. */
export type ArchiveEntry = { name: string; isFolder: boolean; bytes: number; content: Readable }

/**
 * Reads a gzipped tar to its end, where its checksum stands, and visits its entries one after another.
 *
 * @throws what `visit` throws, which ends the reading; an error when the archive is damaged, can't be read, or holds
 * anything but files and folders.
 */
export async function readArchive(path: string, visit: (entry: ArchiveEntry) => Promise<void>): Promise<void> {
  const entries = extract()
  let visiting = Promise.resolve()
  const visitOne = async (
    { name, type, size = 0 }: { name: string; type?: string | null; size?: number },
    content: Readable,
  ) => {
    if (type !== 'file' && type !== 'directory') throw new Error('it holds something that is no file')
    await visit({ name, isFolder: type === 'directory', bytes: size, content })
  }
  entries.on('entry', (header, content, next) => {
    // Who visits may come to the content only after it was cut off, and would wait for ever.
    const cutOff = new Promise<never>((_, reject) => content.once('error', reject))
    visiting = Promise.race([visitOne(header, content as Readable), cutOff]).then(
      () => {
        content.resume()
        next()
      },
      (error: Error) => void entries.destroy(error),
    )
  })
  try {
    await pipeline(createReadStream(path), createGunzip(), entries)
  } finally {
    await visiting
  }
}

/**
 * Writes an archive's file, or creates its folder, inside of `folder`, where nothing is yet; readable by the owner alone.
 *
 * @throws an error when it would land outside.
 */
export async function writeEntry({ name, isFolder, content }: ArchiveEntry, folder: string): Promise<void> {
  const path = join(folder, name)
  if (relative(folder, path).startsWith('..')) throw new Error(`it holds the path ${name}`)
  await mkdir(isFolder ? path : dirname(path), { recursive: true, mode: 0o700 })
  if (!isFolder) await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
}
