import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, vi } from 'vitest'

/** The PostgreSQL server that `npm run test:all` provides; undefined in the short run, which uses PGlite. */
export const databaseServerUrl = process.env.TEST_DATABASE_URL

/**
 * Creates a new database on that server.
 * @param template the database to copy, which must have no connections; without it, the new database is empty.
 * @throws Error if TEST_DATABASE_URL is not set
 */
export async function createDatabase(template?: string): Promise<{ url: string; drop: () => Promise<void> }> {
  if (!databaseServerUrl) throw new Error('TEST_DATABASE_URL is not set')
  const name = `madang_${randomBytes(6).toString('hex')}`
  await runOnServer(databaseServerUrl, `create database ${name} ${template ? `template ${template}` : ''}`)
  const url = new URL(databaseServerUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runOnServer(databaseServerUrl, `drop database if exists ${name} with (force)`) }
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Locks a table from another connection. @param lock such as `accounts in share mode` */
export async function lockTable(url: string | undefined, lock: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query(`lock table ${lock}`)
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  return {
    /** Waits until this many statements are waiting for a lock. */
    waitFor: (count: number) => vi.waitFor(async () => expect((await client.query(waiting)).rows).toHaveLength(count)),
    release: () => client.end(),
  }
}
