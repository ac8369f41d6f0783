import { bankList } from '../contract/banks.server'
import type { HouseOptions } from './context.server'
import { paymentList } from './payment-list.server'
import { type House, serve } from './serve.server'
import { dumpIn } from './store/dump.server'
import { openPglite } from './store/pglite.server'
import { openPostgres } from './store/postgres.server'
import type { Store } from './store/store.server'

export type { HouseOptions, Log } from './context.server'
export type { House } from './serve.server'

/**
 * Opens the embedded upstream: its database (PGlite in dataDir, or PostgreSQL at databaseUrl), migrated to the newest
 * schema and, when new, seeded with the catalogue and the demo.
 *
 * @throws FolderTaken when another process has the data folder open; an error that names BANKS or PAYMENTS when such a
 * file is invalid; the database's own error when it can't be used.
 */
export async function openHouse(options: HouseOptions): Promise<House> {
  // Reads the operator's files before it touches the store: an invalid one stops the start.
  await Promise.all([bankList(options.banksFile), paymentList(options.paymentsFile)])
  return serve(await openStore(options), options)
}

/** Opens the database that the settings name. @throws FolderTaken, BrokenFolder */
export async function openStore({ dataDir, databaseUrl, databasePool, log, stop }: HouseOptions): Promise<Store> {
  if (databaseUrl !== undefined) {
    const warn = (error: Error) => log.warn({ error: error.message }, 'a database connection broke')
    return openPostgres({ url: databaseUrl, pool: databasePool, warn })
  }
  const replaced = () => {
    log.error({ dataDir }, 'another process took the data folder over; stopping')
    if (stop) stop()
    else process.exit(1)
  }
  return openPglite({ dataDir, dump: dumpIn(process.cwd()), replaced })
}
