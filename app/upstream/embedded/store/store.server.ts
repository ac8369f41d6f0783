import type { Journal, Moved } from './journal.server'

/**
 * The house's database as the rest of it sees it: plain SQL that runs on PGlite and on PostgreSQL alike.
 *
 * Values: int8 comes as bigint, numeric and date as strings, timestamptz as Date, jsonb parsed. Handed in: bigint,
 * Date, string, number, boolean, null, and arrays of these for `any($1)` and unnest; jsonb as JSON.stringify text.
 */
export interface Sql {
  /** Runs one statement with $1, $2, … and gives its rows; the caller names their shape. */
  query<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** The same for a statement that reads all there is, an audit's, and may take minutes rather than seconds. */
  patiently<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Runs several statements without values: migrations. */
  exec(text: string): Promise<void>
  /**
   * Tells what a transaction wrote: a store in a folder writes it into its journal when it is committed, before the
   * transaction resolves. @throws outside of one
   */
  moved(written: Moved): void
}

export interface Store extends Sql {
  readonly kind: 'pglite' | 'postgres'
  /** A store in a folder alone: what was acknowledged, in a file beside it. */
  readonly journal?: Journal
  /**
   * Runs `work` in one transaction (read committed; take row locks with `for no key update`, accounts in id order)
   * and commits when it resolves. Tried again from its beginning when the database reports a serialization failure
   * or a deadlock, so `work` does nothing but SQL. Inside it only the `sql` it is given may be used: a call of the
   * store itself would wait for its own transaction, so that throws.
   */
  tx<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /**
   * A store in a folder alone: runs `work` while all that was committed lies in the folder's files and nothing moves in
   * them, to copy them. Everybody else waits for it.
   */
  still?<T>(work: (sql: Sql, folder: string) => Promise<T>): Promise<T>
  /** Resolves when the database answers and can write, which costs a write of 64 KiB. @throws StoreUnavailable */
  check(): Promise<void>
  close(): Promise<void>
}

/** The database can't be reached, shuts down, took too long, or belongs to another process now. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** SQLSTATE of an error that a statement threw; undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  // The system's own codes (EPIPE) have no digit.
  return typeof error.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}
