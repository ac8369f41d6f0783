import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openStore } from '~/embedded/index.server'
import { signatureHeaders } from '~/platform/signature.server'
import { freePort } from '../../bin/free-port.mjs'
import { createTemporaryPostgres } from '../../bin/install/postgres.mjs'
import { baselineCommit, buildBaseline, hasBaseline, inBaseline } from '../support/baseline'
import { expectExactlyOnce, insertMembers, runCrowd } from '../support/crowd'
import { createCrowdClients, crowdStoreOptions, settingsForCrowd } from '../support/crowd-on-sites'
import { hasRedis, startRedis, type TestRedis } from '../support/redis'
import { reportFigure } from '../support/report-figure'
import { settingsForTests } from '../support/settings'
import { askBackoffice, secretsOnDatabase, spawnSite, waitUntilReady } from '../support/site'
import {
  copyOf,
  fieldOf,
  memberPassword,
  newMember,
  transactionsOf,
  type Visitor,
  visitor,
  walletOf,
} from '../support/visitor'

/** Two releases with the same database, Redis and SESSION_SECRET, as during a rolling update. */

/** In won; higher than any amount of the crowd. */
const secondPersonFrom = 5_000_000

type Release = ReturnType<typeof spawnSite> & { base: string; port: number; isOlder: boolean }

