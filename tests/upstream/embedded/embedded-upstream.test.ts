import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { openEmbeddedUpstream, openStore } from '~/embedded/index.server'
import { settleTransaction } from '~/embedded/transactions/settle.server'
import { parseTransactionNumber } from '~/embedded/transactions/transaction-number'
import { contract } from '~/upstream/contract'
import type { Call } from '~/upstream/contract/call'
import { days } from '~/values/durations'
import { createBackofficeOf } from '../../support/backoffice-people'
import { createDatabase, databaseServerUrl } from '../../support/database'
import { registration } from '../../support/embedded-upstream'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream()
const { deposit, withdraw, cashOf, depositsOf, withdrawalsOf } = createCallsOf(embedded)
let demo: string

beforeAll(async () => {
  demo = await embedded.signIn()
})

const form = registration({
  ...{ id: 'person_1', nick: '사람1', phone: '010-1234-5678', code: 'madang' },
  ...{ bankname: '하나은행', banknumber: '123-456-789012', bankowner: '홍길동' },
})

const statusesOf = (replies: readonly { status: string | undefined }[]) => replies.map(({ status }) => status).sort()
const healthOf = async (token: string) => (await embedded.call('user-health-check', {}, token)).httpStatus

describe('a request', () => {
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    embedded.send(
      new Request(`http://upstream.invalid${path}`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json', ...headers },
      }),
    )

  it('reaches a call on each of its paths in the contract', async () => {
    const { 'get-event-list': _, ...calls }: Record<string, Call> = contract
    const paths = Object.values(calls).flatMap(({ path, alternatePaths = [] }) => [path, ...alternatePaths])
    expect(paths).toContain('/user/user_chang_to_point')
    for (const path of paths) expect((await post(path, '{}')).status, path).not.toBe(404)
  })

  it('gets 404 for an unknown path, and 405 with Allow for a method other than POST', async () => {
    for (const path of ['/', '/public/user/nothing', '/__proto__', '/sandbox/', '/sandbox/nothing/x'])
      expect((await post(path, '{}')).status).toBe(404)
    const response = await embedded.send(new Request('http://upstream.invalid/public/user/do_login'))
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('gets 400 if it isn’t a JSON object with the call’s payload, and 413 above 64 KiB', async () => {
    const wrongPayloads = ['{"id":"demo"}', '{"id":"demo","pw":"x","more":1}', '{"id":1,"pw":"x"}']
    for (const body of ['', '{', '[]', '"x"', 'null', ...wrongPayloads])
      expect((await post('/public/user/do_login', body)).status).toBe(400)
    const notUtf8 = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])
    const request = new Request('http://upstream.invalid/public/user/do_login', { method: 'POST', body: notUtf8 })
    expect((await embedded.send(request)).status).toBe(400)
    const tooLong = JSON.stringify({ id: 'demo', pw: 'x'.repeat(70_000) })
    expect((await post('/public/user/do_login', tooLong)).status).toBe(413)
  })

  it('gets 401 for a member call without a valid token, and its response may not be stored', async () => {
    for (const authorization of [undefined, '', 'Bearer', 'Bearer x', `Basic ${demo}`, `Bearer ${demo}x`]) {
      const response = await post(
        '/public/user/user_health_check',
        '{}',
        authorization === undefined ? {} : { Authorization: authorization },
      )
      expect(response.status).toBe(401)
    }
    const response = await post('/public/user/check_user_id', '{"id":"nobody"}')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('a member', () => {
  it('gets the same response for an unknown id and a wrong password', async () => {
    const unknown = await embedded.call('user-do-login', { id: 'nobody_here', pw: 'demo-1234' })
    const wrong = await embedded.call('user-do-login', { id: 'demo', pw: 'demo-12345' })
    expect([unknown.httpStatus, unknown.body]).toEqual([401, { status: 'fail' }])
    expect([wrong.httpStatus, wrong.body]).toEqual([unknown.httpStatus, unknown.body])
  })

  it('is logged out by a logout with only that token, or on request with all tokens', async () => {
    const [member, stranger] = [await embedded.newMember(), await embedded.newMember()]
    const tokens = [
      member.token,
      await embedded.signIn(member.id, member.pw),
      await embedded.signIn(member.id, member.pw),
    ]
    const seen = () => Promise.all([...tokens, stranger.token].map(healthOf))
    for (const payload of [{ everywhere: false }, { everywhere: 'on' }, { all: true }])
      expect((await embedded.call('do-logout', payload, member.token)).httpStatus).toBe(400)
    expect(await seen()).toEqual([200, 200, 200, 200])
    expect((await embedded.call('do-logout', {}, tokens[2])).status).toBe('success')
    expect(await seen()).toEqual([200, 200, 401, 200])
    expect((await embedded.call('do-logout', { everywhere: true }, tokens[1])).status).toBe('success')
    expect(await seen()).toEqual([401, 401, 401, 200])
    expect((await deposit(member.token)).httpStatus).toBe(401)
    expect(await healthOf(await embedded.signIn(member.id, member.pw))).toBe(200)
  })

  it('is logged out when the token ends', async () => {
    const { token } = await embedded.newMember()
    embedded.advanceClock(days(1) - 1)
    expect(await healthOf(token)).toBe(200)
    embedded.advanceClock(1)
    expect(await healthOf(token)).toBe(401)
    demo = await embedded.signIn()
  })

  it('is registered once by five simultaneous requests, with a valid ID, nickname and code', async () => {
    expect((await embedded.call('user-register', form)).status).toBe('success')
    expect((await embedded.call('user-register', form)).status).toBe('alread_have_user')
    expect((await embedded.call('user-register', { ...form, id: form.id.toUpperCase() })).status).toBe(
      'alread_have_user',
    )
    const otherForm = { ...form, id: 'other_one', nick: 'Ｏｔｈｅｒ' }
    expect((await embedded.call('user-register', { ...otherForm, code: 'NOBODY' })).status).toBe('cant_find_code')
    expect((await embedded.call('user-register', { ...otherForm, bankname: '없는은행' })).status).toBe('bank')
    expect((await embedded.call('user-register', { ...otherForm, pw: 'short' })).httpStatus).toBe(400)
    expect((await embedded.call('check-user-id', { id: form.id })).status).toBe('alread_have_user')
    expect((await embedded.call('check-user-id', { id: otherForm.id })).status).toBe('success')
    expect((await embedded.call('user-register', otherForm)).status).toBe('success')
    expect((await embedded.call('check-user-nick', { nick: 'OTHER' })).status).toBe('alread_have_user')
    expect((await embedded.call('check-user-nick', { nick: '새별명' })).status).toBe('success')
    const five = { ...form, id: 'five_at_once', nick: '다섯' }
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => embedded.call('user-register', five)))
    expect(statusesOf(responses)).toEqual([...Array(4).fill('alread_have_user'), 'success'])
  })

  it('starts with no money, and with the bank account as entered', async () => {
    await embedded.call('user-register', { ...form, id: 'newcomer', nick: '신참' })
    const token = await embedded.signIn('newcomer', form.pw)
    expect((await embedded.call('get-member', {}, token)).response.user).toMatchObject({
      ...{ balance: 0, rolling: 0, in_balance: 0 },
      ...{ phone: '01012345678', banknum: '123456789012', bankOwner: '홍길동' },
    })
  })
})

describe('a deposit', () => {
  it('is pending until it is due, and is then credited by any call of its member or automatically', async () => {
    const { token } = await embedded.newMember()
    expect((await embedded.call('apply-user-deposit', { balance: '30000', code: randomUUID() }, token)).status).toBe(
      'success',
    )
    embedded.advanceClock(2_999)
    expect(await cashOf(token)).toBe(0)
    expect((await depositsOf(token)).balances).toMatchObject([{ balance: 30_000, status: 'wait', stage: 'checking' }])
    embedded.advanceClock(1)
    expect(await cashOf(token)).toBe(30_000)
    expect((await depositsOf(token)).balances).toMatchObject([{ balance: 30_000, status: 'already', after: 30_000 }])
    await deposit(token)
    embedded.advanceClock(3_000)
    const waiting = async () => (await embedded.query("select 1 from movements where state = 'wait'")).length
    await expect.poll(waiting, { interval: 100 }).toBe(0)
  })

  it('is listed once, on pages of twenty, newest first', async () => {
    const { token } = await embedded.newMember()
    const sums = Array.from({ length: 23 }, (_, index) => 10_000 * (index + 1))
    for (const won of sums) {
      expect((await deposit(token, won)).status).toBe('success')
      embedded.advanceClock(4_000)
    }
    const pages = [1, 2].map((page) => embedded.call('get-deposit-list', { page }, token))
    const listed = (await Promise.all(pages)).map(({ response }) => response.balances.map(({ balance }) => balance))
    expect(listed).toEqual([sums.slice(3).reverse(), sums.slice(0, 3).reverse()])
  })

  it('has the median of the last 21 bank deposits in 90 days as its estimated time if there are three', async () => {
    const { backoffice } = createBackofficeOf(embedded)
    await embedded.reopen({ playApprovalMs: 0 })
    embedded.advanceClock(days(90))
    const { token } = await embedded.newMember()
    // The site reads it once a minute, and after a restart.
    const median = async (of = token) => {
      await embedded.reopen({ playApprovalMs: 0 })
      return (await depositsOf(of)).usualSeconds
    }
    const settle = async (...seconds: number[]) => {
      for (const took of seconds) {
        const { id } = (await deposit(token)).body
        embedded.advanceClock(took * 1_000)
        await backoffice('approve', { kind: 'deposit', id })
      }
    }
    await settle(120, 60)
    expect(await median()).toBeUndefined()
    await settle(60)
    expect((await depositsOf(token)).usualSeconds, 'within a minute').toBeUndefined()
    expect(await median()).toBe(60)
    // Eleven of the last 21 took ten minutes. With one deposit more or less, the median would be a minute.
    await settle(...Array(11).fill(600), ...Array(10).fill(60))
    expect(await median()).toBe(600)
    embedded.advanceClock(days(90))
    const later = await embedded.newMember()
    expect(await median(later.token)).toBeUndefined()
    demo = await embedded.signIn()
    await embedded.reopen()
  })

  it('is credited by its member’s call even if many others are due before it', async () => {
    const strangers = await Promise.all([1, 2, 3, 4, 5].map(() => embedded.newMember()))
    for (const { token } of strangers)
      for (let count = 0; count < 5; count++) expect((await deposit(token)).status).toBe('success')
    embedded.advanceClock(1)
    const { token } = await embedded.newMember()
    await deposit(token)
    embedded.advanceClock(embedded.options.playApprovalMs)
    expect(await cashOf(token)).toBe(10_000)
  })

  it('is rejected above the largest amount', async () => {
    const { token } = await embedded.newMember(10_000)
    const balance = Math.floor(Number.MAX_SAFE_INTEGER / 10_000) * 10_000
    expect((await deposit(token, balance)).status).toBe('limit')
  })

  it('moves money once per member and code, even if it is repeated or sent five times simultaneously', async () => {
    const [{ token }, stranger] = [await embedded.newMember(), await embedded.newMember()]
    const code = randomUUID()
    const five = await Promise.all([1, 2, 3, 4, 5].map(() => deposit(token, 20_000, code)))
    const [{ id } = {}] = (await depositsOf(token)).balances
    expect(five.map(({ body }) => body)).toEqual(Array(5).fill({ status: 'success', id, stage: 'checking' }))
    await deposit(stranger.token, 10_000, code)
    embedded.advanceClock(3_000)
    expect(await cashOf(token)).toBe(20_000)
    expect((await deposit(token, 20_000, code)).body).toEqual({ status: 'success', id, stage: 'checking' })
    embedded.advanceClock(3_000)
    expect([await cashOf(token), await cashOf(stranger.token)]).toEqual([20_000, 10_000])
    expect((await depositsOf(token)).total).toBe(1)
  })

  it('is recognized by its code after a restart, and every call with another payload gets code_reused', async () => {
    const { token } = await embedded.newMember(90_000)
    await embedded.call('money-to-point', { points: 5_000, code: randomUUID() }, token)
    const exchange_pw = '4321'
    const requests = (
      [
        ['apply-user-deposit', { balance: 20_000 }, { balance: 30_000 }],
        ['apply-user-withdraw', { balance: 20_000, exchange_pw }, { balance: 10_000, exchange_pw }],
        ['apply-deposit-payment', { balance: 20_000, idx: 1 }, { balance: 20_000, idx: 2 }],
        ['money-to-point', { points: 2_000 }, { points: 3_000 }],
        ['roll-to-balance', { points: 1_000 }, { points: 500 }],
      ] as const
    ).map(([callName, payload, otherPayload]) => ({ callName, payload, other: otherPayload, code: randomUUID() }))
    const statusOf = async (callName: (typeof requests)[number]['callName'], payload: object) =>
      (await embedded.call(callName, { ...payload }, token)).status
    for (const { callName, payload, code } of requests)
      expect(await statusOf(callName, { ...payload, code }), callName).toBe('success')
    const before = await cashOf(token)
    await embedded.reopen()
    for (const { callName, payload, other: otherPayload, code } of requests) {
      expect(await statusOf(callName, { ...otherPayload, code }), callName).toBe('code_reused')
      expect(await statusOf(callName, { ...payload, code }), callName).toBe('success')
    }
    expect(await cashOf(token)).toBe(before)
  })
})

describe('a withdrawal', () => {
  it('needs the withdrawal password, even if the request is repeated', async () => {
    const { token } = await embedded.newMember(50_000)
    const code = randomUUID()
    const statusWith = async (exchange_pw?: string) => (await withdraw(token, 10_000, { code, exchange_pw })).status
    expect([await statusWith(), await statusWith('4322'), await cashOf(token)]).toEqual(['pass', 'pass', 50_000])
    expect([await statusWith('4321'), await statusWith('4322')]).toEqual(['success', 'pass'])
    expect(await cashOf(token)).toBe(40_000)
  })

  it('never takes more than the balance, even if many are sent simultaneously', async () => {
    const { token } = await embedded.newMember(30_000)
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => withdraw(token)))
    expect(statusesOf(responses)).toEqual(['balance', 'balance', 'success', 'success', 'success'])
    expect(await cashOf(token)).toBe(0)
  })
})

