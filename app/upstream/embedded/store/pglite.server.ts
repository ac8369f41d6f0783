import { existsSync } from 'node:fs'
import { mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PGlite, type Transaction, types } from '@electric-sql/pglite'
import { unpack } from './dump.server'
import { Journal, type Moved, putAside } from './journal.server'
import type { FolderLock } from './lock.server'
import { lockFolder } from './lock.server'
import type { Sql, Store } from './store.server'
import { StoreUnavailable } from './store.server'
import { assertOutside, inTransaction, retried } from './transaction.server'

/** The folder holds no store that can be opened. The message is one line for the operator. */
export class BrokenFolder extends Error {
  override name = 'BrokenFolder'
}

/**
 * Opens PGlite in `<dataDir>/house` under an exclusive lock: a second process on the same folder would lose committed
 * data of both.
 *
 * @param options.dump path of a dump to create a new store from; without it a first start takes seconds longer.
 * @param options.onTakenOver called when another process has taken the folder over; every call throws from then on.
 * @throws FolderTaken when another process holds the folder, BrokenFolder when it holds no complete store.
 */
export async function openPglite(options: { dataDir: string; dump?: string; replaced: () => void }): Promise<Store> {
  const folder = join(options.dataDir, 'house')
  // No other user of the machine may read it, whatever modes the files inside have.
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(`${folder}.lock`, options.replaced)
  try {
    const isNew = !existsSync(folder)
    if (isNew) await begin(folder, lock, options.dump)
    lock.assertHeld()
    const journal = `${folder}.journal`
    const aside = isNew ? putAside(journal, new Date()) : undefined
    return storeOver(await opened(folder), { lock, folder, journal: new Journal(journal, aside) })
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Opens an existing folder. PGlite would overwrite one without PG_VERSION as if it were new. @throws BrokenFolder */
async function opened(folder: string): Promise<PGlite> {
  const mend = 'put a copy of the folder back, or move it away to begin anew'
  if (!existsSync(join(folder, 'PG_VERSION'))) throw new BrokenFolder(`${folder} holds no whole store: ${mend}`)
  try {
    return await start(folder)
  } catch (cause) {
    const { bavail, bsize } = await statfs(folder)
    const why = bavail * bsize < leastFreeBytes ? 'the disk is full' : wordsOf(cause)
    throw new BrokenFolder(`${folder} can't be opened (${why}): ${mend}`, { cause })
  }
}

/** Minimum of free disk space, in bytes: the size of one file of the write-ahead log. */
const leastFreeBytes = 16 * 1024 * 1024

/** Writes 64 KiB to a new file beside the store: a full disk still answers queries. @throws StoreUnavailable */
async function assertRoom(folder: string): Promise<void> {
  const path = `${folder}.check`
  try {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < leastFreeBytes) throw new Error('the disk is full')
    await writeFile(path, new Uint8Array(64 * 1024), { mode: 0o600, flush: true })
  } catch (cause) {
    throw new StoreUnavailable(`${folder} can't be written (${wordsOf(cause)})`, { cause })
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}

function wordsOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).split('\n', 1)[0] ?? ''
}

/** Creates a new store under another name and renames it, so that an interrupted start leaves no partial one. */
async function begin(folder: string, lock: FolderLock, dump: string | undefined): Promise<void> {
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  if (dump !== undefined) await unpack(dump, unfinished)
  else await (await start(unfinished)).close()
  lock.assertHeld()
  await rename(unfinished, folder)
}

/**
 * Starts PGlite, in memory without `dataDir`. Without `-F`, writes reach the disk before they are acknowledged. Plans
 * are never cached: nothing analyzes tables here, so a plan cached while they were empty would scan the whole ledger
 * for each transfer.
 */
export async function start(dataDir?: string): Promise<PGlite> {
  const db = await PGlite.create({
    ...(dataDir === undefined ? {} : { dataDir }),
    startParams: PGlite.defaultStartParams.filter((param) => param !== '-F'),
    parsers: { [types.INT8]: BigInt, [types.DATE]: String, [types.NUMERIC]: String },
  })
  await db.exec('set plan_cache_mode = force_custom_plan')
  return db
}

/** Creates a store on an open PGlite; without `location` it is in memory. */
export function storeOver(db: PGlite, place?: { lock: FolderLock; folder: string; journal: Journal }): Store {
  const { lock, folder, journal } = place ?? {}
  let open = true
  const ready = () => {
    if (!open) throw new StoreUnavailable('the store is closed')
    lock?.assertHeld()
  }

  // PGlite resolves in microtasks, so a busy store would starve timers and sockets. Callers queue here instead, with a
  // turn of the event loop after each.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    assertOutside(store)
    const result = last.then(async () => {
      ready()
      const done = await work()
      // A process that took the folder over may not have seen this work, so it must not be acknowledged.
      lock?.assertHeld()
      return done
    })
    last = result.then(
      () => nextTurn(),
      () => nextTurn(),
    )
    return result
  }

  const store: Store = {
    kind: 'pglite',
    ...(journal === undefined ? {} : { journal }),
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      inTurn(() => rows<Row>(db, text, values)),
    // PGlite has no statement time-out.
    patiently: (text, values) => store.query(text, values),
    exec: async (text) => {
      await inTurn(() => db.exec(text))
    },
    moved: outsideOfTransaction,
    tx: async (work) =>
      retried(() =>
        inTurn(async () => {
          const written: Moved[] = []
          const sql = (transaction: Transaction) => withTurns(transaction, lock, (one) => written.push(one))
          const result = await db.transaction((transaction) => inTransaction(store, () => work(sql(transaction))))
          journal?.append(written)
          return result
        }),
      ),
    ...(folder === undefined
      ? {}
      : {
          still: (work) =>
            inTurn(async () => {
              await db.exec('checkpoint')
              return inTransaction(store, () => work(withTurns(db, lock, outsideOfTransaction), folder))
            }),
        }),
    check: async () => {
      await inTurn(() => db.query('select 1'))
      if (folder !== undefined) await assertRoom(folder)
    },
    close: async () => {
      if (!open) return
      open = false
      await last
      // Closing PGlite writes a checkpoint, which must not go into another process's folder.
      if (lock === undefined || lock.held()) await db.close()
      await journal?.close()
      await lock?.release()
    },
  }
  return store
}

/** Sql of the caller whose turn it is; lets the event loop run after each statement. */
function withTurns(
  transaction: PGlite | Transaction,
  lock: FolderLock | undefined,
  moved: (written: Moved) => void,
): Sql {
  const sql: Sql = {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
      lock?.assertHeld()
      const result = await rows<Row>(transaction, text, values)
      await nextTurn()
      return result
    },
    patiently: (text, values) => sql.query(text, values),
    exec: async (text) => {
      lock?.assertHeld()
      await transaction.exec(text)
      await nextTurn()
    },
    moved,
  }
  return sql
}

function outsideOfTransaction(): never {
  throw new Error('what is written is told inside a transaction alone')
}

async function rows<Row>(db: PGlite | Transaction, text: string, values: readonly unknown[]): Promise<Row[]> {
  const result = await db.query<Row>(text, [...values])
  return result.rows
}
