import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import type { Backoffice } from '../backoffice-client'
import type { Result } from '../command'
import { errorCode, Problem } from '../problem'
import { writeResponse } from '../write-response'
import { checkedBackup } from './backup-file'
import { databaseUrl, dump } from './pg-dump'

/**
 * Writes the running site's store into a file, which gets its name and is recorded only when it is complete.
 *
 * @param first the number of one's first approval, which another person opened.
 */
export async function backup(backoffice: Backoffice, path: string, first?: string): Promise<Result> {
  const part = `${path}.part`
  try {
    // Created before pg_dump writes to it, which would let everybody read it.
    await rm(part, { force: true })
    await writeFile(part, '', { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
      throw new Problem(`${part} can't be written (${errorCode(error)}).`, { exitCode: 3 })
    })
    // Asked on PostgreSQL as well, so that the back office's log has it.
    const result = await backoffice.download('backup', { first })
    let says: string
    if (result instanceof Response) {
      await writeResponse(result, part)
      await checkedBackup(part)
      says = 'PGlite, for `restore` into PGlite or PostgreSQL'
    } else {
      await dump(databaseUrl(`pg_dump --format=custom --no-owner --no-privileges --file=${path} "$DATABASE_URL"`), part)
      says = 'PostgreSQL, for pg_restore'
    }
    const sha256 = await hashFile(part)
    const { size: bytes } = await stat(part)
    await rename(part, path)
    await backoffice.call('record-backup', {})
    return {
      data: { status: 'success', file: path, store: result instanceof Response ? 'pglite' : 'postgres', bytes, sha256 },
      lines: [`${path}: ${bytes.toLocaleString('en')} bytes, ${says}`, `sha256 ${sha256}`],
    }
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes)
  return hash.digest('hex')
}
