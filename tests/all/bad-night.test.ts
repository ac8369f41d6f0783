import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '~/embedded/index.server'
import { createTemporaryPostgres } from '../../bin/install/postgres.mjs'
import { type CrowdMember, expectExactlyOnce, insertMembers, runCrowd } from '../support/crowd'
import { createCrowdClients, crowdStoreOptions, settingsForCrowd } from '../support/crowd-on-sites'
import { type Haproxy, hasHaproxy, startDatabaseProxy, startHaproxy } from '../support/haproxy'
import { hasRedis, startRedis, type TestRedis } from '../support/redis'
import { formatSeconds, reportFigure } from '../support/report-figure'
import { askBackoffice, type Site, startSite } from '../support/site'
import { copyOf, newMember, type Visitor, visitor } from '../support/visitor'
import { words } from '../support/words'

/**
 * Two replicas behind haproxy, with a PostgreSQL and a synchronous standby behind one address and a persistent Redis.
 * The clock of the second replica is a minute ahead. While a crowd deposits, withdraws and plays, one component after
 * another fails. Only killed processes are restarted. At the end, every acknowledged action exists exactly once, and
 * the books are in order.
 */

type Postgres = Awaited<ReturnType<typeof createTemporaryPostgres>>

const aheadMs = 60_000
const crowdSize = 10
/** A scene continues after this many more responses to the crowd. */
const responsesPerStep = 60
/** Maximum duration of a scene, after which a crowd stops automatically. */
const maxSceneMs = 180_000
/** Maximum time in which a site recovers once its services are back. */
const recoveryMs = 15_000

