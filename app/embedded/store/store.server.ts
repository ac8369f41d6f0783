import { randomUUID } from 'node:crypto'

/**
 * The embedded upstream's database. SQL must work on PGlite and PostgreSQL. Results have int8 as bigint, numeric and
 * date as strings, timestamptz as Date, and jsonb parsed. Parameters are bigint, Date, string, number, boolean, null or
 * arrays of these. A jsonb parameter is passed as text.
 */
export interface Sql {
  query<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
  longQuery<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
  exec(text: string): Promise<void>
}

export interface Store extends Sql {
  readonly kind: 'pglite' | 'postgres'
  /**
   * Runs `work` in one transaction at read committed. Take row locks with `for no key update`, and lock accounts in
   * order of id. After a deadlock, `work` runs again, so it must only run SQL, and only through its own `sql`.
   */
  tx<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  pool?(): { busy: number; idle: number; queued: number }
  /** Checks that the database answers and can write 64 KiB. @throws StoreUnavailable */
  check(): Promise<void>
  close(): Promise<void>
}

/** Returns whether a statement finds, or changes and returns, any row. */
export const hasRows = async (sql: Sql, text: string, values?: readonly unknown[]) =>
  (await sql.query(text, values)).length > 0

export async function insertRow<Made extends object>(
  sql: Sql,
  table: string,
  row: Readonly<Record<string, unknown>>,
  returning = '1',
): Promise<Made> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  const insert = `insert into ${table} (${columns}) values (${places}) returning ${returning}`
  const [made] = await sql.query<Made>(insert, Object.values(row))
  if (!made) throw new Error(`${table}: no row written`)
  return made
}

export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  // The digit excludes system error codes with five letters, such as EPIPE.
  return typeof error.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}

/** Returns the store's current epoch. The command `begin-epoch` starts a new one. */
export async function readEpoch(sql: Sql): Promise<string> {
  const [latest] = await sql.query<{ name: string }>('select name from epochs order by id desc limit 1')
  return latest?.name ?? ''
}

/** Starts a new epoch. Outcomes of request codes that are stored outside the database become invalid. */
export async function startEpoch(sql: Sql, now: Date): Promise<void> {
  await sql.query('insert into epochs (name, began_at) values ($1, $2)', [randomUUID(), now])
}