it('transfers move all cash to and from games, where it can’t be withdrawn, and may move nothing', async () => {
  const { token } = await embedded.newMember(70_000)
  const all = { status: 'success', gameMoney: 70_000, balance: 0 }
  expect((await embedded.call('transfer-in', {}, token)).body).toEqual(all)
  expect((await embedded.call('transfer-in', {}, token)).body).toEqual(all)
  expect((await embedded.call('get-member', {}, token)).response.user).toMatchObject({
    balance: 0,
    in_balance: 70_000,
  })
  const code = randomUUID()
  expect((await withdraw(token, 70_000, { code })).status).toBe('balance')
  const back = await Promise.all([1, 2, 3].map(() => embedded.call('transfer-out', {}, token)))
  expect(back.map(({ body }) => body)).toEqual(Array(3).fill({ status: 'success', gameMoney: 0, balance: 70_000 }))
  expect((await withdraw(token, 70_000, { code })).status).toBe('success')
  for (const callName of ['transfer-in', 'transfer-out'] as const)
    expect((await embedded.call(callName, {}, token)).body).toEqual({ status: 'success', gameMoney: 0, balance: 0 })
})

it('comp exchanges can’t exceed the balance, and are listed with credits, newest first', async () => {
  const demo = await embedded.signIn()
  expect((await embedded.call('get-comp-list', {}, demo)).response).toMatchObject({
    total: 1,
    points: [{ kind: 'gift', points: 50_000 }],
  })
  await embedded.call('roll-to-balance', { points: 1_000, code: randomUUID() }, demo)
  embedded.advanceClock(1_000)
  await embedded.call('money-to-point', { points: 400, code: randomUUID() }, demo)
  const { total, points } = (await embedded.call('get-comp-list', {}, demo)).response
  expect(total).toBe(3)
  expect(points.map(({ kind, points }) => [kind, points])).toEqual([
    ['change', 400],
    ['exchange', -1_000],
    ['gift', 50_000],
  ])
  expect((await embedded.call('get-comp-list', { page: 2 }, demo)).response).toMatchObject({ total: 3, points: [] })
  expect((await embedded.call('get-comp-list', { to: '2020-01-01' }, demo)).response.total).toBe(0)
  const { token } = await embedded.newMember(0)
  const exchange = { points: 1, code: randomUUID() }
  expect((await embedded.call('roll-to-balance', exchange, token)).status).toBe('low_point')
  expect((await embedded.call('money-to-point', exchange, token)).status).toBe('balance')
  expect((await embedded.call('get-comp-list', {}, token)).response).toMatchObject({ total: 0, points: [] })
})

