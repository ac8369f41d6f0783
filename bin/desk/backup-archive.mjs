import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Problem } from './desk-client.mjs'

/** Headers and contents of a tar begin at multiples of this many bytes. */
const block = 512
const format = 'madang-house-1'
/** What no store of PostgreSQL lacks. */
const needed = ['house/PG_VERSION', 'house/global/pg_control']

/**
 * Reads a backup of PGlite through, every byte of it.
 *
 * @returns {Promise<{ about: { format: string, madeAt: string, schema: string, rows: Record<string, number> }, files: number, bytes: number }>}
 *   what it says of itself, how many files it holds, and their bytes when unpacked
 * @throws {Problem} when it is none, or not whole
 */
export function checkedBackup(path) {
  return through(path, async ({ parts }) => {
    for await (const _ of parts) {
      // Read on: what is packed proves itself at its end.
    }
  })
}

/** Unpacks a backup into `folder`, which then holds the folder `house`. As `checkedBackup`. */
export function unpackBackup(path, folder) {
  return through(path, async ({ name, isFolder, parts }) => {
    const target = join(folder, name)
    if (isFolder) {
      await mkdir(target, { recursive: true, mode: 0o700 })
      return
    }
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await pipeline(Readable.from(parts), createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }))
  })
}

async function through(path, visit) {
  let about
  let files = 0
  let bytes = 0
  const seen = new Set()
  try {
    await pipeline(createReadStream(path), createGunzip(), async (source) => {
      for await (const entry of entriesIn(source)) {
        if (!about) {
          about = await aboutIn(entry)
          continue
        }
        // Nothing of a backup may land outside of its folder.
        if (!/^house(\/[\w-][\w.-]*)*\/?$/.test(entry.name)) throw new Problem(`${path} holds the path ${entry.name}.`)
        seen.add(entry.name)
        if (!entry.isFolder) files += 1
        bytes += entry.bytes
        await visit(entry)
      }
    })
  } catch (error) {
    if (error instanceof Problem) throw error
    if (error.code === 'ENOENT' || error.code === 'EACCES' || error.code === 'EISDIR') {
      throw new Problem(`${path} can't be read (${error.code}).`, { status: 'usage', exitCode: 2 })
    }
    if (error.syscall) throw new Problem(`The backup can't be unpacked (${error.code}).`)
    throw new Problem(`${path} is damaged or no backup of this site (${error.message}).`)
  }
  if (!about || needed.some((name) => !seen.has(name))) throw new Problem(`${path} is no whole backup of this site.`)
  return { about, files, bytes }
}

async function aboutIn({ name, parts }) {
  const texts = []
  for await (const part of parts) texts.push(part)
  try {
    const about = JSON.parse(Buffer.concat(texts).toString('utf8'))
    if (name === 'backup.json' && about.format === format && typeof about.rows?.entries === 'number') return about
  } catch {
    // Said below.
  }
  throw new Problem('The file is no backup of this site, or one of a newer program.')
}

/**
 * The entries of a tar, each to be read before the next.
 *
 * @param {AsyncIterable<Buffer>} source
 */
async function* entriesIn(source) {
  const reader = readerOf(source)
  for (;;) {
    const head = await reader.exactly(block)
    if (head.every((byte) => byte === 0)) break
    const sum = head.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
    if (octal(head, 148, 8) !== sum) throw new Error('a header does not add up')
    const bytes = octal(head, 124, 12)
    const isFolder = textIn(head, 156, 1) === '5'
    if (!isFolder && textIn(head, 156, 1) !== '0') throw new Error('it holds something that is no file')
    yield { name: textIn(head, 0, 100), isFolder, bytes, parts: reader.parts(bytes) }
    await reader.skipTo(bytes)
    if (bytes % block !== 0) await reader.exactly(block - (bytes % block))
  }
  // The rest is read as well: the check sum stands behind it.
  await reader.end()
}

function readerOf(source) {
  const incoming = source[Symbol.asyncIterator]()
  let rest = Buffer.alloc(0)
  /** Read of the current entry. */
  let done = 0

  /** Up to `most` bytes, one at least. */
  async function some(most) {
    while (rest.length === 0) {
      const { value, done: ended } = await incoming.next()
      if (ended) throw new Error('it ends too early')
      rest = value
    }
    const part = rest.subarray(0, most)
    rest = rest.subarray(part.length)
    return part
  }

  async function* parts(bytes) {
    done = 0
    while (done < bytes) {
      const part = await some(bytes - done)
      done += part.length
      yield part
    }
  }

  return {
    parts: (bytes) => {
      done = 0
      return parts(bytes)
    },
    async skipTo(bytes) {
      while (done < bytes) done += (await some(bytes - done)).length
    },
    async exactly(bytes) {
      const got = []
      for (let left = bytes; left > 0; ) {
        const part = await some(left)
        left -= part.length
        got.push(part)
      }
      return Buffer.concat(got)
    },
    async end() {
      while (!(await incoming.next()).done);
    },
  }
}

function octal(head, at, length) {
  const text = textIn(head, at, length).trim()
  if (!/^[0-7]+$/.test(text)) throw new Error('a header is unreadable')
  return Number.parseInt(text, 8)
}

/** A field of a header: ends at the first NUL. */
function textIn(head, at, length) {
  const field = head.subarray(at, at + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? length : end)
}
