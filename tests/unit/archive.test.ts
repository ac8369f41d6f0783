import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readArchive } from '~/embedded/store/archive.server'

describe('an archive with an altered bit', () => {
  let folder: string
  let path: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'madang-archive-'))
    path = join(folder, 'altered')
    const packed = pack()
    packed.entry({ name: 'one' }, randomBytes(400_000))
    packed.finalize()
    await pipeline(packed, createGzip(), createWriteStream(path))
    const bytes = readFileSync(path)
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 8) ^ 1, bytes.length - 8)
    writeFileSync(path, bytes)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

  it('is refused', async () => {
    await expect(readArchive(path, ({ content }) => pipeline(content, nowhere()))).rejects.toThrow()
  })

  it('is refused too when its content is read only after it was cut off', async () => {
    // So little that its end is met while the first of it waits to be read.
    writeFileSync(path, readFileSync(path).subarray(0, 4_000))
    const reading = readArchive(path, async ({ content }) => {
      await new Promise<void>((resolve) => content.once('close', resolve))
      await pipeline(content, nowhere())
    })
    await expect(reading).rejects.toThrow()
  })
})
