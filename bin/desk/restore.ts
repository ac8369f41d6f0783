import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdtempSync, openSync, readSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackupManifest } from '~/embedded/desk/backup-format'
import { findHolder } from '~/embedded/store/lock-holder.server'
import { formatSeoulMinute } from '~/values/seoul'
import { type BackupContents, checkBackup, unpackBackup } from './backup-archive'
import { assertEmpty, assertWithoutSites, checkDump, restoreDump } from './pg-dump'
import { errorCode, Problem, pathExists, readOrProblem, usage } from './problem'
import { auditRestored, type RestoredAudit, reportProgress, withDraft } from './restored-site'
import { dataDir, projectRoot, readSetting } from './settings'

/** What a restore did: the backup's manifest, the audit of the restored store, and lines for people. */
export type Restored = { dryRun?: true; about?: BackupManifest; audit?: RestoredAudit['audit']; says: string[] }

/**
 * Restores a backup into the store that the settings name. The site itself opens it, on a port of its own, and audits
 * it before it is used.
 */
export async function restore(path: string, { dryRun }: { dryRun: boolean }): Promise<Restored> {
  const kind = backupKind(path)
  const url = readSetting('DATABASE_URL')
  assertOwnStore()
  if (kind === 'postgres' && !url) throw new Problem('This backup is of PostgreSQL: set DATABASE_URL.', usage)
  if (kind === 'pglite' && url) {
    throw new Problem('This backup is of PGlite, and DATABASE_URL is set. Unset it to restore into DATA_DIR.', usage)
  }
  return url ? restorePostgres(path, url, dryRun) : restorePglite(path, dryRun)
}

/** Makes the store that the settings name, which was put back by other means, ready to serve. */
export async function readyRestored(): Promise<Restored> {
  assertOwnStore()
  const url = readSetting('DATABASE_URL')
  const folder = dataDir()
  if (url) await assertWithoutSites(url)
  else {
    assertNotOpen(folder)
    if (!pathExists(join(folder, 'house'))) throw new Problem(`${folder} holds no store.`, { status: 'no_store' })
  }
  const { audit, ended } = await auditRestored({ DATA_DIR: folder })
  if (!audit.inOrder) throw notInOrder(audit, [], 'It is left as it is, to be looked at.')
  return { audit, says: [`Ready to serve. The books are in order; ${ended}`] }
}

/** @throws Problem when the settings name a site without a store, or the site that opens what is restored is not built */
function assertOwnStore(): void {
  if (readSetting('UPSTREAM_URL')) throw new Problem('UPSTREAM_URL is set: such a site has no store of its own.', usage)
  if (!existsSync(join(projectRoot, 'build/server/index.js'))) {
    throw new Problem('The site is not built, and opens what is restored. Run: npm run build', usage)
  }
}

async function restorePglite(path: string, dryRun: boolean): Promise<Restored> {
  const folder = dataDir()
  assertUnused(folder)
  if (dryRun) {
    const contents = await checkBackup(path)
    return { dryRun, about: contents.about, says: [describeBackup(contents), `It would go to ${folder}.`] }
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `restore-${randomBytes(6).toString('hex')}`)
  await mkdir(draft, { mode: 0o700 })
  return withDraft(draft, async () => {
    reportProgress(`Unpacking ${path}`)
    const contents = await unpackBackup(path, draft)
    const { about } = contents
    const { audit, ended } = await auditRestored({ DATA_DIR: draft, DATABASE_URL: '', DATABASE_URL_FILE: '' })
    const counts: Readonly<Record<string, unknown>> = audit.figures
    const lost = Object.entries(about.rows).filter(([name, count]) => Number(counts[name] ?? count) < count)
    if (!audit.inOrder || lost.length > 0) throw notInOrder(audit, lost, `${folder} stays empty.`)
    assertUnused(folder)
    const aside = await replaceJournal(draft, folder)
    await rename(join(draft, 'house'), join(folder, 'house'))
    return {
      about,
      audit,
      says: [
        describeBackup(contents),
        ...(aside ? [`The journal of the earlier store, which names what came after the backup, is ${aside}.`] : []),
        `Restored into ${folder}. The books are in order; ${ended}`,
      ],
    }
  })
}

