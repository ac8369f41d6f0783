import type { EmbeddedOptions } from './context.server'
import { type EmbeddedUpstream, startEmbeddedUpstream } from './serve.server'
import { findDump } from './store/dump.server'
import { openPglite } from './store/pglite.server'
import type { Store } from './store/store.server'
import { traceQueries } from './store/trace-queries.server'

export type { EmbeddedOptions } from './context.server'
export type { EmbeddedUpstream } from './serve.server'

/**
 * Opens the embedded upstream: PGlite in dataDir or PostgreSQL at databaseUrl, migrated and seeded.
 * @throws FolderTaken when another process has the folder open; the database's own error
 */
export async function openEmbeddedUpstream(options: EmbeddedOptions): Promise<EmbeddedUpstream> {
  if (import.meta.hot) return openAgain(options, import.meta.hot)
  return startEmbeddedUpstream(traceQueries(await openStore(options)), options)
}

/** The development server evaluates every module again after a saved file. */
async function openAgain(options: EmbeddedOptions, hot: NonNullable<ImportMeta['hot']>): Promise<EmbeddedUpstream> {
  hot.data.store ??= openStore(options).catch((error: unknown) => {
    hot.data.store = undefined
    throw error
  })
  const store: Store = await hot.data.store
  const upstream = await startEmbeddedUpstream(traceQueries({ ...store, close: async () => {} }), options)
  void hot.data.upstream?.close()
  hot.data.upstream = upstream
  return upstream
}

/** Opens the database that the settings name. @throws FolderTaken, BrokenFolder */
export async function openStore({ dataDir, databaseUrl, databasePool, log }: EmbeddedOptions): Promise<Store> {
  if (databaseUrl !== undefined) {
    const warn = (error: Error) => log.warn({ error: error.message }, 'database connection lost')
    const { findPlaceOfLimits, openPostgres } = await import('./store/postgres.server')
    const limitsIn = await findPlaceOfLimits(databaseUrl)
    return openPostgres({ url: databaseUrl, pool: databasePool, warn, limitsIn })
  }
  return openPglite({ dataDir, dump: findDump(process.cwd()) })
}
