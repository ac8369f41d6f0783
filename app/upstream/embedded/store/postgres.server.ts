import pg from 'pg'
import type { Sql, Store } from './store.server'
import { StoreUnavailable, sqlState } from './store.server'
import { assertOutside, inTransaction, retried } from './transaction.server'

const connectMs = 5_000
const statementMs = 10_000
/** Migrations alone: they also lift the server's own limit. */
const migrationMs = 600_000
const idleInTransactionMs = 10_000

const { builtins } = pg.types
const asText = new Set<number>([builtins.NUMERIC, builtins.DATE])

/** Values as on PGlite: int8 as bigint, numeric and date as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    if (id === builtins.INT8) return BigInt
    return asText.has(id) ? String : pg.types.getTypeParser(id, format)
  },
}

/**
 * Opens a pool on PostgreSQL 15 or later. A connection that breaks is replaced by the next statement; what it ran
 * fails with StoreUnavailable.
 *
 * @param options.warn told of connections that broke.
 */
export function openPostgres(options: { url: string; pool: number; warn: (error: Error) => void }): Store {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.pool,
    application_name: 'madang',
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    // The server says it first; this is for one that no longer answers at all.
    query_timeout: statementMs + connectMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
    types,
  })
  pool.on('error', options.warn)
  // A connection that breaks while it is in use reports to itself; unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', options.warn))

  const transaction = async <T>(work: (sql: Sql) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch(unavailable)
    const sql = over(client)
    let broken = false
    try {
      await sql.query('begin')
      const result = await inTransaction(store, () => work(sql))
      await sql.query('commit')
      return result
    } catch (error) {
      // A connection whose transaction could not be ended is thrown away, and its transaction with it.
      broken = await sql.query('rollback').then(
        () => false,
        () => true,
      )
      throw error
    } finally {
      client.release(broken)
    }
  }

  const store: Store = {
    kind: 'postgres',
    ...over(pool, () => assertOutside(store)),
    tx: (work) => {
      assertOutside(store)
      return retried(() => transaction(work))
    },
    check: async () => {
      await pool.query('select 1').catch(unavailable)
    },
    close: () => pool.end(),
  }
  return store
}

function over(client: pg.Pool | pg.PoolClient, allowed = () => {}): Sql {
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
      allowed()
      const result = await client.query<Row & pg.QueryResultRow>(text, [...values]).catch(unavailable)
      return result.rows
    },
    exec: async (text) => {
      allowed()
      const patient: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: migrationMs }
      await client.query(patient).catch(unavailable)
    },
  }
}

/** No connection, no resources, operator intervention (shutdown, time-outs), not ready yet: it may work later. */
const forLater = /^(08|53|57|25P03|25P04)/

/** The database's own answer stays what it is; a broken, refused or cut connection becomes StoreUnavailable. */
function unavailable(error: unknown): never {
  const state = sqlState(error)
  if (state !== undefined && !forLater.test(state)) throw error
  throw new StoreUnavailable(error instanceof Error ? error.message : 'no answer', { cause: error })
}
