import { describe, expect, it } from 'vitest'
import { handlers as memberHandlers } from '~/embedded/members/members.server'
import { playTexts } from '~/embedded/sandbox/texts'
import { hours } from '~/values/durations'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream()
const { withdraw: withdrawBy, cashOf, getPage, submitForm } = createCallsOf(embedded)

/** From the rate limits in docs/limits.md. */
const maxWrongPasswords = 10
const wrongPasswordsWindowMs = hours(1)

const pw = 'a-long-password'
const exchange_pw = '4321'
const memberWithCash = () => embedded.newMember(100_000)

async function paymentPage(token: string, language = 'ko'): Promise<string> {
  const headers = { 'Accept-Language': language }
  const { launcherUrl } = (await embedded.call('withdrawal-launcher', { idx: 1 }, token, headers)).response
  return launcherUrl
}

const withdrawOnPage = (page: string, password: string) =>
  submitForm(page, { intent: 'confirm', balance: '10000', exchange_pw: password })

const withdraw = (token: string, exchange_pw?: string) => withdrawBy(token, 10_000, { exchange_pw })
const change = (token: string, kind: 'login' | 'exchange', pass: string) =>
  embedded.call('change-password', { kind, pass, new_pass: kind === 'login' ? pw : exchange_pw }, token)

const wrongTriesOf = async (id: string) =>
  embedded.query<{ kind: string; count: number }>(
    'select kind, count from wrong_passwords where member_id = (select id from members where user_id = $1)',
    [id],
  )

describe('one member’s wrong withdrawal passwords', () => {
  it('are counted over all payment pages, and above the limit even the correct one is rejected', async () => {
    const { token } = await memberWithCash()
    const statuses: number[] = []
    for (let tries = 0; tries < maxWrongPasswords + 2; tries++)
      statuses.push((await withdrawOnPage(await paymentPage(token), '0000')).status)
    expect(statuses).toEqual([...Array(maxWrongPasswords).fill(422), 429, 429])
    const responseText = await withdrawOnPage(await paymentPage(token, 'en'), exchange_pw)
    expect(await cashOf(token)).toBe(100_000)
    expect(responseText.status).toBe(429)
    expect(responseText.text).toContain('Too many wrong withdrawal passwords')
    const retryAfter = Number(responseText.headers.get('Retry-After'))
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(wrongPasswordsWindowMs / 1_000)
  })

  it('are counted together for payment pages, withdrawals and the password change', async () => {
    const { token } = await memberWithCash()
    const page = await paymentPage(token)
    const rounds = Math.floor(maxWrongPasswords / 3)
    for (let round = 0; round < rounds; round++) {
      expect((await withdrawOnPage(page, '0000')).status).toBe(422)
      expect((await withdraw(token, '0000')).status).toBe('pass')
      expect((await change(token, 'exchange', '0000')).status).toBe('pass')
    }
    for (let rest = rounds * 3; rest < maxWrongPasswords; rest++) await withdraw(token, '0000')
    expect((await withdrawOnPage(page, exchange_pw)).status).toBe(429)
    for (const reply of [await withdraw(token, exchange_pw), await change(token, 'exchange', exchange_pw)])
      expect([reply.httpStatus, reply.status]).toEqual([429, 'limited'])
    expect(await cashOf(token)).toBe(100_000)
    // Wrong login passwords are counted separately.
    expect((await change(token, 'login', pw)).status).toBe('success')
  })

  it('allow no more guesses simultaneously than successively, wherever they are sent', async () => {
    const { token } = await memberWithCash()
    const page = await paymentPage(token)
    const guesses = [...Array(20).fill('0000'), exchange_pw]
    const calls = await Promise.all(
      guesses.map(async (guess, index) => {
        if (index % 2 === 1) return (await withdrawOnPage(page, guess)).status
        const { httpStatus, status } = await withdraw(token, guess)
        return status === 'pass' ? 422 : httpStatus
      }),
    )
    expect(calls.filter((status) => status === 422)).toHaveLength(maxWrongPasswords)
    expect(calls.filter((status) => status === 429)).toHaveLength(guesses.length - maxWrongPasswords)
    expect(await cashOf(token)).toBe(100_000)
  })

  it('are counted per member for an hour, despite restarts and correct ones in between', async () => {
    const [guessed, stranger] = [await memberWithCash(), await memberWithCash()]
    for (let tries = 1; tries < maxWrongPasswords; tries++)
      expect((await withdraw(guessed.token, '0000')).status).toBe('pass')
    expect((await withdraw(guessed.token, exchange_pw)).status).toBe('success')
    expect(await wrongTriesOf(guessed.id)).toEqual([{ kind: 'exchange', count: maxWrongPasswords - 1 }])
    expect((await withdraw(guessed.token, '0000')).status).toBe('pass')
    await embedded.reopen()
    expect((await withdraw(guessed.token, exchange_pw)).httpStatus).toBe(429)
    expect((await withdraw(stranger.token, exchange_pw)).status).toBe('success')
    embedded.advanceClock(wrongPasswordsWindowMs - 1_000)
    expect((await withdraw(guessed.token, exchange_pw)).httpStatus).toBe(429)
    embedded.advanceClock(1_000)
    expect((await withdraw(guessed.token, '0000')).status).toBe('pass')
    expect((await withdraw(guessed.token, exchange_pw)).status).toBe('success')
  })
})

