import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../bin/free-port.mjs'
import { createTemporaryPostgres } from '../../bin/install/postgres.mjs'
import { formatSeconds, reportFigure } from '../support/report-figure'
import { settingsForTests } from '../support/settings'
import { onPglite, type Site, spawnSite, startSite } from '../support/site'
import { newMember, type Visitor, visitor } from '../support/visitor'

type TimedResponse = { status: number; ms: number; body: string }

async function timeResponse(pending: Promise<{ status: number; body: string }>): Promise<TimedResponse> {
  const began = performance.now()
  const { status, body } = await pending
  return { status, body, ms: performance.now() - began }
}

describe('PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof createTemporaryPostgres>>
  let site: Site
  let member: Visitor
  const settings = () => ({
    DATABASE_URL: postgres.url,
    SESSION_SECRET: 'a secret for tests that is long enough to be taken',
  })

  beforeAll(async () => {
    postgres = await createTemporaryPostgres(() => {})
    await postgres.start()
    site = await startSite(settings())
    member = await newMember(site.base)
  })
  afterAll(async () => {
    await site?.stop()
    await postgres?.stop()
  })

  const pages = ['/note', '/help', '/notice', '/deposit', '/withdraw', '/user?tab=history']

  it.each([
    ['stopped', () => postgres.crash(), () => postgres.start()],
    ['frozen', async () => postgres.freeze(), async () => postgres.thaw()],
  ])(
    '%s for 30 seconds leads to 503 pages within 3 s; the site keeps running and recovers within 5 s',
    async (how, down, up) => {
      expect((await member.get('/deposit')).status).toBe(200)
      const form = await member.formOn('/deposit', { balance: '10000' })
      const before = (await member.call('get-deposit-list', {})).json() as { total: number }
      await down()
      const until = Date.now() + 30_000
      let rounds = 0
      let slowestMs = 0
      while (Date.now() < until) {
        const responses = await Promise.all([
          ...pages.map((path) => timeResponse(member.get(path))),
          timeResponse(member.call('user-health-check', {})),
          timeResponse(member.call('get-user-note', {})),
          timeResponse(form.post()),
          timeResponse(visitor(site.base).post('/login', { id: 'demo', pw: 'demo-1234' })),
        ])
        for (const { status, ms, body } of responses) {
          expect(status).toBe(503)
          slowestMs = Math.max(slowestMs, ms)
          expect(ms).toBeLessThan(3_000)
          expect(body).toMatch(/[가-힣]/)
        }
        const open = await Promise.all(
          ['/', '/login', '/terms'].map((path) => timeResponse(visitor(site.base).get(path))),
        )
        for (const { status, ms } of open) expect([status, ms < 3_000]).toEqual([200, true])
        expect((await fetch(`${site.base}/healthz`)).status).toBe(200)
        rounds += 1
        await pause(1_000)
      }
      expect(rounds).toBeGreaterThan(3)
      expect((await fetch(`${site.base}/readyz?strict=1`)).status).toBe(503)
      const began = performance.now()
      await up()
      for (;;) {
        const responses = await Promise.all(pages.map((path) => member.get(path)))
        if (responses.every(({ status }) => status === 200)) break
        expect(performance.now() - began, 'time to recover').toBeLessThan(5_000)
        await pause(100)
      }
      const recoveryMs = performance.now() - began
      reportFigure(
        `PostgreSQL ${how} for 30 s: ${rounds * 10} responses of 503, the slowest after ${formatSeconds(slowestMs)}; ` +
          `all pages back ${formatSeconds(recoveryMs)} after its return`,
      )
      // Probes share the result of one check of the store for 5 s.
      await expect.poll(async () => (await fetch(`${site.base}/readyz?strict=1`)).status, { timeout: 7_000 }).toBe(200)
      // The form without a response created at most one deposit, although it was sent several times.
      const after = (await member.call('get-deposit-list', {})).json() as { total: number }
      expect(after.total - before.total).toBeLessThanOrEqual(1)
      const metrics = await (await fetch(`${site.base}/metrics`)).text()
      expect(metrics).toMatch(/^madang_unhandled_rejections_total 0$/m)
    },
  )
})

const plainOutputLines = (output: string) => output.split('\n').filter((line) => line !== '' && !line.startsWith('{'))