describe.runIf(hasHaproxy && hasRedis)('a night of failures', () => {
  let primary: Postgres
  let standby: Postgres
  let database: Haproxy
  let redis: TestRedis
  let proxy: Haproxy
  let onTime: Site
  let ahead: Site
  let crowd: CrowdMember[]
  const redisFolder = mkdtempSync(join(tmpdir(), 'madang-night-redis-'))
  const deeds: Awaited<ReturnType<typeof runCrowd>> = []

  const storeOptions = () => crowdStoreOptions({ dataDir: redisFolder, databaseUrl: databaseUrl() })
  const databaseUrl = () => `postgres://madang@127.0.0.1:${database.port}/postgres`
  const siteSettings = (port?: number) => ({
    ...settingsForCrowd,
    ...(port === undefined ? {} : { PORT: `${port}` }),
    DATABASE_URL: databaseUrl(),
    REDIS_URL: redis.url,
    SEED_DEMO: 'yes',
    LOG_LEVEL: 'info',
    PLAY_APPROVAL_MS: '400',
    DRAIN_DELAY_MS: '1000',
  })
  /** The replica that acts and the one that is checked, in both directions. */
  const bothWays = () =>
    [
      [onTime, ahead],
      [ahead, onTime],
    ] as const
  const onFastClock = {
    NODE_OPTIONS: `--import ${pathToFileURL('tests/support/clock-ahead.mjs').href}`,
    CLOCK_AHEAD_MS: `${aheadMs}`,
  }

  beforeAll(async () => {
    chmodSync(redisFolder, 0o711)
    primary = await createTemporaryPostgres(() => {})
    await primary.start()
    standby = await createTemporaryPostgres(() => {}, { standbyOf: primary.url })
    await standby.start()
    // Set only after the standby was created; otherwise it would wait for its own standby once promoted.
    await runStatements(primary.url, [
      "alter system set synchronous_standby_names = 'standby'",
      'select pg_reload_conf()',
    ])
    database = await startDatabaseProxy([portOf(primary.url), portOf(standby.url)])
    redis = await startRedis(redisFolder)
    onTime = await startSite(siteSettings())
    ahead = await startSite({ ...siteSettings(), ...onFastClock })
    proxy = await startHaproxy([onTime.port, ahead.port])
    const store = await openStore(storeOptions())
    crowd = await store.tx((sql) => insertMembers(sql, crowdSize)).finally(() => store.close())
  })
  afterAll(async () => {
    await proxy?.stop()
    await ahead?.stop()
    await onTime?.stop()
    await database?.stop()
    await redis?.kill()
    await standby?.stop()
    await primary?.stop()
    rmSync(redisFolder, { recursive: true, force: true })
  })

  /** Runs a scene while the crowd is active. `more` waits for more definite responses to the crowd. */
  async function whileCrowdPlays(scene: (more: () => Promise<void>) => Promise<void>): Promise<void> {
    let responses = 0
    const onOutcome = () => {
      responses += 1
    }
    const clientFor = await createCrowdClients(crowd, [proxy.port], { onOutcome })
    const end = new AbortController()
    const playing = runCrowd(crowd, { clientFor, forMs: maxSceneMs, seed: deeds.length, signal: end.signal })
    const more = () => {
      const wanted = responses + responsesPerStep
      return expect.poll(() => responses, { timeout: 60_000 }).toBeGreaterThan(wanted)
    }
    try {
      await more()
      await scene(more)
      await more()
    } finally {
      end.abort()
      deeds.push(...(await playing))
    }
  }

  const depositOnForm = (by: Visitor) => by.formOn('/deposit', { balance: '10000' })
  const depositsOf = async (by: Visitor) =>
    ((await by.call('get-deposit-list', {})).json() as { total: number; sum: number }).total
  const statusOf = (pending: Promise<{ status: number }>) =>
    pending.then(
      ({ status }) => status,
      () => 0,
    )
  /** Waits until both replicas serve a page. @returns the time it took in ms */
  async function waitForPages(by: Visitor): Promise<number> {
    const began = performance.now()
    await expect
      .poll(async () => [await statusOf(by.get('/note')), await statusOf(by.get('/note'))], { timeout: recoveryMs })
      .toEqual([200, 200])
    return performance.now() - began
  }

  it('without Redis rejects only money requests with a message, and accepts them again with Redis', async () => {
    const member = await newMember(proxy.base)
    const form = await depositOnForm(member)
    await whileCrowdPlays(async (more) => {
      await redis.kill()
      for (let turn = 0; turn < 2; turn++) {
        const refused = await form.post()
        expect(refused.status).toBe(503)
        expect(refused.text).toContain(words['problem.requests-unavailable.text'])
        expect((await member.get('/note')).status).toBe(200)
        expect((await visitor(proxy.base).get('/login')).status).toBe(200)
      }
      await redis.start()
      const began = performance.now()
      await expect.poll(async () => (await form.post()).status, { timeout: recoveryMs }).toBe(303)
      reportFigure(`money ${formatSeconds(performance.now() - began)} after Redis is back`)
      await more()
    })
    expect(await depositsOf(member)).toBe(1)
  })

  it('survives a failover of PostgreSQL with clear errors, and loses nothing that was acknowledged', async () => {
    const member = await newMember(proxy.base)
    const form = await depositOnForm(member)
    const pids = [onTime.process.pid, ahead.process.pid]
    await whileCrowdPlays(async (more) => {
      await primary.crash()
      // haproxy immediately connects to the standby, which accepts no writes until it is promoted.
      const during = await form.post()
      expect([during.status, during.text]).toEqual([503, expect.stringMatching(/[가-힣]/)])
      expect((await visitor(proxy.base).get('/login')).status).toBe(200)
      await expect.poll(async () => statusOf(member.get('/note')), { timeout: recoveryMs }).toBe(200)
      const onStandby = await (await depositOnForm(member)).post()
      expect([onStandby.status, onStandby.text]).toEqual([503, expect.stringMatching(/[가-힣]/)])
      const strict = () => statusOf(visitor(onTime.base).get('/readyz?strict=1'))
      await expect.poll(strict, { timeout: recoveryMs }).toBe(503)

      standby.promote()
      const began = performance.now()
      // Opens a new form each time, because a code with an unknown outcome stays used.
      await expect
        .poll(async () => (await (await depositOnForm(member)).post()).status, { timeout: recoveryMs })
        .toBe(303)
      await waitForPages(member)
      reportFigure(`money ${formatSeconds(performance.now() - began)} after the standby is promoted`)
      await more()
    })
    expect(await depositsOf(member)).toBe(1)
    expect([onTime.process.pid, ahead.process.pid]).toEqual(pids)
    expect([onTime.process.exitCode, ahead.process.exitCode]).toEqual([null, null])
  })

  it('continues on the other replica when one is killed, and on both when it is back', async () => {
    const member = await newMember(proxy.base)
    const form = await depositOnForm(member)
    await whileCrowdPlays(async (more) => {
      await onTime.kill()
      await waitForPages(member)
      expect((await form.post()).status).toBe(303)
      await more()
      onTime = await startSite(siteSettings(onTime.port))
      await waitForPages(member)
      expect((await form.post()).status).toBe(303)
      await more()
    })
    expect(await depositsOf(member)).toBe(1)
  })

  it('has processed every action exactly once, and the ledger balances', async () => {
    const store = await openStore(storeOptions())
    const atOneMoment = store.tx(async (sql) => {
      // The replicas keep approving during the check.
      await sql.query('set transaction isolation level repeatable read')
      return expectExactlyOnce(sql, deeds)
    })
    const counts = await atOneMoment.finally(() => store.close())
    reportFigure(`a bad night: ${deeds.length} actions, none lost, none doubled: ${JSON.stringify(counts)}`)
    expect(deeds.length).toBeGreaterThan(100)
    for (const { base } of [onTime, ahead])
      expect(await (await askBackoffice(base, settingsForCrowd.BACKOFFICE_TOKEN, 'audit')).json()).toMatchObject({
        inOrder: true,
      })
  })

  describe('a clock that is a minute ahead on one replica', () => {
    it('shows in the log of that replica', () => {
      const lastTime = (site: Site) => Date.parse(/.*"time":"([^"]+)"/s.exec(site.output())?.[1] ?? '')
      expect(lastTime(ahead) - Date.now()).toBeGreaterThan(0)
    })

    it('doesn’t affect deposits, which are shown on the other replica with the same time', async () => {
      for (const [here, there] of bothWays()) {
        const member = await newMember(here.base)
        const code = randomUUID()
        const sentAtMs = Date.now()
        const sent = await member.call('apply-user-deposit', { balance: 10_000, code })
        expect(sent.json()).toMatchObject({ status: 'success' })
        const listed = (await copyOf(member, there.base).call('get-deposit-list', {})).json() as {
          balances: { regdate: string }[]
        }
        expect(listed.balances).toHaveLength(1)
        expect(Math.abs(Date.parse(listed.balances[0]?.regdate ?? '') - sentAtMs)).toBeLessThan(10_000)
      }
    })
  })
})

async function runStatements(url: string, statements: readonly string[]): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}
