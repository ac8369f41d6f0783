import { closeSync, openSync, readSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { checkBackup, packBackup, readBackup, restoreBackup } from '~/embedded/store/backup.server'
import { unpackArchive } from '~/embedded/store/dump.server'
import type { Store } from '~/embedded/store/store.server'
import { parseJson } from '~/values/strict-json'
import { errorCode, isSystemError, Problem, usage } from '../problem'

/** Backups of PGlite: `backup` checks what it wrote, and `restore` puts them into either store. */

/** What a backup says of itself: when it was made, ISO 8601 in UTC, and its newest migration. */
export type BackupContents = { madeAt: string; schema: string }

/** Reads a whole backup. @throws Problem when it is none, or damaged */
export function checkedBackup(path: string): Promise<BackupContents> {
  return orProblem(path, async () => {
    const { madeAt, migrations } = await checkBackup(path)
    return { madeAt, schema: migrations.at(-1)?.name ?? '' }
  })
}

/** Tells whose backup a file is by its beginning; `folder`: PGlite's, by a release that packed its folder. @throws Problem */
export async function backupKind(path: string): Promise<'postgres' | 'pglite' | 'folder'> {
  const head = Buffer.alloc(5)
  try {
    const file = openSync(path, 'r')
    readSync(file, head, 0, 5, 0)
    closeSync(file)
  } catch (error) {
    throw new Problem(`${path} can't be read (${errorCode(error)}).`, usage)
  }
  if (head.toString('latin1') === 'PGDMP') return 'postgres'
  if (head.readUInt16BE(0) !== 0x1f8b) throw new Problem(`${path} is no backup of this site.`)
  return orProblem(path, async () => {
    for await (const line of readBackup(path)) return line.startsWith('{') ? 'pglite' : 'folder'
    return 'folder'
  })
}

/** Unpacks a backup of a folder into `draft` and packs its rows anew. @returns the new file's path. @throws Problem */
export async function repackFolder(path: string, draft: string): Promise<string> {
  await orProblem(path, () => unpackArchive(path, draft))
  const store = await openFolder(draft).catch((error: unknown) => {
    throw new Problem(`${path} holds no store that can be opened (${messageOf(error)}).`)
  })
  try {
    const repacked = join(draft, 'backup')
    await writeFile(repacked, await packBackup(store, await madeAtOf(path, draft)), { mode: 0o600 })
    return repacked
  } finally {
    await store.close()
  }
}

/** When a backup of a folder was made, by the manifest beside the folder; without one, when its file was written. */
async function madeAtOf(path: string, draft: string): Promise<Date> {
  const manifest = parseJson(await readFile(join(draft, 'backup.json'), 'utf8').catch(() => ''))
  const { data } = z.object({ madeAt: z.iso.datetime() }).safeParse(manifest)
  return data ? new Date(data.madeAt) : (await stat(path)).mtime
}

/** Restores a backup into an empty PostgreSQL, or into a folder without a store. @throws Problem */
export async function loadBackup(path: string, target: { url: string } | { dataDir: string }): Promise<void> {
  const store = 'url' in target ? await openDatabase(target.url) : await openFolder(target.dataDir)
  try {
    await restoreBackup(store, path)
  } catch (error) {
    throw new Problem(`${path} can't be restored (${messageOf(error)}).`)
  } finally {
    await store.close()
  }
}

// Loaded only here: no other command opens a store itself.
async function openFolder(dataDir: string): Promise<Store> {
  const { openPglite } = await import('~/embedded/store/pglite.server')
  return openPglite({ dataDir })
}

async function openDatabase(url: string): Promise<Store> {
  const { openPostgres } = await import('~/embedded/store/postgres.server')
  return openPostgres({ url, pool: 1, warn: () => {} })
}

/** What `read` returns of a file. @throws Problem that says what is wrong with the file */
async function orProblem<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (isSystemError(error)) throw new Problem(`The backup can't be unpacked (${errorCode(error)}).`)
    throw new Problem(`${path} is damaged, or no backup that this program can restore (${messageOf(error)}).`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