const spawnSiteOn = async (dataDir: string) =>
  spawnSite(settingsForTests({ DATA_DIR: dataDir, PORT: `${await freePort()}`, HOST: '127.0.0.1' }))

describe('a data folder', () => {
  let intactDir: string

  beforeAll(async () => {
    intactDir = mkdtempSync(join(tmpdir(), 'madang-whole-'))
    const site = await startSite({ ...onPglite, DATA_DIR: intactDir })
    await site.stop()
  })
  afterAll(() => rmSync(intactDir, { recursive: true, force: true }))

  it.each<[string, (house: string) => void]>([
    ['nonsense', (house) => writeFileSync(join(house, 'PG_VERSION'), 'nonsense')],
    ['no version', (house) => rmSync(join(house, 'PG_VERSION'))],
    ['half a control file', (house) => truncateSync(join(house, 'global/pg_control'), 100)],
    ['no tables', (house) => rmSync(join(house, 'base'), { recursive: true })],
  ])('with %s in it stops startup with one line that names the folder', async (_what, damage) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'madang-broken-'))
    const storeDir = join(dataDir, 'house')
    cpSync(intactDir, dataDir, { recursive: true })
    damage(storeDir)
    const site = await spawnSiteOn(dataDir)
    expect(await site.ended).toBe(1)
    const lines = plainOutputLines(site.output())
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^Store: can't be opened: .*restore a copy/)
    expect(lines[0]).toContain(storeDir)
    rmSync(dataDir, { recursive: true, force: true })
  })
})

const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0

describe.runIf(canMount)('a disk', () => {
  let disk: string

  beforeAll(() => {
    disk = mkdtempSync(join(tmpdir(), 'madang-disk-'))
  })
  afterAll(() => {
    spawnSync('umount', [disk])
    rmSync(disk, { recursive: true, force: true })
  })

  const mount = (megabytes: number) => {
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk]).status).toBe(0)
  }
  const fillDisk = () => {
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize))
  }

  it('that is too small stops the first start with one line, and an incomplete store isn’t used later', async () => {
    mount(20)
    const site = await spawnSiteOn(join(disk, 'data'))
    expect(await site.ended).toBe(1)
    expect(plainOutputLines(site.output())).toEqual([expect.stringMatching(/ENOSPC|full/)])
    expect(spawnSync('mount', ['-o', 'remount,size=120m', disk]).status).toBe(0)
    const later = await startSite({ ...onPglite, DATA_DIR: join(disk, 'data') })
    expect((await visitor(later.base).get('/')).status).toBe(200)
    await later.stop()
  })

  it('that fills up while the site runs causes writes to fail, until there is space again', async () => {
    const site = await startSite({ ...onPglite, DATA_DIR: join(disk, 'data') })
    const member = await newMember(site.base)
    fillDisk()
    const statuses: number[] = []
    for (let index = 0; index < 40; index++) {
      const response = await member.call('apply-user-deposit', { balance: 10_000, code: `disk-code-${index}` })
      statuses.push(response.status)
    }
    expect(statuses.every((status) => [200, 502, 503].includes(status))).toBe(true)
    expect(statuses.at(-1)).not.toBe(200)
    expect((await member.get('/note')).status).toBe(200)
    const strictReadyz = async () => (await fetch(`${site.base}/readyz?strict=1`)).status
    await expect.poll(strictReadyz).toBe(503)
    // Pages without writes still work, so the plain probe keeps the site in the load balancer.
    expect((await fetch(`${site.base}/readyz`)).status).toBe(200)
    rmSync(join(disk, 'filler'))
    await expect.poll(strictReadyz).toBe(200)
    await expect
      .poll(async () => (await member.call('apply-user-deposit', { balance: 10_000, code: 'disk-code-again' })).status)
      .toBe(200)
    const acknowledged = statuses.filter((status) => status === 200).length + 1
    const listed = (await member.call('get-deposit-list', {})).json() as { total: number }
    expect(listed.total).toBeGreaterThanOrEqual(acknowledged)
    expect(listed.total).toBeLessThanOrEqual(statuses.length + 1)
    // `stop` also audits the store.
    expect(await site.stop()).toBe(0)
  })
})
