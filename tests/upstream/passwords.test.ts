import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wrongPasswordsMost, wrongPasswordsWindowMs } from '~/upstream/embedded/passwords.server'
import { testHouse } from '../support/house'

let house: Awaited<ReturnType<typeof testHouse>>
beforeAll(async () => {
  house = await testHouse()
})
afterAll(async () => {
  expect(house.lines.filter(({ level }) => level === 'error')).toEqual([])
  await house.close()
})

const pw = 'a-long-password'
const exchange_pw = '4321'

/** A member of their own with 100,000 won in cash. */
async function somebody(): Promise<{ id: string; token: string }> {
  const id = `p${randomUUID().slice(0, 8)}`
  const form = { id, pw, nick: id, phone: '01011112222', bankname: '국민은행', banknumber: '1234567890' }
  await house.call('user-register', { ...form, bankowner: '나그네', exchange_pw, code: 'MADANG' })
  const token = await house.signIn(id, pw)
  await house.call('apply-user-deposit', { balance: 100_000, code: randomUUID() }, token)
  house.pass(house.options.playApprovalMs)
  return { id, token }
}

/** A new page to withdraw through a payment. */
async function paymentPage(token: string, language = 'ko'): Promise<string> {
  const headers = { 'Accept-Language': language }
  const { launcherUrl } = (await house.call('withdrawal-launcher', { idx: 1 }, token, headers)).answer
  return `http://house.example${launcherUrl}`
}

async function onPage(page: string, password: string) {
  const body = new URLSearchParams({ intent: 'confirm', balance: '10000', exchange_pw: password })
  const response = await house.send(new Request(page, { method: 'POST', body }))
  return { status: response.status, retryAfter: response.headers.get('Retry-After'), text: await response.text() }
}

const withdraw = (token: string, password?: string) =>
  house.call('apply-user-withdraw', { balance: 10_000, code: randomUUID(), exchange_pw: password }, token)
const change = (token: string, kind: 'login' | 'exchange', pass: string) =>
  house.call('change-password', { kind, pass, new_pass: kind === 'login' ? pw : exchange_pw }, token)

const cashOf = async (token: string) => (await house.call('get-in-game-balance', {}, token)).answer.balance
const wrongOf = async (id: string) =>
  house.query<{ kind: string; count: number }>(
    'select kind, count from wrong_passwords where member_id = (select id from members where user_id = $1)',
    [id],
  )

/** Uses all tries of the exchange password up. */
async function exhaust(token: string): Promise<void> {
  for (let tries = 0; tries < wrongPasswordsMost; tries++) expect((await withdraw(token, '0000')).status).toBe('pass')
}

