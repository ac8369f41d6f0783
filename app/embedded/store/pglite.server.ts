import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextPass } from 'node:timers/promises'
import { PGlite, type Transaction, types } from '@electric-sql/pglite'
import { storeFiles } from '~/platform/settings/open-files.server'
import { seconds } from '~/values/durations'
import { FairQueue } from '~/values/fair-queue'
import type { EmbeddedContext } from '../context.server'
import { unpackDump } from './dump.server'
import { lockFolder, pathExists } from './folder-lock.server'
import { PreparedStatements } from './prepared-statements.server'
import { type Sql, type Store, StoreUnavailable } from './store.server'
import { renameSynced, SyncedFolder } from './synced-folder.server'
import * as tx from './transaction.server'

/** Thrown if the folder has no store that can be opened. The message is a single line for the operator. */
class BrokenFolder extends Error {
  override name = 'BrokenFolder'
}

/**
 * Opens PGlite in `<dataDir>/house`. The lock is exclusive, because two processes would lose committed data.
 * @param options.dump the dump to create a new store from; without one, this takes seconds longer
 * @throws FolderInUse, BrokenFolder
 */
export async function openPglite(options: { dataDir: string; dump?: string }): Promise<Store> {
  const folder = join(options.dataDir, 'house')
  // Keeps other users out, whatever the modes of the files inside.
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(`${folder}.lock`)
  try {
    if (!pathExists(folder)) await createFolder(folder, options.dump)
    return createPgliteStore(await openFolder(folder), { folder, unlock })
  } catch (error) {
    unlock()
    throw error
  }
}

/** Opens an existing folder. @throws BrokenFolder, even if only PG_VERSION is missing: PGlite would overwrite it */
async function openFolder(folder: string): Promise<PGlite> {
  const remedy = 'restore a copy of the folder, or move it away to start with an empty store'
  if (!pathExists(join(folder, 'PG_VERSION'))) throw new BrokenFolder(`${folder}: incomplete store; ${remedy}`)
  try {
    return await startPglite(folder)
  } catch (cause) {
    const { bavail, bsize } = await statfs(folder)
    const why = bavail * bsize < minFreeBytes ? 'the disk is full' : firstLineOf(cause)
    throw new BrokenFolder(`${folder}: can't be opened (${why}); ${remedy}`, { cause })
  }
}

/** Minimum free disk space in bytes: one write-ahead log file. */
const minFreeBytes = 16 * 1024 * 1024

/** Writes 64 KiB next to the store, because queries still work on a full disk. @throws StoreUnavailable */
async function assertWritable(folder: string): Promise<void> {
  const path = `${folder}.check`
  try {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < minFreeBytes) throw new Error('the disk is full')
    await writeFile(path, new Uint8Array(64 * 1024), { mode: 0o600, flush: true })
  } catch (cause) {
    throw new StoreUnavailable(`${folder}: can't be written (${firstLineOf(cause)})`, { cause })
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}

function firstLineOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).split('\n', 1)[0] ?? ''
}

/** Creates a store under a temporary name, so that an interrupted start leaves no partial store. */
async function createFolder(folder: string, dump: string | undefined): Promise<void> {
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  if (dump !== undefined) await unpackDump(dump, unfinished)
  else await (await startPglite(unfinished)).close()
  await renameSynced(unfinished, folder)
}

/** PGlite zeroes this cache at start. At 128 MB, starting would take 50 % longer. */
const bufferSize = '32MB'

/** Starts PGlite. Without `dataDir`, it runs in memory. Writes are on disk before they are acknowledged. */
export async function startPglite(dataDir?: string): Promise<PGlite> {
  return PGlite.create({
    ...(dataDir === undefined ? {} : { fs: new SyncedFolder(dataDir) }),
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      ...['-c', `shared_buffers=${bufferSize}`],
      ...['-c', 'wal_sync_method=fsync'],
      ...['-c', `max_files_per_process=${storeFiles}`],
    ],
    parsers: { [types.INT8]: BigInt, [types.DATE]: String, [types.NUMERIC]: String },
  })
}

/** How long statements may run before the event loop gets a turn. */
const maxPassMs = 4
let passBeganMs = Number.NEGATIVE_INFINITY

/** Lets the event loop run. PGlite resolves in microtasks, so a busy store would starve timers and sockets. */
async function yieldWhenDue(): Promise<void> {
  if (performance.now() - passBeganMs < maxPassMs) return
  await nextPass()
  passBeganMs = performance.now()
}

export function createPgliteStore(db: PGlite, location?: { folder: string; unlock: () => void }): Store {
  let isOpen = true
  const statements = new PreparedStatements(db)

  const queue = new FairQueue(1)
  const enqueue = async <T>(work: () => Promise<T>): Promise<T> => {
    tx.assertOutsideTransaction(store)
    const release = await queue.acquire(tx.currentClient().name)
    const result = isOpen ? work() : Promise.reject(new StoreUnavailable('the store is closed'))
    result.then(yieldWhenDue, yieldWhenDue).then(release)
    return result
  }

  const store: Store = {
    kind: 'pglite',
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      enqueue(() => statements.query<Row>(text, values, false)).then(
        (rows) => {
          tx.noteStatement(text)
          return rows
        },
        (error: unknown) => {
          if (isOpen) tx.noteFailedStatement(text, error)
          throw error
        },
      ),
    // PGlite has no statement timeout, so long queries need nothing special.
    longQuery: (text, values) => store.query(text, values),
    exec: async (text) => {
      await enqueue(async () => {
        await db.exec(text)
        await statements.clear(db)
      })
    },
    tx: async (work) =>
      tx.retryOnConflict(() =>
        enqueue(() =>
          db.transaction(async (transaction) => {
            const result = await tx.markTransaction(store, () => work(createTurnSql(transaction, statements)))
            tx.noteChange()
            return result
          }),
        ),
      ),
    check: async () => {
      await enqueue(() => db.query('select 1'))
      if (location) await assertWritable(location.folder)
    },
    close: async () => {
      if (!isOpen) return
      isOpen = false
      const release = await queue.acquire('close')
      await db.close()
      location?.unlock()
      release()
    },
  }
  return store
}

function createTurnSql(transaction: Transaction, statements: PreparedStatements): Sql {
  const sql: Sql = {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
      const result = await statements.query<Row>(text, values, true)
      await yieldWhenDue()
      return result
    },
    longQuery: (text, values) => sql.query(text, values),
    exec: async (text) => {
      await transaction.exec(text)
      await statements.clear(transaction)
      await yieldWhenDue()
    },
  }
  return sql
}

const checkIntervalMs = seconds(15)
const checkedAtMs = new WeakMap<Store, number>()

/**
 * Analyzes changed tables, with the thresholds of PostgreSQL's autovacuum, which PGlite lacks. This also discards cached query
 * plans. A plan made for an almost empty table would scan the whole table after it has grown.
 */
export async function gatherStatistics({ store }: EmbeddedContext): Promise<void> {
  if (store.kind !== 'pglite' || performance.now() - (checkedAtMs.get(store) ?? -checkIntervalMs) < checkIntervalMs)
    return
  checkedAtMs.set(store, performance.now())
  const changed = await store.query<{ name: string }>(
    'select relname as name from pg_stat_user_tables where n_mod_since_analyze > 50 + 0.1 * n_live_tup',
  )
  // Tables are analyzed one by one, so that other queries can run in between.
  for (const { name } of changed) await store.exec(`analyze ${name}`)
}