it('a transaction a minute before midnight in Seoul is in the history of the ending day', async () => {
  embedded.advanceClockTo('2027-06-30T14:59:59.000Z')
  const late = (await embedded.newMember()).token
  await deposit(late, 10_000)
  embedded.advanceClock(1_000)
  await deposit(late, 20_000)
  const on = async (day: string) =>
    (await embedded.call('get-deposit-list', { from: day, to: day }, late)).response.balances.map(
      ({ balance }) => balance,
    )
  expect([await on('2027-06-30'), await on('2027-07-01')]).toEqual([[10_000], [20_000]])
  demo = await embedded.signIn()
})

describe('the operator’s limits', () => {
  it('block deposits past the maximum number of pending ones', async () => {
    await embedded.reopen({ depositsWaitingMax: 2 })
    const { token } = await embedded.newMember()
    const responses = await Promise.all([1, 2, 3].map(() => deposit(token)))
    expect(statusesOf(responses)).toEqual(['success', 'success', 'wait'])
    embedded.advanceClock(3_000)
    expect((await deposit(token)).status).toBe('success')
  })

  it('require a pause between withdrawals, and report the remaining wait', async () => {
    await embedded.reopen({ withdrawPauseMs: 90_000 })
    const { token } = await embedded.newMember(50_000)
    expect((await withdraw(token)).status).toBe('success')
    embedded.advanceClock(30_000)
    expect((await withdraw(token)).body).toEqual({ status: 'wait', ms: 60_000 })
    embedded.advanceClock(60_000)
    expect((await withdraw(token)).status).toBe('success')
  })

  it('limit the withdrawals of a day in Seoul except cancelled ones, and report the remaining wait', async () => {
    await embedded.reopen({ withdrawDailyMax: 50_000 })
    embedded.advanceClockTo('2027-08-01T15:00:00.000Z')
    const person = await embedded.newMember(200_000)
    let token = person.token
    const apply = (balance = 20_000) => withdraw(token, balance)
    expect(statusesOf(await Promise.all([apply(), apply(), apply()]))).toEqual(['success', 'success', 'wait'])
    const id = parseTransactionNumber(String((await withdrawalsOf(token)).balances[0]?.id)) ?? 0n
    expect(await settleTransaction(embedded.context(), { id, to: 'cancelled', by: 'desk' })).toBe('cancelled')
    expect(await cashOf(token)).toBe(180_000)
    expect((await apply()).status).toBe('success')
    expect((await apply(10_000)).status).toBe('success')
    embedded.advanceClockTo('2027-08-02T14:59:50.000Z')
    token = await embedded.signIn(person.id, person.pw)
    expect((await apply(10_000)).body).toEqual({ status: 'wait', ms: 10_000 })
    embedded.advanceClock(9_999)
    expect((await apply(10_000)).body).toEqual({ status: 'wait', ms: 1 })
    embedded.advanceClock(1)
    expect((await apply(60_000)).body).toEqual({ status: 'limit' })
    expect((await apply(50_000)).status).toBe('success')
  })
})

