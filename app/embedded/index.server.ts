import { type Attributes, context, SpanKind, trace } from '@opentelemetry/api'
import { markFailed } from '~/platform/telemetry/trace.server'
import type { EmbeddedOptions } from './context.server'
import { type EmbeddedUpstream, startEmbeddedUpstream } from './serve.server'
import { findDump } from './store/dump.server'
import { openPglite } from './store/pglite.server'
import { type Sql, type Store, sqlState } from './store/store.server'

export type { EmbeddedOptions } from './context.server'
export type { EmbeddedUpstream } from './serve.server'

/**
 * Opens the embedded upstream, on PGlite in dataDir or on PostgreSQL at databaseUrl. Migrates and seeds its store.
 * @throws FolderInUse if another process has the folder open, BrokenFolder, or a database error
 */
export async function openEmbeddedUpstream(options: EmbeddedOptions): Promise<EmbeddedUpstream> {
  if (import.meta.hot) return openAgain(options, import.meta.hot)
  return startEmbeddedUpstream(traceQueries(await openStore(options)), options)
}

/** Keeps the database open when the development server reloads this module. */
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

/** Opens the configured database. @throws FolderInUse, BrokenFolder */
export async function openStore({ dataDir, databaseUrl, databasePool, log }: EmbeddedOptions): Promise<Store> {
  if (databaseUrl !== undefined) {
    const warn = (error: Error) => log.warn({ error: error.message }, 'database connection lost')
    const { findLimitScope, openPostgres } = await import('./store/postgres.server')
    const limitsIn = await findLimitScope(databaseUrl)
    return openPostgres({ url: databaseUrl, pool: databasePool, warn, limitsIn })
  }
  return openPglite({ dataDir, dump: findDump(process.cwd()) })
}

const tracer = trace.getTracer('madang')

/** Traces each transaction and statement with OpenTelemetry's semantic conventions for databases. */
function traceQueries(store: Store): Store {
  const system = store.kind === 'postgres' ? 'postgresql' : 'pglite'
  return {
    ...store,
    ...traceSql(store, system),
    tx: (work) =>
      runInSpan('TRANSACTION', { 'db.system.name': system }, () => store.tx((sql) => work(traceSql(sql, system)))),
  }
}

function traceSql(sql: Sql, system: string): Sql {
  const attributes = (text: string): Attributes => ({ 'db.system.name': system, 'db.query.text': text.trim() })
  return {
    query: (text, values) => runInSpan(operationOf(text), attributes(text), () => sql.query(text, values)),
    longQuery: (text, values) => runInSpan(operationOf(text), attributes(text), () => sql.longQuery(text, values)),
    exec: (text) => sql.exec(text),
  }
}

const operationOf = (text: string): string => (/\w+/.exec(text)?.[0] ?? 'SQL').toUpperCase()

async function runInSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!trace.getActiveSpan()) return work()
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
  try {
    return await context.with(trace.setSpan(context.active(), span), work)
  } catch (error) {
    markFailed(span, sqlState(error) ?? (error instanceof Error ? error.name : 'unknown'))
    throw error
  } finally {
    span.end()
  }
}
