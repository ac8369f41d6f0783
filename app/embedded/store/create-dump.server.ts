import { seedCatalogue } from '../seed/seed.server'
import { dumpName } from './dump.server'
import { migrate } from './migrate.server'
import { createPgliteStore, startPglite } from './pglite.server'

/** Creates the dump of a new store, in memory at build time. A site unpacks it at its first start. */
export async function createDump(): Promise<{ name: string; content: Uint8Array }> {
  const db = await startPglite()
  const store = createPgliteStore(db)
  try {
    await migrate(store)
    await store.tx((sql) => seedCatalogue(sql, new Date()))
    // Without a checkpoint, every first start would replay the write-ahead log.
    await store.exec('vacuum analyze')
    await store.exec('checkpoint')
    const dump = await db.dumpDataDir('gzip')
    return { name: dumpName(), content: new Uint8Array(await dump.arrayBuffer()) }
  } finally {
    await store.close()
  }
}