describe('the ledger', () => {
  it('can’t be changed afterwards, and balances can’t change without an entry', async () => {
    for (const statement of [
      ...['update entries set won = won + 1', 'delete from entries', 'truncate entries cascade'],
      ...["update transfers set cause = 'correction'", 'delete from transfers'],
      "update accounts set balance = balance + 1 where kind = 'cash'",
      ...["insert into accounts (kind, balance) values ('jackpot', 5)", 'delete from movements'],
      "update movements set state = 'wait', settled_at = null, settled_by = null where state = 'already'",
      'update movements set won = won + 10000',
    ]) {
      await expect(embedded.query(statement), statement).rejects.toThrow()
    }
  })

  it('rejects transfers that don’t sum to zero in the database too', async () => {
    const crooked = `with made as (insert into transfers (cause, made_at) values ('correction', now()) returning id)
      insert into entries (transfer_id, account_id, won) select made.id, accounts.id, 5 from made, accounts where kind = 'bank'`
    await expect(embedded.query(crooked)).rejects.toThrow(/sum to zero/)
  })
})

it.runIf(databaseServerUrl)(
  'the embedded upstream can be opened twice simultaneously on an empty database, with one demo',
  async () => {
    const database = await createDatabase()
    const options = { ...embedded.options, databaseUrl: database.url }
    const both = await Promise.all([openEmbeddedUpstream(options), openEmbeddedUpstream(options)])
    const store = await openStore(options)
    expect(await store.query('select user_id from members order by user_id')).toEqual([
      { user_id: 'demo' },
      { user_id: 'demo2' },
    ])
    await Promise.all([...both, store].map((opened) => opened.close()))
    await database.drop()
  },
)
