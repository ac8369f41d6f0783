import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The PostgreSQL server that `npm run test:all` provides; undefined in the short run, which uses PGlite. */
export const databaseServerUrl = process.env.TEST_DATABASE_URL

/**
 * Creates a new database on that server.
 * @param template the database to copy, to which nobody may be connected; without it, the new database is empty.
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
