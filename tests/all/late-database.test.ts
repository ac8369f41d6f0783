import pg from 'pg'
import { expect, it } from 'vitest'
import { freePort } from '../../bin/free-port.mjs'
import { createTemporaryPostgres } from '../../bin/install/postgres.mjs'
import { settingsForTests } from '../support/settings'
import { sharedFolder } from '../support/shared-folder'
import { secretsOnDatabase, spawnSite } from '../support/site'

const dataDir = sharedFolder('late')

it('a starting site waits for its database server, and then for its database', async () => {
  const database = await createTemporaryPostgres(() => {})
  const port = `${await freePort()}`
  const site = spawnSite(
    settingsForTests({
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url.replace(/postgres$/, 'late'),
      ...secretsOnDatabase,
    }),
  )
  const readyz = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
  try {
    await expect.poll(site.output, { timeout: 30_000 }).toContain('Database: no answer yet')
    // The line may be printed before the site listens.
    await expect.poll(readyz, { interval: 100 }).toBe(503)
    await database.start()
    const refusal = 'database \\"late\\" does not exist'
    await expect.poll(site.output, { timeout: 30_000 }).toContain(refusal)
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query('create database late')
    await client.end()
    await expect.poll(readyz, { interval: 100 }).toBe(200)
  } finally {
    site.process.kill('SIGTERM')
    await site.ended
    await database.stop()
  }
})