/**
 * Puts the restored store's journal in the place of the earlier one, which names what was acknowledged after the backup
 * and would report it as lost.
 *
 * @returns the path that the earlier one was moved to.
 */
async function replaceJournal(draft: string, folder: string): Promise<string | undefined> {
  const path = join(folder, 'house.journal')
  const aside = pathExists(path) ? `${path}.before-${new Date().toISOString().replace(/[:.]/g, '-')}` : undefined
  if (aside) await rename(path, aside)
  if (pathExists(join(draft, 'house.journal'))) await rename(join(draft, 'house.journal'), path)
  return aside
}

async function restorePostgres(path: string, url: string, dryRun: boolean): Promise<Restored> {
  await assertEmpty(url)
  await checkDump(url, path)
  if (dryRun) return { dryRun, says: ['It is a whole dump of PostgreSQL, and the database is empty.'] }
  reportProgress(`Restoring ${path}`)
  await restoreDump(url, path)
  const draft = mkdtempSync(join(tmpdir(), 'madang-restore-'))
  return withDraft(draft, async () => {
    const { audit, ended } = await auditRestored({ DATA_DIR: draft })
    if (!audit.inOrder) throw notInOrder(audit, [], 'What was restored is in the database, to be looked at.')
    return {
      audit,
      says: [`Restored into the database. The books are in order; ${ended}`],
    }
  })
}

/** @throws Problem when the folder has a store, or a site may be about to create one in it */
function assertUnused(folder: string): void {
  const path = join(folder, 'house')
  if (pathExists(path)) {
    throw new Problem(`${folder} holds a store already. Stop the site, and move ${path} away first.`, {
      status: 'not_empty',
    })
  }
  assertNotOpen(folder)
}

/** @throws Problem when a site has the folder open */
function assertNotOpen(folder: string): void {
  const holder = readOrProblem(join(folder, 'house.lock'), findHolder)
  if (holder) {
    throw new Problem(`A site has ${folder} open (process ${holder.pid} on ${holder.host}). Stop it first.`, {
      status: 'in_use',
    })
  }
}

/** Tells the kind of a backup by its first bytes. @throws Problem */
function backupKind(path: string): 'pglite' | 'postgres' {
  const head = Buffer.alloc(5)
  try {
    const file = openSync(path, 'r')
    readSync(file, head, 0, 5, 0)
    closeSync(file)
  } catch (error) {
    throw new Problem(`${path} can't be read (${errorCode(error)}).`, usage)
  }
  if (head.toString('latin1') === 'PGDMP') return 'postgres'
  if (head.readUInt16BE(0) === 0x1f8b) return 'pglite'
  throw new Problem(`${path} is no backup of this site.`)
}

function notInOrder(
  { findings }: RestoredAudit['audit'],
  lost: [name: string, count: number][],
  then: string,
): Problem {
  const lines = [
    ...findings.map(({ check, count }) => `not so: ${check} (${count})`),
    ...lost.map(([name, count]) => `fewer ${name} than the ${count} that were backed up`),
  ]
  return new Problem(`The books of this backup are not in order. ${then}\n${lines.join('\n')}`, {
    status: 'not_in_order',
  })
}

function describeBackup({ about: { madeAt, schema, rows }, files, bytes }: BackupContents): string {
  return (
    `Backup of ${formatSeoulMinute(madeAt)}, schema ${schema}, ${rows.entries.toLocaleString('en')} entries; ` +
    `${files.toLocaleString('en')} files, ${bytes.toLocaleString('en')} bytes.`
  )
}