it('simultaneous correct withdrawal passwords withdraw once, and aren’t counted, like missing ones', async () => {
  const { id, token } = await memberWithCash()
  const page = await paymentPage(token)
  const presses = await Promise.all(Array.from({ length: 8 }, () => withdrawOnPage(page, exchange_pw)))
  expect(presses.map(({ status }) => status)).toEqual(Array(8).fill(303))
  expect(await cashOf(token)).toBe(90_000)
  expect((await getPage(page)).text).toContain(playTexts('ko').t('pay.submitted.title'))
  const calls = await Promise.all(Array.from({ length: 12 }, () => withdraw(token, exchange_pw)))
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set(['success', 'balance']))
  for (let call = 0; call <= maxWrongPasswords; call++) expect((await withdraw(token)).status).toBe('pass')
  expect(await wrongTriesOf(id)).toEqual([])
})

describe('a login password', () => {
  it('that is wrong in a password change is counted per member, and doesn’t block logins', async () => {
    const { id, token } = await memberWithCash()
    const responses = await Promise.all(Array.from({ length: 15 }, () => change(token, 'login', 'not this one')))
    expect(responses.filter(({ status }) => status === 'pass')).toHaveLength(maxWrongPasswords)
    expect(responses.filter(({ httpStatus }) => httpStatus === 429)).toHaveLength(15 - maxWrongPasswords)
    expect((await change(token, 'login', pw)).httpStatus).toBe(429)
    expect(await embedded.signIn(id, pw)).toBeTruthy()
  })

  it('is rejected by a login during which it changes, so that the change ends every login', async () => {
    const { id, token } = await memberWithCash()
    const { store, ...ctx } = embedded.context()
    let isChanged = false
    const query: typeof store.query = async (text, values) => {
      const rows = await store.query<never>(text, values)
      if (isChanged || !text.includes('login_hash')) return rows
      isChanged = true
      const payload = { kind: 'login', pass: pw, new_pass: 'another password' }
      expect((await embedded.call('change-password', payload, token)).status).toBe('success')
      return rows
    }
    const login = memberHandlers['user-do-login']({ ...ctx, store: { ...store, query } }, { id, pw })
    await expect(login).rejects.toMatchObject({ httpStatus: 401 })
    expect(isChanged).toBe(true)
    expect((await embedded.call('user-do-login', { id, pw: 'another password' })).status).toBe('success')
  })
})

describe('changing a password', () => {
  it('needs the current one and a valid new one, and succeeds for only one of two simultaneous changes', async () => {
    const { id, token } = await embedded.newMember(0)
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
    const both = await Promise.all(
      ['first password', 'second password'].map((password) => change('login', pw, password)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['pass', 'success'])
  })

  it('for logins ends all other sessions of the member', async () => {
    const { id, token } = await embedded.newMember(0)
    const [otherSession, stranger] = [await embedded.signIn(id, pw), (await embedded.newMember(0)).token]
    const new_pass = ' another password '
    expect((await embedded.call('change-password', { kind: 'login', pass: pw, new_pass }, token)).status).toBe(
      'success',
    )
    const seen = async (by: string) => (await embedded.call('user-health-check', {}, by)).httpStatus
    expect([await seen(token), await seen(otherSession), await seen(stranger)]).toEqual([200, 401, 200])
    expect((await embedded.call('user-do-login', { id, pw })).httpStatus).toBe(401)
    expect(await embedded.signIn(id, new_pass)).toBeTruthy()
  })

  it('for withdrawals applies to the next withdrawal, and ends no session', async () => {
    const { id, token } = await memberWithCash()
    const otherSession = await embedded.signIn(id, pw)
    await embedded.call('change-password', { kind: 'exchange', pass: exchange_pw, new_pass: '86420' }, token)
    expect((await withdraw(otherSession, exchange_pw)).status).toBe('pass')
    expect((await withdraw(otherSession, '86420')).status).toBe('success')
  })
})