describe.runIf(hasRedis && hasBaseline)(`the release of ${baselineCommit} and this one`, () => {
  let program: string
  let postgres: Awaited<ReturnType<typeof createTemporaryPostgres>>
  let redis: TestRedis
  let older: Release
  let newer: Release
  const folder = mkdtempSync(join(tmpdir(), 'madang-upgrade-'))

  const settings = () => ({
    ...settingsForCrowd,
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SEED_DEMO: 'yes',
    PLAY_APPROVAL_MS: '400',
    BACKOFFICE_SECOND_PERSON_FROM: `${secondPersonFrom}`,
  })
  /** @param start the program of the older release */
  const spawnRelease = async (start?: string, hasOldNames = start !== undefined) => {
    const port = await freePort()
    const now = settingsForTests({ ...settings(), PORT: `${port}` })
    const site = spawnSite(hasOldNames ? inBaseline.settings(now) : now, start ? [start] : undefined)
    return { ...site, port, base: `http://127.0.0.1:${port}`, isOlder: start !== undefined }
  }
  const migrationsRun = async () => {
    const store = await openStore(crowdStoreOptions({ dataDir: folder, databaseUrl: postgres.url }))
    const rows = await store.query<{ name: string }>('select name from migrations order by name')
    await store.close()
    return rows.map(({ name }) => name)
  }

  beforeAll(async () => {
    program = buildBaseline()
    postgres = await createTemporaryPostgres(() => {})
    await postgres.start()
    redis = await startRedis()
    older = await spawnRelease(program)
    await waitUntilReady(older.base, older)
  })
  afterAll(async () => {
    for (const site of [older, newer]) {
      site?.process.kill('SIGTERM')
      await site?.ended
    }
    await redis?.kill()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('share a database that the newer one migrates while the older one keeps serving', async () => {
    const before = await migrationsRun()
    const member = await newMember(older.base)
    // An operator has not changed any settings yet.
    newer = await spawnRelease(undefined, true)
    await waitUntilReady(newer.base, newer)
    // Migrations run by the older release are not repeated.
    expect((await migrationsRun()).slice(0, before.length)).toEqual(before)
    expect((await fetch(`${older.base}/readyz?strict=1`)).status).toBe(200)
    await deposit(member)
    await deposit(at(newer, member))
    expect([await depositsOf(member), await depositsOf(at(newer, member))]).toEqual([2, 2])
  })

  it('share sessions and logouts in both directions', async () => {
    for (const [here, there] of both()) {
      const member = await newMember(here.base)
      const inTurns = [there, here, there, here].map((release) => () => at(release, member).get('/note'))
      for (const visit of inTurns) expect((await visit()).status).toBe(200)
      await (await at(there, member).formOn('/logout')).post()
      expect((await member.get('/note')).status).toBe(303)

      const again = visitor(there.base)
      await again.signIn(member.id, memberPassword)
      const copy = at(here, again)
      expect((await copy.get('/note')).status).toBe(200)
      await (await again.formOn('/logout')).post({ everywhere: 'on' })
      expect((await copy.get('/note')).status).toBe(303)
    }
  })

  it('accept each other’s forms, and make one deposit per form even if it is sent several times', async () => {
    for (const [here, there] of both()) {
      const member = await newMember(here.base)
      // The older release doesn't have the limits question of a first deposit.
      await (await member.formOn('/deposit', { balance: '10000' })).post()
      const form = await member.formOn('/deposit', { balance: '10000' })
      const press = (release: Release) => at(release, member).post(form.action, form.fields)
      const responses = await Promise.all([there, here, there, here].map(press))
      expect(responses.map(({ status }) => status)).toEqual([303, 303, 303, 303])
      expect([await depositsOf(member), await depositsOf(at(there, member))]).toEqual([2, 2])
    }
  })

  it('continue a game opened on the other one, with its bets and callbacks', async () => {
    for (const [here, there] of both()) {
      const member = await newMember(here.base)
      await deposit(member, 100_000)
      await vi.waitFor(async () => expect((await walletOf(member)).balance).toBe(100_000), 20_000)
      const opened = (await member.call('open-game', slot)).json() as { gameUrl: string }
      const page = new URL(opened.gameUrl, here.base).pathname
      const [session = ''] = page.split('/').slice(-1)
      const id = randomUUID()
      const bet = { type: 'bet', provider: slot.company, id, session, stake: 10_000 }
      const accepted = { status: 'success', balance: 90_000 }
      expect([await callBack(here, bet), await callBack(there, bet)]).toEqual([accepted, accepted])
      const win = { type: 'win', provider: slot.company, id: `${id}-win`, bet: id, won: 5_000 }
      const won = { status: 'success', balance: 95_000 }
      expect([await callBack(there, win), await callBack(here, win)]).toEqual([won, won])

      const spin = { spin: randomUUID(), stake: '1000' }
      const spun = await at(there, member).post(pathAt(there, page), spin)
      expect([200, 303]).toContain(spun.status)
      const inGame = async (release: Release) =>
        ((await at(release, member).call('get-in-game-balance', {})).json() as { gameMoney: number }).gameMoney
      const afterSpin = await inGame(there)
      expect((await at(here, member).post(pathAt(here, page), spin)).status).toBe(spun.status)
      expect(await inGame(here)).toBe(afterSpin)
    }
  })

  it('finish a payment whose page was opened on the other one', async () => {
    for (const [here, there] of both()) {
      const member = await newMember(here.base)
      const applied = { balance: 30_000, code: randomUUID(), idx: 2 }
      const { launcherUrl } = (await member.call('apply-deposit-payment', applied)).json() as { launcherUrl: string }
      const page = new URL(launcherUrl, here.base)
      const path = `${page.pathname}${page.search}`
      expect((await at(there, member).get(pathAt(there, path))).status).toBe(200)
      for (const release of [there, here]) await at(release, member).post(pathAt(release, path), { intent: 'confirm' })
      await vi.waitFor(
        async () => expect(await transactionsOf(at(here, member), 'deposit')).toMatchObject({ total: 1, sum: 30_000 }),
        20_000,
      )
    }
  })

  it('accept the second approval of a command after the first on the other one', async () => {
    const token = secretsOnDatabase.BACKOFFICE_TOKEN
    const ask = async (release: Release, by: string, command: string, payload: object) =>
      (await (
        await askBackoffice(release.base, by, command, payload, pathAt(release, '/backoffice/api'))
      ).json()) as Record<string, unknown>
    const member = await newMember(older.base)
    const [kim, lee] = await Promise.all(
      ['kim', 'lee'].map(async (name) =>
        String((await ask(older, token, 'make-token', { name, role: 'owner' })).token),
      ),
    )
    for (const [here, there] of both()) {
      const change = { member: member.id, account: 'cash', won: secondPersonFrom, reason: 'a test' }
      const first = await ask(here, kim ?? '', 'correct', change)
      expect(first).toMatchObject({ status: 'second_person', by: 'kim' })
      const second = await ask(there, lee ?? '', 'correct', { ...change, first: first.id })
      expect(second).toMatchObject({ status: 'success', firstApproval: 'kim' })
    }
    expect((await walletOf(member)).balance).toBe(2 * secondPersonFrom)
  })

  it('redisplay a form that the other one saved after the session had ended', async () => {
    for (const [here, there] of both()) {
      const member = await newMember(here.base)
      const form = await member.formOn('/deposit', { balance: '70000' })
      const session = copyOf(member)
      await (await session.formOn('/logout')).post()
      const ended = await form.post()
      expect(ended.status).toBe(401)
      const login = at(there, member).formIn(ended, '/login', { id: member.id, pw: memberPassword }, '/login')
      const browser = at(there, member)
      const page = await browser.follow(await browser.post('/login', login.fields))
      expect(fieldOf(page, 'balance').value.replace(/\D/g, '')).toBe('70000')
    }
  })

  it('show each other’s deposits, withdrawals and inquiries, and the same money', async () => {
    const member = await newMember(older.base)
    for (const release of [older, newer]) await deposit(at(release, member), 50_000)
    const moneyAt = async (release: Release) => {
      const { user } = (await at(release, member).call('user-health-check', {})).json() as { user: { balance: number } }
      return user.balance
    }
    await vi.waitFor(
      async () => expect([await moneyAt(older), await moneyAt(newer)]).toEqual([100_000, 100_000]),
      20_000,
    )
    for (const release of [older, newer]) {
      const asked = { balance: 10_000, exchange_pw: '2580', code: randomUUID() }
      const response = await at(release, member).call('apply-user-withdraw', asked)
      expect(response.json()).toMatchObject({ status: 'success' })
    }
    expect([await moneyAt(older), await moneyAt(newer)]).toEqual([80_000, 80_000])
    for (const [release, title] of [
      [older, '이전 판에서 쓴 문의'],
      [newer, '새 판에서 쓴 문의'],
    ] as const) {
      const form = await at(release, member).formOn('/help?write', { title, contents: '내용입니다.' })
      expect((await form.post({ intent: 'write' })).status).toBe(303)
    }
    for (const release of [older, newer]) {
      const { text } = await at(release, member).get('/help')
      expect(text).toContain('이전 판에서 쓴 문의')
      expect(text).toContain('새 판에서 쓴 문의')
    }
  })

  let people: Awaited<ReturnType<typeof insertMembers>>
  const deeds: Awaited<ReturnType<typeof runCrowd>> = []
  const withStore = async <T>(work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>): Promise<T> => {
    const store = await openStore(crowdStoreOptions({ dataDir: folder, databaseUrl: postgres.url }))
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }
  /** Runs a crowd on both releases, while `leaving` stops. */
  const workOn = async (releases: readonly Release[], forMs: number, leaving?: Release) => {
    const clientFor = await createCrowdClients(
      people,
      releases.map(({ port }) => port),
      { baselinePort: releases.find(({ isOlder }) => isOlder)?.port },
    )
    const working = runCrowd(people, { clientFor, forMs, seed: 15 + deeds.length })
    leaving?.process.kill('SIGTERM')
    deeds.push(...(await working))
    if (leaving) expect(await leaving.ended).toBe(0)
    // The running site approves deposits while the rows are read.
    return vi.waitFor(() => withStore((store) => expectExactlyOnce(store, deeds)), 20_000)
  }

  it('serve a crowd that alternates between them, and the ledger still balances', async () => {
    people = await withStore((store) => store.tx((sql) => insertMembers(sql, 8)))
    const counts = await workOn([older, newer], 15_000)
    expect(deeds.length).toBeGreaterThan(50)
    reportFigure(`two releases side by side: ${deeds.length} actions in turns, ${JSON.stringify(counts)}`)
  })

  it('serve active members through a rollback to the older one and another upgrade to the newer one', async () => {
    const before = deeds.length
    older.process.kill('SIGTERM')
    expect(await older.ended).toBe(0)
    older = await spawnRelease(program)
    await waitUntilReady(older.base, older)
    await workOn([older, newer], 10_000, newer)
    newer = await spawnRelease()
    await waitUntilReady(newer.base, newer)
    await workOn([newer, older], 10_000, older)
    expect(deeds.length - before).toBeGreaterThan(30)
    reportFigure(`rollback and upgrade: ${deeds.length - before} actions`)
    expect((await fetch(`${newer.base}/readyz?strict=1`)).status).toBe(200)
  })

  const both = () =>
    [
      [older, newer],
      [newer, older],
    ] as const
})

const at = (release: Release, from: Visitor) => copyOf(from, release.base)

/** Returns the path of a page in a release. The newer one also accepts the older paths. */
const pathAt = ({ isOlder }: Release, path: string) => (isOlder ? inBaseline.path(path) : path)

const slot = { company: 'dodam-play', code: 'moon-rabbit-mill' }

async function callBack(release: Release, message: { provider: string } & Record<string, unknown>): Promise<unknown> {
  const body = JSON.stringify(message)
  const secret = createHmac('sha256', settingsForCrowd.PROVIDER_SECRET).update(message.provider).digest('hex')
  const signed = { 'Content-Type': 'application/json', ...signatureHeaders(secret, body, new Date()) }
  const headers = release.isOlder ? inBaseline.headers(signed) : signed
  const url = release.base + pathAt(release, `/callbacks/${message.provider}`)
  const response = await fetch(url, { method: 'POST', headers, body })
  return response.json()
}

async function deposit(by: Visitor, won = 10_000): Promise<void> {
  const response = await by.call('apply-user-deposit', { balance: won, code: randomUUID() })
  expect(response.json()).toMatchObject({ status: 'success' })
}

async function depositsOf(by: Visitor): Promise<number> {
  return ((await by.call('get-deposit-list', {})).json() as { total: number }).total
}
