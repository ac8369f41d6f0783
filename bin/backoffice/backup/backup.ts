import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Backoffice } from '../backoffice-client'
import type { Result } from '../command'
import { writeFileWith } from '../write-response'
import { databaseUrl, run } from './pg-dump'

const dumpOptions = ['--format=custom', '--no-owner', '--no-privileges']

/**
 * Dumps the running site's database into a file. Only a complete file gets its final name and is recorded.
 * @param first the number of your first approval. It must be confirmed by another person, and the dump uses it up.
 */
export async function backup(backoffice: Backoffice, path: string, first?: string): Promise<Result> {
  const readUrl = () => databaseUrl(`pg_dump ${dumpOptions.join(' ')} --file=${path} "$DATABASE_URL"`)
  const { bytes, sha256 } = await writeFileWith(path, async (part) => {
    // A schema-only dump fails if pg_dump is missing, is too old or gets no answer, before the approval is used up.
    if (first !== undefined) await run('pg_dump', ['--schema-only', '--file=/dev/null'], readUrl())
    await backoffice.download('backup', { first })
    await run('pg_dump', [...dumpOptions, `--file=${part}`], readUrl())
    return { sha256: await hashFile(part), bytes: (await stat(part)).size }
  })
  await backoffice.call('record-backup', {})
  return {
    data: { status: 'success', file: path, bytes, sha256 },
    lines: [`${path}: ${bytes.toLocaleString('en')} bytes, for restore or pg_restore`, `sha256 ${sha256}`],
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes)
  return hash.digest('hex')
}
