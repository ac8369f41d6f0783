import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkedBackup } from './backup-archive.mjs'
import { Problem } from './desk-client.mjs'
import { databaseUrl, dump } from './pg-dump.mjs'

/**
 * Writes the store of the running site into a file, which has its name only when it was read through and is whole.
 *
 * @param {ReturnType<typeof import('./desk-client.mjs').deskAt>} desk
 * @param {string} path
 */
export async function backup(desk, path) {
  const part = `${path}.part`
  try {
    // Nobody else's to read from its first byte on: pg_dump would let everybody.
    await rm(part, { force: true })
    await writeFile(part, '', { flag: 'wx', mode: 0o600 }).catch((error) => {
      throw new Problem(`${part} can't be written (${error.code}).`, { exitCode: 3 })
    })
    // The log of the desk knows of it either way.
    const answer = await desk.look('backup')
    let says
    if (answer instanceof Response) {
      await received(answer, part)
      const { about } = await checkedBackup(part)
      const { transfers, entries } = about.rows
      says = `PGlite, ${transfers.toLocaleString('en')} transfers, ${entries.toLocaleString('en')} entries`
    } else {
      await dump(databaseUrl(`pg_dump --format=custom --no-owner --no-privileges --file=${path} "$DATABASE_URL"`), part)
      says = 'PostgreSQL, for pg_restore'
    }
    const sha256 = await hashOf(part)
    const { size: bytes } = await stat(part)
    await rename(part, path)
    return {
      data: { status: 'success', file: path, store: answer instanceof Response ? 'pglite' : 'postgres', bytes, sha256 },
      lines: [`${path}: ${bytes.toLocaleString('en')} bytes, ${says}`, `sha256 ${sha256}`],
    }
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function received(response, part) {
  try {
    await pipeline(Readable.fromWeb(response.body), createWriteStream(part, { flush: true }))
  } catch (error) {
    const words = error.syscall
      ? `${part} can't be written (${error.code}).`
      : 'The backup was cut off: the site ended in the middle.'
    throw new Problem(words, { exitCode: 3 })
  }
}

async function hashOf(path) {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes)
  return hash.digest('hex')
}
