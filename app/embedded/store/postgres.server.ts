import pg from 'pg'
import { FairQueue } from '~/values/fair-queue'
import { Heartbeat } from './heartbeat.server'
import { type Sql, type Store, StoreUnavailable, sqlState } from './store.server'
import * as tx from './transaction.server'

const connectTimeoutMs = 5_000
const statementTimeoutMs = 10_000
const limits = {
  statement_timeout: statementTimeoutMs,
  // The site's own locks last milliseconds. If a wait is longer, another client holds the lock.
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
}
const beginWithLimits = ['begin', ...Object.entries(limits).map(([name, ms]) => `set local ${name} = ${ms}`)].join('; ')
/** Time limit for migrations and audits. The server's statement_timeout is raised to it as well. */
const longQueryTimeoutMs = 600_000
const probeTimeoutMs = 1_000

const { builtins } = pg.types
const textTypes = new Set<number>([builtins.NUMERIC, builtins.DATE])

/** Parses values like the PGlite store: int8 as bigint, numeric and date as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    if (id === builtins.INT8) return BigInt
    return textTypes.has(id) ? String : pg.types.getTypeParser(id, format)
  },
}

export function openPostgres(options: {
  url: string
  pool: number
  warn: (error: Error) => void
  limitsIn?: 'connection' | 'transaction'
}): Store {
  const isPooled = options.limitsIn === 'transaction'
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.pool,
    application_name: 'madang',
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    ...(isPooled ? {} : limits),
    // Applies if the server does not respond at all. Otherwise, its own, shorter statement timeout applies.
    query_timeout: statementTimeoutMs + connectTimeoutMs,
    keepAlive: true,
    types,
  })
  pool.on('error', options.warn)
  // Without this listener, a broken connection would crash the process.
  pool.on('connect', (client) => client.on('error', options.warn))

  const heartbeat = createHeartbeat(options.url)
  // Transactions of one client often wait for each other. They must not use up all connections.
  const queue = new FairQueue(options.pool, Math.ceil(options.pool / 2))
  /** Runs `work` with a pooled connection. The connection is discarded if `work` marks it as broken. */
  const withConnection = async <T>(
    work: (client: pg.PoolClient, mark: { broken: boolean }) => Promise<T>,
  ): Promise<T> => {
    const connect = async () => {
      const release = await queue.acquire(tx.currentClient().name, connectTimeoutMs)
      return pool.connect().then(
        (client) => ({ client, release }),
        (error: unknown) => {
          release()
          throw error
        },
      )
    }
    const { client, release } = await heartbeat
      .run(connect, (late) => {
        late.client.release()
        late.release()
      })
      .catch(throwUnavailable)
    const mark = { broken: false }
    try {
      return await work(client, mark)
    } finally {
      client.release(mark.broken)
      release()
    }
  }

  const runTransaction = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    withConnection(async (client, mark) => {
      const sql = createPostgresSql((query) => heartbeat.run(() => client.query(query)))
      try {
        await sql.query(isPooled ? beginWithLimits : 'begin')
        const result = await tx.markTransaction(store, () => work(sql))
        tx.noteChange()
        await sql.query('commit')
        return result
      } catch (error) {
        // If the rollback fails, the connection is discarded, which ends the transaction.
        const isEnded = await sql.query('rollback').then(
          () => true,
          () => false,
        )
        mark.broken = !isEnded || isReadOnly(error)
        throw error
      }
    })

  const runStatement: RunQuery = (query) =>
    withConnection((client, mark) =>
      heartbeat
        .run(() => client.query(query))
        .then(
          (result) => {
            tx.noteStatement(query.text, result.rowCount)
            return result
          },
          (error: unknown) => {
            tx.noteFailedStatement(query.text, error)
            // A connection that may still be waiting for a response must not return to the pool.
            mark.broken = !tx.isRolledBack(error) || isReadOnly(error)
            throw error
          },
        ),
    )

  const statements = createPostgresSql(runStatement, () => tx.assertOutsideTransaction(store))
  const store: Store = {
    kind: 'postgres',
    ...statements,
    query: (text, values) =>
      isPooled && !tx.isRead(text) ? store.tx((sql) => sql.query(text, values)) : statements.query(text, values),
    longQuery: (text, values) => store.tx((sql) => sql.longQuery(text, values)),
    tx: (work) => {
      tx.assertOutsideTransaction(store)
      return tx.retryOnConflict(() => runTransaction(work))
    },
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      queued: pool.waitingCount + queue.waiting,
    }),
    check: () => runTransaction(probeWrite).catch(throwUnavailable),
    close: async () => {
      heartbeat.stop()
      if (!pool.ending) await pool.end()
    },
  }
  return store
}