describe('wrong exchange passwords of one member', () => {
  it('are counted over all payment pages, and past the limit the right one is refused too', async () => {
    const { token } = await somebody()
    const statuses: number[] = []
    for (let tries = 0; tries < 40; tries++) statuses.push((await onPage(await paymentPage(token), '0000')).status)
    expect(statuses).toEqual([...Array(wrongPasswordsMost).fill(422), ...Array(40 - wrongPasswordsMost).fill(429)])
    expect((await onPage(await paymentPage(token), exchange_pw)).status).toBe(429)
    expect(await cashOf(token)).toBe(100_000)
  })

  it.each([
    ['ko', '환전 비밀번호를 여러 번 잘못 적으셔서 지금은 확인하지 않습니다'],
    ['en', 'The exchange password was wrong too often, so none is checked right now'],
  ])('are explained on the payment page in its language: %s', async (language, words) => {
    const { token } = await somebody()
    await exhaust(token)
    const told = await onPage(await paymentPage(token, language), exchange_pw)
    expect(told.status).toBe(429)
    expect(told.text).toContain(words)
    expect(Number(told.retryAfter)).toBeGreaterThan(0)
    expect(Number(told.retryAfter)).toBeLessThanOrEqual(wrongPasswordsWindowMs / 1_000)
  })

  it('are one count for payment pages, withdrawals and the change of the password', async () => {
    const { token } = await somebody()
    const page = await paymentPage(token)
    const rounds = Math.floor(wrongPasswordsMost / 3)
    for (let round = 0; round < rounds; round++) {
      expect((await onPage(page, '0000')).status).toBe(422)
      expect((await withdraw(token, '0000')).status).toBe('pass')
      expect((await change(token, 'exchange', '0000')).status).toBe('pass')
    }
    for (let rest = rounds * 3; rest < wrongPasswordsMost; rest++) await withdraw(token, '0000')
    expect((await onPage(page, exchange_pw)).status).toBe(429)
    for (const reply of [await withdraw(token, exchange_pw), await change(token, 'exchange', exchange_pw)]) {
      expect([reply.httpStatus, reply.status]).toEqual([429, 'limited'])
    }
    expect(await cashOf(token)).toBe(100_000)
    // The login password has a count of its own.
    expect((await change(token, 'login', pw)).status).toBe('success')
  })

  it('that come at once are no more guesses than as many in a row, wherever they are sent', async () => {
    const { token } = await somebody()
    const page = await paymentPage(token)
    const calls = await Promise.all(
      Array.from({ length: 50 }, async (_, guess) => {
        if (guess % 2 === 0) return (await onPage(page, '0000')).status
        const { httpStatus, status } = await withdraw(token, '0000')
        return status === 'pass' ? 422 : httpStatus
      }),
    )
    expect(calls.filter((status) => status === 422)).toHaveLength(wrongPasswordsMost)
    expect(calls.filter((status) => status === 429)).toHaveLength(50 - wrongPasswordsMost)
  })

  it('are counted for the member alone, through a restart, until their hour is over', async () => {
    const [guessed, stranger] = [await somebody(), await somebody()]
    await exhaust(guessed.token)
    await house.reopen()
    expect((await withdraw(guessed.token, exchange_pw)).httpStatus).toBe(429)
    expect((await withdraw(stranger.token, exchange_pw)).status).toBe('success')
    house.pass(wrongPasswordsWindowMs - 1_000)
    expect((await withdraw(guessed.token, exchange_pw)).httpStatus).toBe(429)
    house.pass(1_000)
    expect((await withdraw(guessed.token, '0000')).status).toBe('pass')
    expect((await withdraw(guessed.token, exchange_pw)).status).toBe('success')
  })

  it('are not forgotten when the right one comes between them', async () => {
    const { id, token } = await somebody()
    for (let tries = 1; tries < wrongPasswordsMost; tries++) await withdraw(token, '0000')
    expect((await withdraw(token, exchange_pw)).status).toBe('success')
    expect(await wrongOf(id)).toEqual([{ kind: 'exchange', count: wrongPasswordsMost - 1 }])
    expect((await withdraw(token, '0000')).status).toBe('pass')
    expect((await withdraw(token, exchange_pw)).httpStatus).toBe(429)
  })
})

describe('the right exchange password', () => {
  it('sent twenty times at once on one page withdraws once, locks nothing and counts nothing', async () => {
    const { id, token } = await somebody()
    const page = await paymentPage(token)
    const presses = await Promise.all(Array.from({ length: 20 }, () => onPage(page, exchange_pw)))
    expect(presses.map(({ status }) => status)).toEqual(Array(20).fill(303))
    expect(await cashOf(token)).toBe(90_000)
    const shown = await (await house.send(new Request(page))).text()
    expect(shown).toContain('출금을 신청했습니다')
    expect(await wrongOf(id)).toEqual([])
  })

  it('sent twenty times at once in calls counts nothing, nor does a call without any', async () => {
    const { id, token } = await somebody()
    const calls = await Promise.all(Array.from({ length: 20 }, () => withdraw(token, exchange_pw)))
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set(['success', 'balance']))
    for (let call = 0; call <= wrongPasswordsMost; call++) expect((await withdraw(token)).status).toBe('pass')
    expect(await wrongOf(id)).toEqual([])
  })
})

describe('wrong login passwords at the change of the password', () => {
  it('are counted by member too, and lock nobody out of logging in', async () => {
    const { id, token } = await somebody()
    const answers = await Promise.all(Array.from({ length: 30 }, () => change(token, 'login', 'not this one')))
    expect(answers.filter(({ status }) => status === 'pass')).toHaveLength(wrongPasswordsMost)
    expect(answers.filter(({ httpStatus }) => httpStatus === 429)).toHaveLength(30 - wrongPasswordsMost)
    expect((await change(token, 'login', pw)).httpStatus).toBe(429)
    expect(await house.signIn(id, pw)).toBeTruthy()
  })
})
