import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testHouse } from '../support/house'

let house: Awaited<ReturnType<typeof testHouse>>
beforeAll(async () => {
  house = await testHouse()
})
afterAll(() => house?.close())

const pw = 'a-long-password'
const exchange_pw = '4321'

/** A member of their own with money in cash. */
async function somebody(won = 100_000): Promise<{ id: string; token: string }> {
  const id = `w${randomUUID().slice(0, 8)}`
  const form = { id, pw, nick: id, phone: '01011112222', bankname: '국민은행', banknumber: '1234567890' }
  await house.call('user-register', { ...form, bankowner: '나그네', exchange_pw, code: 'MADANG' })
  const token = await house.signIn(id, pw)
  if (won > 0) {
    await house.call('apply-user-deposit', { balance: won, code: randomUUID() }, token)
    house.pass(house.options.playApprovalMs)
  }
  return { id, token }
}

const purseOf = async (token: string) => {
  const { balance, gameMoney, rolling } = (await house.call('get-in-game-balance', {}, token)).answer
  return { balance, gameMoney, rolling }
}

describe('changing a password', () => {
  it('needs the current one, and the new one to keep to its rule', async () => {
    const { id, token } = await somebody(0)
    const change = (kind: string, pass: string, new_pass: string) =>
      house.call('change-password', { kind, pass, new_pass }, token)
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
    expect(await house.signIn(id, pw)).toBeTruthy()
  })

  it('for login ends every other session of the member; the own one goes on', async () => {
    const { id, token } = await somebody(0)
    const [other, stranger] = [await house.signIn(id, pw), (await somebody(0)).token]
    const new_pass = ' another password '
    expect((await house.call('change-password', { kind: 'login', pass: pw, new_pass }, token)).status).toBe('success')
    const seen = async (by: string) => (await house.call('user-health-check', {}, by)).httpStatus
    expect([await seen(token), await seen(other), await seen(stranger)]).toEqual([200, 401, 200])
    expect((await house.call('user-do-login', { id, pw })).httpStatus).toBe(401)
    expect(await house.signIn(id, new_pass)).toBeTruthy()
  })

  it('for withdrawals applies from the next one, and ends no session', async () => {
    const { id, token } = await somebody()
    const other = await house.signIn(id, pw)
    await house.call('change-password', { kind: 'exchange', pass: exchange_pw, new_pass: '86420' }, token)
    const withdraw = (word: string) =>
      house.call('apply-user-withdraw', { balance: 10_000, code: randomUUID(), exchange_pw: word }, other)
    expect((await withdraw(exchange_pw)).status).toBe('pass')
    expect((await withdraw('86420')).status).toBe('success')
  })

  it('is done by one of two that change it at once', async () => {
    const { token } = await somebody(0)
    const answers = await Promise.all(
      ['first password', 'second password'].map((new_pass) =>
        house.call('change-password', { kind: 'login', pass: pw, new_pass }, token),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual(['pass', 'success'])
  })
})

describe('in-game money', () => {
  it('takes all cash in and gives all of it back', async () => {
    const { token } = await somebody(70_000)
    const all = { status: 'success', gameMoney: 70_000, balance: 0 }
    expect((await house.call('transfer-in', {}, token)).body).toEqual(all)
    expect((await house.call('transfer-in', {}, token)).body).toEqual(all)
    expect((await house.call('get-member', {}, token)).answer.user).toMatchObject({ balance: 0, in_balance: 70_000 })
    const back = await Promise.all([1, 2, 3].map(() => house.call('transfer-out', {}, token)))
    expect(back.map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => ({ status: 'success', gameMoney: 0, balance: 70_000 })),
    )
  })

  it('can be moved by a member who has none', async () => {
    const { token } = await somebody(0)
    for (const segment of ['transfer-in', 'transfer-out'] as const) {
      expect((await house.call(segment, {}, token)).body).toEqual({ status: 'success', gameMoney: 0, balance: 0 })
    }
  })

  it('can’t be withdrawn until it is transferred back', async () => {
    const { token } = await somebody(50_000)
    await house.call('transfer-in', {}, token)
    const request = { balance: 50_000, code: randomUUID(), exchange_pw }
    expect((await house.call('apply-user-withdraw', request, token)).status).toBe('balance')
    await house.call('transfer-out', {}, token)
    expect((await house.call('apply-user-withdraw', request, token)).status).toBe('success')
  })
})

describe('comp money', () => {
  it('is bought with cash one to one, once for one code, and for no more than there is', async () => {
    const { token } = await somebody(10_000)
    const request = { points: 3_000, code: randomUUID() }
    await Promise.all([1, 2, 3].map(() => house.call('money-to-point', request, token)))
    expect(await purseOf(token)).toEqual({ balance: 7_000, gameMoney: 0, rolling: 3_000 })
    expect((await house.call('money-to-point', { points: 7_001, code: randomUUID() }, token)).status).toBe('balance')
    expect((await house.call('money-to-point', { ...request, points: 1 }, token)).status).toBe('code_reused')
    expect(await purseOf(token)).toEqual({ balance: 7_000, gameMoney: 0, rolling: 3_000 })
  })

  it('has a history of credits and exchanges, newest first', async () => {
    const demo = await house.signIn()
    expect((await house.call('get-comp-list', {}, demo)).answer).toMatchObject({
      total: 1,
      points: [{ kind: 'gift', points: 50_000 }],
    })
    await house.call('roll-to-balance', { points: 1_000, code: randomUUID() }, demo)
    house.pass(1_000)
    await house.call('money-to-point', { points: 400, code: randomUUID() }, demo)
    const { total, points } = (await house.call('get-comp-list', {}, demo)).answer
    expect(total).toBe(3)
    expect(points.map(({ kind, points }) => [kind, points])).toEqual([
      ['change', 400],
      ['exchange', -1_000],
      ['gift', 50_000],
    ])
    expect((await house.call('get-comp-list', { page: 2 }, demo)).answer).toMatchObject({ total: 3, points: [] })
    expect((await house.call('get-comp-list', { to: '2020-01-01' }, demo)).answer.total).toBe(0)
    const { token } = await somebody(0)
    expect((await house.call('get-comp-list', {}, token)).answer).toMatchObject({ total: 0, points: [] })
  })
})
