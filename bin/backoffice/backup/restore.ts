import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkBackup, restoreBackup } from '~/embedded/store/backup.server'
import { FolderInUse, lockFolder, pathExists } from '~/embedded/store/folder-lock.server'
import { renameSynced } from '~/embedded/store/synced-folder.server'
import { formatSeoulMinute } from '~/values/seoul'
import { errorCode, isSystemError, Problem, problem, textFor, usage } from '../problem'
import { dataDir, projectRoot, readSetting } from '../settings'
import { assertWithoutSites, emptyOnFailure, restoreDump, run } from './pg-dump'
import { auditRestored, type RestoredAudit, reportProgress, withDraft } from './restored-site'

type Restored = { dryRun?: true; about?: BackupContents; audit?: RestoredAudit['audit']; says: string[] }

/** Restores a backup, and lets a separate site process open and audit it. If that fails, removes the data again. */
export async function restore(path: string, { dryRun }: { dryRun: boolean }): Promise<Restored> {
  assertOwnStore()
  const kind = backupKind(path)
  const url = readSetting('DATABASE_URL')
  if (kind === 'postgres' && !url) throw new Problem('Backup: made on PostgreSQL; set DATABASE_URL', usage)
  const folder = dataDir()
  if (!url) lockUnused(folder)()
  else if ((await assertWithoutSites(url)) > 0) throw problem('database.notEmpty', {}, { status: 'not_empty' })
  // Reads the whole dump, because even a truncated dump may have a readable table of contents.
  if (kind === 'postgres' && url) await run('pg_restore', ['--file=/dev/null', path], url)
  if (!dryRun) await mkdir(folder, { recursive: true, mode: 0o700 })
  // The draft folder is on the same disk as the final folder, so that the data can be renamed into place.
  const draft = await mkdtemp(join(dryRun ? tmpdir() : folder, 'restore-'))
  return withDraft(draft, async () => {
    const about = kind === 'postgres' ? undefined : await checkedBackup(path)
    const into = url ? 'the database' : folder
    const source = about
      ? textFor('restore.backup', { ...about, madeAt: formatSeoulMinute(about.madeAt) })
      : textFor('restore.dump')
    if (dryRun) return { dryRun, about, says: [source, textFor('restore.possible', { into })] }

    reportProgress(`Restoring ${path}`)
    const dataDir = join(draft, 'restored')
    if (kind === 'postgres' && url) await restoreDump(url, path)
    const open = async () => {
      if (kind === 'pglite') await loadBackup(path, url ? { url } : { dataDir })
      return auditRestored({ DATA_DIR: dataDir, ...(url ? {} : { DATABASE_URL: '', DATABASE_URL_FILE: '' }) })
    }
    const { audit, ended } = await (url ? emptyOnFailure(url, open) : open())
    if (!url) {
      const unlock = lockUnused(folder)
      await renameSynced(join(dataDir, 'house'), join(folder, 'house')).finally(unlock)
    }
    return { about, audit, says: [source, textFor('restore.done', { into, ended })] }
  })
}

export async function readyRestored(): Promise<Restored> {
  assertOwnStore()
  const url = readSetting('DATABASE_URL')
  const folder = dataDir()
  if (url) await assertWithoutSites(url)
  else {
    lock(folder)()
    if (!pathExists(join(folder, 'house'))) throw problem('store.none', { folder }, { status: 'no_store' })
  }
  const { audit, ended } = await auditRestored({ DATA_DIR: folder })
  return { audit, says: [textFor('restore.ready', { ended })] }
}

function assertOwnStore(): void {
  if (readSetting('UPSTREAM_URL')) throw problem('store.upstream', {}, usage)
  if (!existsSync(join(projectRoot, 'build/server/index.js'))) throw problem('site.notBuilt', {}, usage)
}

/** Locks a folder. @returns the unlock function @throws Problem if it contains a store or a site is creating one */
function lockUnused(folder: string): () => void {
  const path = join(folder, 'house')
  if (pathExists(path)) throw problem('store.already', { folder, path }, { status: 'not_empty' })
  return lock(folder)
}

/** Locks a folder, if it exists. @returns the unlock function @throws Problem if a site has it open */
function lock(folder: string): () => void {
  const path = join(folder, 'house.lock')
  try {
    return lockFolder(path)
  } catch (error) {
    if (error instanceof FolderInUse) throw new Problem(error.message, { status: 'in_use' })
    if (errorCode(error) === 'ENOENT') return () => {}
    throw new Problem(`${path}: can't be read (${errorCode(error)})`, { exitCode: 3 })
  }
}

/** The header of a backup from release 1.0.0: the creation time (ISO 8601 in UTC) and the newest migration. */
type BackupContents = { madeAt: string; schema: string }

/** Reads a whole PGlite backup from release 1.0.0. @throws Problem if it is damaged or not such a backup */
async function checkedBackup(path: string): Promise<BackupContents> {
  try {
    const { madeAt, migrations } = await checkBackup(path)
    return { madeAt, schema: migrations.at(-1)?.name ?? '' }
  } catch (error) {
    if (isSystemError(error)) throw new Problem(`${path}: can't be read (${errorCode(error)})`)
    throw problem('backup.damaged', { path, reason: (error as Error).message }, {})
  }
}

function backupKind(path: string): 'postgres' | 'pglite' {
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

async function loadBackup(path: string, target: { url: string } | { dataDir: string }): Promise<void> {
  // Imported lazily, because only this command opens a store.
  const store = await ('dataDir' in target
    ? (await import('~/embedded/store/pglite.server')).openPglite(target)
    : (await import('~/embedded/store/postgres.server')).openPostgres({ url: target.url, pool: 1, warn: () => {} }))
  try {
    await restoreBackup(store, path)
  } catch (error) {
    throw new Problem(`${path}: can't be restored (${(error as Error).message})`)
  } finally {
    await store.close()
  }
}
