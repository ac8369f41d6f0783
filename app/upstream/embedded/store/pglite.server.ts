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

/** The store's folder holds no store that can be opened. The message is one line for an operator. */
export class BrokenFolder extends Error {
  override name = 'BrokenFolder'
}

/**
 * Opens PGlite in `<dataDir>/house`, alone: a second process on the same folder would lose what both were told is kept.
 *
 * @param options.dump a packed store to begin with when there is none yet; without one the first start takes seconds more.
 * @param options.replaced called when another process has taken the folder over; the store answers nothing from then on.
 * @throws FolderTaken when another process holds the folder, BrokenFolder when what lies there is no whole store.
 */
export async function openPglite(options: { dataDir: string; dump?: string; replaced: () => void }): Promise<Store> {
  const folder = join(options.dataDir, 'house')
  // Others on the machine have no business in it, whatever modes the files inside have.
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

/** Without the file that names its version PGlite would take a folder for a new one and write over what is there. */
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

/** Less than this is no room to open a store in, nor for the next file of its log: that has 16 MiB. */
const leastFreeBytes = 16 * 1024 * 1024

/** Writes a little beside a store, into a new file: a disk that is full answers questions all the same. @throws StoreUnavailable */
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

/** Makes the folder of a new store under another name first: a start that is cut off leaves nothing half-made. */
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
 * PGlite as we need it: writes reach the disk before they are acknowledged (its own default is that they don't), and
 * every statement is planned for the tables as they are. Nothing analyzes tables here, so a plan that a trigger kept from
 * the time when they were empty would read all of a ledger for each transfer.
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

/** A store over an open PGlite, which is in memory unless it is told where it lies. */
export function storeOver(db: PGlite, place?: { lock: FolderLock; folder: string; journal: Journal }): Store {
  const { lock, folder, journal } = place ?? {}
  let open = true
  const ready = () => {
    if (!open) throw new StoreUnavailable('the store is closed')
    lock?.assertHeld()
  }

  // PGlite resolves in microtasks: without a turn of the loop between two callers a busy store would let no timer and
  // no socket through. So callers queue here, not at PGlite.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    assertOutside(store)
    const result = last.then(async () => {
      ready()
      const done = await work()
      // Nothing is acknowledged that another process, which has the folder now, may not have seen.
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
    // Nothing here has a time limit.
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
      // A folder that another process holds now must not get our last checkpoint.
      if (lock === undefined || lock.held()) await db.close()
      await journal?.close()
      await lock?.release()
    },
  }
  return store
}

/** The statements of one caller whose turn it is, each followed by a turn of the loop. */
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
