import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import type { Backoffice } from '../backoffice-client'
import type { Result } from '../command'
import { errorCode, Problem } from '../problem'
import { databaseUrl, dump } from './pg-dump'

/**
 * Dumps the running site's database into a file, which is named and recorded only when complete.
 * @param first the number of one's first approval, which another person opened
 */
export async function backup(backoffice: Backoffice, path: string, first?: string): Promise<Result> {
  const part = `${path}.part`
  try {
    // Created before pg_dump writes to it, which would let everybody read it.
    await rm(part, { force: true })
    await writeFile(part, '', { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
      throw new Problem(`${part}: can't be written (${errorCode(error)})`, { exitCode: 3 })
    })
    await backoffice.download('backup', { first })
    await dump(databaseUrl(`pg_dump --format=custom --no-owner --no-privileges --file=${path} "$DATABASE_URL"`), part)
    const sha256 = await hashFile(part)
    const { size: bytes } = await stat(part)
    await rename(part, path)
    await backoffice.call('record-backup', {})
    return {
      data: { status: 'success', file: path, bytes, sha256 },
      lines: [`${path}: ${bytes.toLocaleString('en')} bytes, for restore or pg_restore`, `sha256 ${sha256}`],
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
