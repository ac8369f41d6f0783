import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sharedEmbeddedUpstream } from '../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream()

const pw = 'a-long-password'
const exchange_pw = '4321'

const memberWithCash = (won = 100_000) => embedded.newMember(won)

const _walletBalancesOf = async (token: string) => {
  const { balance, gameMoney, rolling } = (await embedded.call('get-in-game-balance', {}, token)).response
  return { balance, gameMoney, rolling }
}

describe('changing a password', () => {
  it('needs the current one, and the new one to keep to its rule', async () => {
    const { id, token } = await memberWithCash(0)
    const change = (kind: string, pass: string, new_pass: string) =>
      embedded.call('change-password', { kind, pass, new_pass }, token)
    expect((await change('login', 'not mine', 'another password')).status).toBe('pass')
    expect((await change('exchange', '0000', '8642')).status).toBe('pass')
    for (const [kind, pass, wrong] of [
      ['login', pw, 'short'],
      ['login', pw, 'x'.repeat(65)],
      ['exchange', exchange_pw, '123'],
      ['exchange', exchange_pw, '1234567890123'],
      ['exchange', exchange_pw, '12a4'],
      ['other', pw, 'another password'],
    ] as const) {
      expect((await change(kind, pass, wrong)).httpStatus).toBe(400)
    }
    expect(await embedded.signIn(id, pw)).toBeTruthy()
  })

  it('for login ends every other session of the member; the own one goes on', async () => {
    const { id, token } = await memberWithCash(0)
    const [other, stranger] = [await embedded.signIn(id, pw), (await memberWithCash(0)).token]
    const new_pass = ' another password '
    expect((await embedded.call('change-password', { kind: 'login', pass: pw, new_pass }, token)).status).toBe(
      'success',
    )
    const seen = async (by: string) => (await embedded.call('user-health-check', {}, by)).httpStatus
    expect([await seen(token), await seen(other), await seen(stranger)]).toEqual([200, 401, 200])
    expect((await embedded.call('user-do-login', { id, pw })).httpStatus).toBe(401)
    expect(await embedded.signIn(id, new_pass)).toBeTruthy()
  })

  it('for withdrawals applies from the next one, and ends no session', async () => {
    const { id, token } = await memberWithCash()
    const other = await embedded.signIn(id, pw)
    await embedded.call('change-password', { kind: 'exchange', pass: exchange_pw, new_pass: '86420' }, token)
    const withdraw = (word: string) =>
      embedded.call('apply-user-withdraw', { balance: 10_000, code: randomUUID(), exchange_pw: word }, other)
    expect((await withdraw(exchange_pw)).status).toBe('pass')
    expect((await withdraw('86420')).status).toBe('success')
  })

  it('is done by one of two that change it at once', async () => {
    const { token } = await memberWithCash(0)
    const responses = await Promise.all(
      ['first password', 'second password'].map((new_pass) =>
        embedded.call('change-password', { kind: 'login', pass: pw, new_pass }, token),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual(['pass', 'success'])
  })
})

describe('in-game money', () => {
  it('takes all cash in and gives all of it back', async () => {
    const { token } = await memberWithCash(70_000)
    const all = { status: 'success', gameMoney: 70_000, balance: 0 }
    expect((await embedded.call('transfer-in', {}, token)).body).toEqual(all)
    expect((await embedded.call('transfer-in', {}, token)).body).toEqual(all)
    expect((await embedded.call('get-member', {}, token)).response.user).toMatchObject({
      balance: 0,
      in_balance: 70_000,
    })
    const back = await Promise.all([1, 2, 3].map(() => embedded.call('transfer-out', {}, token)))
    expect(back.map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => ({ status: 'success', gameMoney: 0, balance: 70_000 })),
    )
  })

  it('can be moved by a member who has none', async () => {
    const { token } = await memberWithCash(0)
    for (const callName of ['transfer-in', 'transfer-out'] as const) {
      expect((await embedded.call(callName, {}, token)).body).toEqual({ status: 'success', gameMoney: 0, balance: 0 })
    }
  })

  it('can’t be withdrawn until it is transferred back', async () => {
    const { token } = await memberWithCash(50_000)
    await embedded.call('transfer-in', {}, token)
    const request = { balance: 50_000, code: randomUUID(), exchange_pw }
    expect((await embedded.call('apply-user-withdraw', request, token)).status).toBe('balance')
    await embedded.call('transfer-out', {}, token)
    expect((await embedded.call('apply-user-withdraw', request, token)).status).toBe('success')
  })
})

describe('comp money', () => {
  it('is exchanged either way for no more than there is', async () => {
    const { token } = await memberWithCash(0)
    const exchange = { points: 1, code: randomUUID() }
    expect((await embedded.call('roll-to-balance', exchange, token)).status).toBe('low_point')
    expect((await embedded.call('money-to-point', exchange, token)).status).toBe('balance')
  })

  it('has a history of credits and exchanges, newest first', async () => {
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
    const { token } = await memberWithCash(0)
    expect((await embedded.call('get-comp-list', {}, token)).response).toMatchObject({ total: 0, points: [] })
  })
})
