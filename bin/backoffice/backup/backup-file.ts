import { closeSync, openSync, readSync } from 'node:fs'
import { checkBackup, restoreBackup } from '~/embedded/store/backup.server'
import type { Store } from '~/embedded/store/store.server'
import { errorCode, isSystemError, Problem, usage } from '../problem'

/** The header of a backup from release 1.0.0: its creation time (ISO 8601 in UTC) and its newest migration. */
export type BackupContents = { madeAt: string; schema: string }

/** Reads a whole PGlite backup from release 1.0.0. @throws Problem if the file is another kind of file or damaged */
export async function checkedBackup(path: string): Promise<BackupContents> {
  try {
    const { madeAt, migrations } = await checkBackup(path)
    return { madeAt, schema: migrations.at(-1)?.name ?? '' }
  } catch (error) {
    if (isSystemError(error)) throw new Problem(`${path}: can't be read (${errorCode(error)})`)
    throw new Problem(`${path}: damaged, or no backup that this program can restore (${(error as Error).message})`)
  }
}

export function backupKind(path: string): 'postgres' | 'pglite' {
  const head = Buffer.alloc(5)
  try {
    const file = openSync(path, 'r')
    readSync(file, head, 0, 5, 0)
    closeSync(file)
  } catch (error) {
    throw new Problem(`${path}: can't be read (${errorCode(error)})`, usage)
  }
  if (head.toString('latin1') === 'PGDMP') return 'postgres'
  if (head.readUInt16BE(0) === 0x1f8b) return 'pglite'
  throw new Problem(`${path}: not a backup of this site`)
}

/** Restores a PGlite backup into an empty PostgreSQL database or folder. @throws Problem */
export async function loadBackup(path: string, target: { url: string } | { dataDir: string }): Promise<void> {
  const store = await openTarget(target)
  try {
    await restoreBackup(store, path)
  } catch (error) {
    throw new Problem(`${path}: can't be restored (${(error as Error).message})`)
  } finally {
    await store.close()
  }
}

// The store modules are imported lazily, because only this command opens a store.
async function openTarget(target: { url: string } | { dataDir: string }): Promise<Store> {
  if ('dataDir' in target) return (await import('~/embedded/store/pglite.server')).openPglite(target)
  const { openPostgres } = await import('~/embedded/store/postgres.server')
  return openPostgres({ url: target.url, pool: 1, warn: () => {} })
}
