import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PGlite, type Transaction, types } from '@electric-sql/pglite'
import { unpack } from './dump.server'
import type { FolderLock } from './lock.server'
import { lockFolder } from './lock.server'
import type { Sql, Store } from './store.server'
import { StoreUnavailable } from './store.server'
import { assertOutside, inTransaction, retried } from './transaction.server'

/**
 * Opens PGlite in `<dataDir>/house`, alone: a second process on the same folder would lose what both were told is kept.
 *
 * @param options.dump a packed store to begin with when there is none yet; without one the first start takes seconds more.
 * @param options.replaced called when another process has taken the folder over; the store answers nothing from then on.
 * @throws FolderTaken when another process holds the folder.
 */
export async function openPglite(options: { dataDir: string; dump?: string; replaced: () => void }): Promise<Store> {
  const folder = join(options.dataDir, 'house')
  // Others on the machine have no business in it, whatever modes the files inside have.
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(`${folder}.lock`, options.replaced)
  try {
    if (!existsSync(folder)) await begin(folder, options.dump)
    return storeOver(await start(folder), lock, folder)
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Makes the folder of a new store under another name first: a start that is cut off leaves nothing half-made. */
async function begin(folder: string, dump: string | undefined): Promise<void> {
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  if (dump !== undefined) await unpack(dump, unfinished)
  else await (await start(unfinished)).close()
  await rename(unfinished, folder)
}

/** PGlite as we need it: writes reach the disk before they are acknowledged (its own default is that they don't). */
export function start(dataDir?: string): Promise<PGlite> {
  return PGlite.create({
    ...(dataDir === undefined ? {} : { dataDir }),
    startParams: PGlite.defaultStartParams.filter((param) => param !== '-F'),
    parsers: { [types.INT8]: BigInt, [types.DATE]: String, [types.NUMERIC]: String },
  })
}

/** A store over an open PGlite, which lies in `folder` unless it is in memory. */
export function storeOver(db: PGlite, lock?: FolderLock, folder?: string): Store {
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
    const result = last.then(() => {
      ready()
      return work()
    })
    last = result.then(
      () => nextTurn(),
      () => nextTurn(),
    )
    return result
  }

  const store: Store = {
    kind: 'pglite',
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      inTurn(() => rows<Row>(db, text, values)),
    exec: async (text) => {
      await inTurn(() => db.exec(text))
    },
    tx: async (work) =>
      retried(() =>
        inTurn(() => db.transaction((transaction) => inTransaction(store, () => work(withTurns(transaction))))),
      ),
    ...(folder === undefined
      ? {}
      : {
          still: (work) =>
            inTurn(async () => {
              await db.exec('checkpoint')
              return inTransaction(store, () => work(withTurns(db), folder))
            }),
        }),
    check: async () => {
      await inTurn(() => db.query('select 1'))
    },
    close: async () => {
      if (!open) return
      open = false
      await last
      // A folder that another process holds now must not get our last checkpoint.
      if (lock === undefined || lock.held()) await db.close()
      await lock?.release()
    },
  }
  return store
}

/** The statements of one caller whose turn it is, each followed by a turn of the loop. */
function withTurns(transaction: PGlite | Transaction): Sql {
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
      const result = await rows<Row>(transaction, text, values)
      await nextTurn()
      return result
    },
    exec: async (text) => {
      await transaction.exec(text)
      await nextTurn()
    },
  }
}

async function rows<Row>(db: PGlite | Transaction, text: string, values: readonly unknown[]): Promise<Row[]> {
  const result = await db.query<Row>(text, [...values])
  return result.rows
}
