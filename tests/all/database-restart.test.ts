import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../bin/free-port.mjs'
import { createTemporaryPostgres } from '../../bin/postgres.mjs'
import { expectStoreAuditPasses } from '../support/audit'
import { settingsForTests } from '../support/settings'
import { spawnSite } from '../support/site'
import { newMember } from '../support/visitor'

/** One running site whose database starts late, crashes and comes back. */
let database: Awaited<ReturnType<typeof createTemporaryPostgres>>
let site: ReturnType<typeof spawnSite> & { base: string }
const dataDir = mkdtempSync(join(tmpdir(), 'madang-restart-'))

beforeAll(async () => {
  const port = String(await freePort())
  database = await createTemporaryPostgres(() => {})
  const started = spawnSite(
    settingsForTests({
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SESSION_SECRET: 'a secret for tests that is long enough to be taken',
      DESK_TOKEN: 'a desk token of 32 characters for tests',
    }),
  )
  site = { ...started, base: `http://127.0.0.1:${port}` }
})
afterAll(async () => {
  site?.process.kill('SIGTERM')
  await site?.ended
  await expectStoreAuditPasses({ dataDir, databaseUrl: database.url })
  await database?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const readyz = (query = '') =>
  fetch(`${site.base}/readyz${query}`).then(
    ({ status }) => status,
    () => 0,
  )
const strictReadyz = () => readyz('?strict=1')

it('waits at its start for a database that comes later', async () => {
  await expect.poll(site.output, { timeout: 30_000 }).toContain('the database does not answer yet')
  // The line may come before the site listens.
  await expect.poll(readyz, { interval: 100 }).toBe(503)
  await database.start()
  await expect.poll(readyz, { interval: 100 }).toBe(200)
})

it('recovers by itself after its database crashed and came back, and no won is lost or doubled', async () => {
  const member = await newMember(site.base)
  const deposit = (code: string) => member.call('apply-user-deposit', { balance: 10_000, code })
  const balance = async () => {
    const { user } = (await member.call('user-health-check', {})).json() as { user: { balance: number } }
    return user.balance
  }
  const first = randomUUID()
  expect((await deposit(first)).json()).toEqual({ status: 'success' })
  await expect.poll(balance).toBe(10_000)

  for (let round = 1; round <= 2; round++) {
    const codes = Array.from({ length: 6 }, () => randomUUID())
    const [responses] = await Promise.all([Promise.all(codes.map(deposit)), database.crash()])
    // A deposit that was cut off is never reported as done unless it is.
    expect(responses.every(({ status }) => [200, 502, 503, 504].includes(status))).toBe(true)
    const duringOutage = await deposit(randomUUID())
    expect([502, 503, 504]).toContain(duringOutage.status)
    await expect.poll(strictReadyz, { interval: 200 }).toBe(503)
    expect((await fetch(`${site.base}/healthz`)).status).toBe(200)

    await database.start()
    await expect.poll(strictReadyz, { interval: 200 }).toBe(200)
    const known = responses.filter(({ status }) => status === 200).length
    await expect.poll(async () => (await member.call('get-deposit-list', {})).status).toBe(200)
    const listed = (await member.call('get-deposit-list', {})).json() as { total: number; sum: number }
    expect(listed.total).toBeGreaterThanOrEqual(known + 1)
    expect(listed.total).toBeLessThanOrEqual(round * codes.length + round)
    await expect.poll(balance).toBe(listed.sum)
  }
  // Repeating the first request code still answers with the first deposit.
  expect((await deposit(first)).json()).toEqual({ status: 'success' })
})
