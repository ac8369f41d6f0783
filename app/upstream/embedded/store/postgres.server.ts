import pg from 'pg'
import { Pulse } from './pulse.server'
import type { Sql, Store } from './store.server'
import { StoreUnavailable, sqlState } from './store.server'
import { assertOutside, inTransaction, retried } from './transaction.server'

const connectMs = 5_000
const statementMs = 10_000
/**
 * Nobody here holds a row for longer than some milliseconds: who waits for this long waits for a stranger, and keeps a
 * place of the pool.
 */
const lockMs = 2_000
/** Migrations and audits alone: they also lift the server's own limit. */
const patientMs = 600_000
const idleInTransactionMs = 10_000
/** The server says that it is alive in this time, or is taken for dead. */
const pulseMs = 1_000

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
 * fails with StoreUnavailable; so does everything, within two seconds, while the server does not answer.
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
    lock_timeout: lockMs,
    // The server says it first; this is for one that no longer answers at all.
    query_timeout: statementMs + connectMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
    types,
  })
  pool.on('error', options.warn)
  // A connection that breaks while it is in use reports to itself; unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', options.warn))

  const pulse = pulseOf(options.url)
  /** A connection of the pool, for `work` alone; thrown away when `work` could not leave it in order. */
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
        // A connection whose transaction could not be ended is thrown away, and its transaction with it.
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
          // Whatever it still waits for must not keep its place in the pool.
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

/** Asks whether the server answers, on a connection of its own that stays for a few seconds only. */
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
      // An error with a state is an answer as well: too many connections, say.
      (error: unknown) => sqlState(error) !== undefined,
    ),
  )
}

type Ask = (query: pg.QueryConfig) => Promise<pg.QueryResult>

/** `patiently` is for a transaction alone: what it sets ends with it. */
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
    // What is committed there is the database's own to keep.
    moved: () => undefined,
    exec: async (text) => {
      allowed()
      const patient: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: patientMs }
      await ask(patient).catch(unavailable)
    },
  }
}

/** Writes some pages that nobody keeps: a server whose disk is full, or that only follows another, answers questions all the same. */
async function writeAndUndo(sql: Sql): Promise<void> {
  // Tables of one's own may be written there as well.
  const [mode] = await sql.query<{ only_read: string }>("select current_setting('transaction_read_only') as only_read")
  if (mode?.only_read !== 'off') throw new StoreUnavailable('the database takes no writes')
  await sql.query('create temp table madang_check (filler text) on commit drop')
  await sql.query('insert into madang_check select repeat($1, 1000) from generate_series(1, 64)', ['x'])
}

/**
 * No connection, no resources, operator intervention (shutdown, time-outs), a row that a stranger holds, not ready yet: it
 * may work later.
 */
const forLater = /^(08|53|57|55P03|25P03|25P04)/

/** The database's own answer stays what it is; a broken, refused or cut connection becomes StoreUnavailable. */
function unavailable(error: unknown): never {
  const state = sqlState(error)
  if (state !== undefined && !forLater.test(state)) throw error
  throw new StoreUnavailable(error instanceof Error ? error.message : 'no answer', { cause: error })
}
