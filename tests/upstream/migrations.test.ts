import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, type Segment } from '~/upstream/contract'
import { type House, serve } from '~/upstream/embedded/serve.server'
import { signatureOf } from '~/upstream/embedded/signing.server'
import { migrate, migrations } from '~/upstream/embedded/store/migrate.server'
import { openPglite } from '~/upstream/embedded/store/pglite.server'
import { openPostgres } from '~/upstream/embedded/store/postgres.server'
import type { Store } from '~/upstream/embedded/store/store.server'
import { expectInOrder } from '../support/audit'
import { databaseServer, freshDatabase } from '../support/database'

/**
 * A store that has lived: it began with the first migration and was filled by the program of that time, then by the one
 * of the next, up to today. fixtures/<migration> is what a house of that schema wrote; a migration that adds tables adds
 * its file.
 */
const fixtures = 'tests/upstream/fixtures'

let store: Store
let house: House
let close: () => Promise<void>

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'madang-lived-'))
  const database = databaseServer ? await freshDatabase() : undefined
  const quiet = { info: () => {}, warn: () => {}, error: () => {} }
  const options = {
    dataDir,
    databaseUrl: database?.url,
    databasePool: 4,
    playApprovalMs: 3_000,
    depositsWaitingMax: 0,
    withdrawPauseMs: 0,
    withdrawDailyMax: 0,
    seedDemo: true,
    log: quiet,
    now: () => new Date('2026-11-01T00:00:00Z'),
  }
  store = database
    ? openPostgres({ url: database.url, pool: 4, warn: () => {} })
    : await openPglite({ dataDir, replaced: () => {} })
  for (const [index, { name }] of migrations.entries()) {
    await migrate(store, migrations.slice(0, index + 1))
    if (readdirSync(fixtures).includes(name)) await store.exec(readFileSync(join(fixtures, name), 'utf8'))
  }
  await store.exec('drop function fixture_transfer')
  house = await serve(store, options)
  close = async () => {
    await house.close()
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
afterAll(() => close?.())

async function call(segment: Segment, payload: object, token?: string): Promise<Record<string, unknown>> {
  const response = await house.upstream(
    new Request(`http://upstream.invalid${contract[segment].path}`, {
      method: 'POST',
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      body: JSON.stringify(payload),
    }),
  )
  return (await response.json()) as Record<string, unknown>
}

describe('a store that began with the first migration', () => {
  it('is in order today', async () => {
    const { figures } = await expectInOrder(store)
    expect(figures).toMatchObject({ members: 2, bets: { settled: { count: 2 }, open: { count: 1 } } })
  })

  it('knows its members and their sessions, and adds no demo', async () => {
    expect((await call('user-do-login', { id: 'old_one', pw: 'a password of old' })).status).toBe('success')
    expect(await call('user-health-check', {}, 'token-of-old')).toMatchObject({ user: { userId: 'old_one' } })
    expect((await call('user-do-login', { id: 'demo', pw: 'demo-1234' })).status).toBe('fail')
    expect((await call('get-slot-setting', {})).slot).toHaveLength(32)
  })

  it('has every won that was there, and credits what waited', async () => {
    // 100,000 - 20,000 - 10,000 + 400 - 10,000 + 25,000 - 5,000 - 30,000 in games + 50,000 approved now.
    expect(await call('get-in-game-balance', {}, 'token-of-old')).toMatchObject({
      balance: 100_400,
      gameMoney: 28_000,
      rolling: 645,
    })
    expect(await call('get-deposit-list', {}, 'token-of-old')).toMatchObject({ total: 3, sum: 150_000 })
    expect(await call('get-withdraw-list', {}, 'token-of-old')).toMatchObject({ total: 3, sum: 30_000 })
    expect(await call('get-bets-list', {}, 'token-of-old')).toMatchObject({ total: 3 })
    expect(await call('get-comp-list', {}, 'token-of-old')).toMatchObject({
      total: 4,
      points: [
        { kind: 'play', points: 15 },
        { kind: 'play', points: 30 },
        { kind: 'exchange', points: -400 },
        { kind: 'gift', points: 1_000 },
      ],
    })
  })

  it('answers a request of that time as it did then, and moves nothing', async () => {
    const again = (segment: Segment, payload: object) => call(segment, payload, 'token-of-old')
    expect(await again('apply-user-deposit', { balance: 50_000, code: 'deposit-of-old' })).toEqual({
      status: 'success',
    })
    expect(await again('roll-to-balance', { points: 400, code: 'exchange-of-old' })).toEqual({ status: 'success' })
    expect(await again('apply-user-deposit', { balance: 60_000, code: 'deposit-of-old' })).toEqual({
      status: 'code_reused',
    })
    expect(await call('get-deposit-list', {}, 'token-of-old')).toMatchObject({ total: 3 })
  })

  it('ends the bet that was open, by the secret that it made', async () => {
    const body = JSON.stringify({ type: 'win', provider: 'dodam-play', id: 'late', bet: 'open-of-old', won: 9_000 })
    const secret = 'a secret that the house made of old'
    const response = await house.upstream(
      new Request('http://house.example/house/callback/dodam-play', {
        method: 'POST',
        body,
        headers: signatureOf(secret, body, new Date('2026-11-01T00:00:00Z')),
      }),
    )
    expect(await response.json()).toEqual({ status: 'success', balance: 37_000 })
    await expectInOrder(store)
  })

  it('shows the last round of a game that is still open, and plays on', async () => {
    const page = 'http://house.example/house/game/opened-long-ago-and-still-open-for-the-test'
    const shown = await (await house.upstream(new Request(page))).text()
    expect(shown).toContain('이번 판은 당첨이 없습니다.')
    expect(shown).toContain('37,000원')
    const spin = 'c0ffee00-53bf-4dfc-9a39-6f0c54b70f03'
    const form = { method: 'POST', body: new URLSearchParams({ spin, stake: '1000' }) }
    expect((await house.upstream(new Request(page, form))).status).toBe(303)
    // A round of that time is over: its form plays no second one.
    const old = new URLSearchParams({ spin: '5d1c6c3e-53bf-4dfc-9a39-6f0c54b70f01', stake: '1000' })
    await house.upstream(new Request(page, { method: 'POST', body: old }))
    expect(await call('get-bets-list', {}, 'token-of-old')).toMatchObject({ total: 4 })
  })

  it('finishes the payment that waited, on the page that was open', async () => {
    const page = 'http://house.example/house/pay/a-page-to-pay-on-that-was-opened-long-ago-0'
    const paid = { method: 'POST', body: new URLSearchParams({ intent: 'confirm' }) }
    expect((await house.upstream(new Request(page, paid))).status).toBe(303)
    expect(await (await house.upstream(new Request(page))).text()).toContain('입금이 끝났습니다')
    await expectInOrder(store)
  })

  it('takes a withdrawal as it takes one today', async () => {
    const request = { balance: 90_000, code: 'withdrawal-of-today', exchange_pw: '1357' }
    expect(await call('apply-user-withdraw', request, 'token-of-old')).toEqual({ status: 'success' })
    expect(await call('get-in-game-balance', {}, 'token-of-old')).toMatchObject({ balance: 10_400 })
    await expectInOrder(store)
  })

  it('has each request for the account among the help requests once, to be answered there', async () => {
    const asked = await store.query(
      `select m.user_id, h.title, h.answer from account_requests a join members m on m.id = a.member_id
         left join help_requests h on h.account_request_id = a.id order by m.user_id`,
    )
    const waiting = { title: '입금 계좌 문의', answer: null }
    expect(asked).toEqual([
      { user_id: 'old_one', ...waiting },
      { user_id: 'old_two', ...waiting },
    ])
  })

  it('shows the notices that the desk has not ended', async () => {
    expect(await call('get-user-notices', {}, 'token-of-old')).toMatchObject({ notices: [{ title: '옛 공지' }] })
  })
})
