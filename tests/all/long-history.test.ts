import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openEmbeddedUpstream, openStore } from '~/embedded/index.server'
import { createTemporaryPostgres } from '../../bin/install/postgres.mjs'
import { siteProgram, startServer } from '../bench/processes'
import { crowdStoreOptions } from '../support/crowd-on-sites'
import { insertHistories, insertStrangers } from '../support/histories'
import { createHttpClient } from '../support/http-client'
import { reportFigure } from '../support/report-figure'
import { secretsOnDatabase } from '../support/site'

/**
 * What PostgreSQL reads for the pages of a member of a million ledger entries, most of them of bets: rows, which no busy
 * machine changes. A page that reads what grows with play reads a third of a million.
 */

const password = 'a password of strangers'
/** Each bet is three entries of the member, a deposit with a withdrawal two. */
const histories = { deposits: 140, bets: 333_240, notes: 0, days: 700 }
const pagesCount = 100
/** The most rows of tables and indexes for a page. It needs some hundred, with its part of the site's own jobs. */
const maxRows = 2_000

let postgres: Awaited<ReturnType<typeof createTemporaryPostgres>>
let client: pg.Client

beforeAll(async () => {
  postgres = await createTemporaryPostgres(() => {})
  await postgres.start()
  const options = crowdStoreOptions({ dataDir: mkdtempSync(join(tmpdir(), 'history-')), databaseUrl: postgres.url })
  await (await openEmbeddedUpstream(options)).close()
  const store = await openStore(options)
  const now = new Date()
  const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }
  const members = await insertStrangers(store, 1, now, await hash(password, cheap))
  await insertHistories(store, { members, ...histories, now })
  // As the database would have done by itself.
  await store.exec('analyze')
  await store.close()
  client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await postgres?.stop()
})

/** Rows that ended connections have read from tables and indexes: the database counts those of a connection with its end. */
async function readCounters(): Promise<number> {
  const countOthers = async () => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    return rows[0]?.count
  }
  await expect.poll(countOthers).toBe(0)
  const { rows } = await client.query<{ read: string }>(
    `select (select sum(seq_tup_read) from pg_stat_user_tables) + (select sum(idx_tup_read) from pg_stat_user_indexes) as read`,
  )
  return Number(rows[0]?.read)
}

it.each(['/', '/deposit', '/withdraw', '/user?tab=history'])(
  'the database reads a bounded number of rows for %s of a member of a million ledger entries',
  async (path) => {
    const before = await readCounters()
    const site = await startServer(siteProgram, { ...secretsOnDatabase, DATABASE_URL: postgres.url, SEED_DEMO: 'no' })
    const http = createHttpClient(site.port)
    try {
      const headers = { Cookie: await http.signIn('stranger1', password) }
      for (let page = 0; page < pagesCount; page += 1)
        expect((await http.send('GET', path, { headers })).status).toBe(200)
    } finally {
      http.close()
      await site.stop()
    }
    // What the start and the log-in read counts too, spread over the pages.
    const rows = ((await readCounters()) - before) / pagesCount
    reportFigure(`${path} of a member of a million ledger entries reads ${Math.round(rows)} rows`)
    expect(rows).toBeGreaterThan(1)
    expect(rows).toBeLessThan(maxRows)
  },
)
