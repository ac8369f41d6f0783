import { seedCatalogue } from '../seed/seed.server'
import { dumpName } from './dump.server'
import { migrate } from './migrate.server'
import { start, storeOver } from './pglite.server'

/** A new store, migrated and with the catalogue in it, packed as a first start unpacks it. Made in memory, at build time. */
export async function packedStore(): Promise<{ name: string; content: Uint8Array }> {
  const db = await start()
  const store = storeOver(db)
  try {
    await migrate(store)
    await store.tx((sql) => seedCatalogue(sql, new Date()))
    // Without this the log of what was just done would be packed as well, and replayed at every first start.
    await store.exec('vacuum analyze')
    await store.exec('checkpoint')
    const dump = await db.dumpDataDir('gzip')
    return { name: dumpName(), content: new Uint8Array(await dump.arrayBuffer()) }
  } finally {
    await store.close()
  }
}