/** Returns where timeouts can be set. Poolers may reject or drop them as connection parameters. */
export async function findLimitScope(url: string): Promise<'connection' | 'transaction'> {
  let client: pg.Client | undefined
  try {
    const patience = { connectionTimeoutMillis: connectTimeoutMs, query_timeout: connectTimeoutMs }
    client = new pg.Client({ connectionString: url, ...patience, ...limits })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query("select current_setting('lock_timeout') as held")
    return rows[0]?.held === '2s' ? 'connection' : 'transaction'
  } catch (error) {
    if (error instanceof Error && error.message.includes('unsupported startup parameter')) return 'transaction'
    return throwUnavailable(error)
  } finally {
    await client?.end().catch(() => undefined)
  }
}

function createHeartbeat(url: string): Heartbeat {
  const probePool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'madang pulse',
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
    idleTimeoutMillis: probeTimeoutMs,
  })
  probePool.on('error', () => undefined)
  return new Heartbeat(() =>
    probePool.query('select 1').then(
      () => true,
      // An error with an SQLSTATE, such as too many connections, also proves that the server responds.
      (error: unknown) => sqlState(error) !== undefined,
    ),
  )
}

type RunQuery = (query: pg.QueryConfig & { query_timeout?: number }) => Promise<pg.QueryResult>

/** Implements Sql with a query function. `longQuery` works only in transactions, because it uses `set local`. */
function createPostgresSql(runQuery: RunQuery, assertAllowed = () => {}): Sql {
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
      assertAllowed()
      const result = await runQuery({ text, values: [...values] }).catch(throwUnavailable)
      return result.rows as Row[]
    },
    longQuery: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
      await runQuery({ text: `set local statement_timeout = ${longQueryTimeoutMs}` }).catch(throwUnavailable)
      const query = { text, values: [...values], query_timeout: longQueryTimeoutMs }
      const result = await runQuery(query).catch(throwUnavailable)
      await runQuery({ text: `set local statement_timeout = ${statementTimeoutMs}` }).catch(throwUnavailable)
      return result.rows as Row[]
    },
    exec: async (text) => {
      assertAllowed()
      await runQuery({ text, query_timeout: longQueryTimeoutMs }).catch(throwUnavailable)
    },
  }
}

/** Writes 64 KB to a temporary table. On a full disk or a read-only replica, queries still work, but writes fail. */
async function probeWrite(sql: Sql): Promise<void> {
  // Checks the mode too, because read-only transactions can write to temporary tables.
  const [mode] = await sql.query<{ only_read: string }>("select current_setting('transaction_read_only') as only_read")
  if (mode?.only_read !== 'off') throw new StoreUnavailable('Database: refuses writes')
  await sql.query('create temp table madang_check (filler text) on commit drop')
  await sql.query('insert into madang_check select repeat($1, 1000) from generate_series(1, 64)', ['x'])
}

/** The SQLSTATE of a write to a standby, for example during a failover. */
const readOnlyState = '25006'

function isReadOnly(error: unknown): boolean {
  const cause = error instanceof StoreUnavailable ? error.cause : error
  return sqlState(cause) === readOnlyState
}

/**
 * SQLSTATEs that mean unavailable: connection errors (08), lack of resources (53), operator intervention (57), lock
 * timeouts (55P03), transaction timeouts (25P03, 25P04) and read-only servers.
 */
const unavailableStates = new RegExp(`^(08|53|57|55P03|25P03|25P04|${readOnlyState})`)

/** Throws StoreUnavailable for connection errors and the states above. Rethrows other database errors. */
function throwUnavailable(error: unknown): never {
  const state = sqlState(error)
  if (state !== undefined && !unavailableStates.test(state)) throw error
  throw new StoreUnavailable(error instanceof Error ? error.message : 'no answer', { cause: error })
}
