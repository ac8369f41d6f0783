import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The PostgreSQL server that `npm run test:all` provides; undefined in the short run, which uses PGlite. */
export const databaseServer = process.env.TEST_DATABASE_URL

/** Creates a new database on that server. @throws Error when TEST_DATABASE_URL is not set */
export async function freshDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  if (!databaseServer) throw new Error('TEST_DATABASE_URL is not set')
  const name = `madang_${randomBytes(6).toString('hex')}`
  await onServer(databaseServer, `create database ${name}`)
  const url = new URL(databaseServer)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(databaseServer, `drop database if exists ${name} with (force)`) }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
