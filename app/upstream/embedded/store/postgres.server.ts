import pg from 'pg'
import { Pulse } from './pulse.server'
import type { Sql, Store } from './store.server'
import { StoreUnavailable, sqlState } from './store.server'
import { assertOutside, inTransaction, retried } from './transaction.server'

const connectMs = 5_000
const statementMs = 10_000
/** Our transactions hold row locks for milliseconds; a longer wait is for a foreign client and blocks a connection. */
const lockMs = 2_000
/** For migrations and audits only; these also raise the server's statement_timeout. */
const patientMs = 600_000
const idleInTransactionMs = 10_000
/** A server that does not answer a probe within this time counts as dead. */
const pulseMs = 1_000

const { builtins } = pg.types
const asText = new Set<number>([builtins.NUMERIC, builtins.DATE])

/** Parses values as PGlite does here: int8 as bigint, numeric and date as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    if (id === builtins.INT8) return BigInt
    return asText.has(id) ? String : pg.types.getTypeParser(id, format)
  },
}

/**
 * Opens a pool on PostgreSQL 15 or later. Statements of a broken connection fail with StoreUnavailable and the next one
 * gets a new connection. While the server does not answer, everything fails with it within two seconds.
 *
 * @param options.pool maximum number of connections.
 * @param options.warn called with the error of a broken connection.
 */
export function openPostgres(options: { url: string; pool: number; warn: (error: Error) => void }): Store {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.pool,
    application_name: 'madang',
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    // The server's own time-out comes first; this one is for a server that does not answer.
    query_timeout: statementMs + connectMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
    types,
  })
  pool.on('error', options.warn)
  // A connection that breaks while in use emits 'error' itself; without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', options.warn))

  const pulse = pulseOf(options.url)
  /** Runs `work` with a connection of the pool; discards the connection when `work` marks it as broken. */
  const connected = async <T>(work: (client: pg.PoolClient, mark: { broken: boolean }) => Promise<T>): Promise<T> => {
    const client = await pulse
      .through(
        () => pool.connect(),
        (late) => late.release(),
      )
      .catch(unavailable)
    const mark = { broken: false }
    try {
      return await work(client, mark)
    } finally {
      client.release(mark.broken)
    }
  }

  const transaction = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    connected(async (client, mark) => {
      const sql = over((query) => pulse.through(() => client.query(query)))
      try {
        await sql.query('begin')
        const result = await inTransaction(store, () => work(sql))
        await sql.query('commit')
        return result
      } catch (error) {
        // A connection that can't roll back is discarded, which ends its transaction.
        mark.broken = await sql.query('rollback').then(
          () => false,
          () => true,
        )
        throw error
      }
    })

  const alone: Ask = (query) =>
    connected((client, mark) =>
      pulse
        .through(() => client.query(query))
        .catch((error: unknown) => {
          // A connection that may still wait for an answer must not stay in the pool.
          mark.broken = sqlState(error) === undefined
          throw error
        }),
    )

  const store: Store = {
    kind: 'postgres',
    ...over(alone, () => assertOutside(store)),
    patiently: (text, values) => store.tx((sql) => sql.patiently(text, values)),
    tx: (work) => {
      assertOutside(store)
      return retried(() => transaction(work))
    },
    check: () => transaction(writeAndUndo).catch(unavailable),
    close: () => {
      pulse.stop()
      return pool.end()
    },
  }
  return store
}

/** Probes the server on a connection of its own, which closes after a second of idleness. */
function pulseOf(url: string): Pulse {
  const own = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'madang pulse',
    connectionTimeoutMillis: pulseMs,
    query_timeout: pulseMs,
    idleTimeoutMillis: pulseMs,
  })
  own.on('error', () => undefined)
  return new Pulse(() =>
    own.query('select 1').then(
      () => true,
      // An error with an SQLSTATE is an answer too, for example too many connections.
      (error: unknown) => sqlState(error) !== undefined,
    ),
  )
}

type Ask = (query: pg.QueryConfig) => Promise<pg.QueryResult>

/** Sql on one query function. `longQuery` works only inside a transaction, because it uses `set local`. */
function over(ask: Ask, allowed = () => {}): Sql {
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
      allowed()
      const result = await ask({ text, values: [...values] }).catch(unavailable)
      return result.rows as Row[]
    },
    patiently: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
      await ask({ text: `set local statement_timeout = ${patientMs}` }).catch(unavailable)
      const query: pg.QueryConfig & { query_timeout: number } = { text, values: [...values], query_timeout: patientMs }
      const result = await ask(query).catch(unavailable)
      await ask({ text: `set local statement_timeout = ${statementMs}` }).catch(unavailable)
      return result.rows as Row[]
    },
    // The journal is only for stores in a folder.
    moved: () => undefined,
    exec: async (text) => {
      allowed()
      const patient: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: patientMs }
      await ask(patient).catch(unavailable)
    },
  }
}

/** Writes 64 KB to a temporary table: a server with a full disk, or a read-only replica, still answers queries. */
async function writeAndUndo(sql: Sql): Promise<void> {
  // A read-only transaction may still write temporary tables.
  const [mode] = await sql.query<{ only_read: string }>("select current_setting('transaction_read_only') as only_read")
  if (mode?.only_read !== 'off') throw new StoreUnavailable('the database takes no writes')
  await sql.query('create temp table madang_check (filler text) on commit drop')
  await sql.query('insert into madang_check select repeat($1, 1000) from generate_series(1, 64)', ['x'])
}

/**
 * SQLSTATEs that count as unavailable: connection errors (08), resources (53), operator intervention (57), a lock that
 * is not available (55P03), and transaction time-outs (25P03, 25P04).
 */
const forLater = /^(08|53|57|55P03|25P03|25P04)/

/** Throws StoreUnavailable for connection errors and the states above; rethrows any other error of the database. */
function unavailable(error: unknown): never {
  const state = sqlState(error)
  if (state !== undefined && !forLater.test(state)) throw error
  throw new StoreUnavailable(error instanceof Error ? error.message : 'no answer', { cause: error })
}
