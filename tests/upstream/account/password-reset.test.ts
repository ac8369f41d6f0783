import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createBackofficeOf } from '../../support/backoffice-people'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream({ playApprovalMs: 0 })
const { askBackoffice, backoffice } = createBackofficeOf(embedded)
const { withdraw: withdrawBy } = createCallsOf(embedded)
const newPassword = 'three other words'

const ask = (id: string, phone = '01099998888') => embedded.call('ask-password-reset', { id, phone })
const reset = (id: string, code: string, more: { pw?: string; kind?: 'exchange' } = {}) =>
  embedded.call('reset-password', { id, code, pw: newPassword, ...more })
const makeCode = async (member: string, more: object = {}) =>
  String((await backoffice('reset-code', { member, ...more })).code)
const requests = async () => (await backoffice('reset-requests')).rows ?? []
const canLogIn = async (id: string, pw: string) =>
  (await embedded.call('user-do-login', { id, pw })).status === 'success'
const newPhone = () => `010${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
const wrongCode = () => randomUUID().slice(0, 19)

describe('a request for a code', () => {
  it('exists once per member even if it is repeated, until a code is created or the back office ends it', async () => {
    const own = async () => (await requests()).filter(({ member }) => member === id)
    const { id } = await embedded.newMember()
    await ask(` ${id.toUpperCase()} `, '01099998888')
    embedded.advanceClock(60_000)
    await ask(id, '01077776666')
    const [request] = await own()
    expect(await own()).toMatchObject([{ times: 2, phone: '01099998888', isTheirPhone: false }])
    expect(Date.parse(String(request?.lastAskedAt)) - Date.parse(String(request?.askedAt))).toBe(60_000)
    expect(await backoffice('overview')).toMatchObject({ waiting: { resets: (await requests()).length } })
    for (const changed of [true, false]) {
      expect(await backoffice('end-reset', { member: id })).toMatchObject({ changed })
      expect(await own(), 'ended by the back office').toEqual([])
    }
    await ask(id)
    expect(await own()).toHaveLength(1)
    await makeCode(id)
    expect(await own(), 'ended by a code').toEqual([])
  })

  const [own, strangers, another] = ['010-1234-0000', '01099998888', '01077776666']
  it.each([
    ['of the member, whose request follows a stranger’s', [strangers, own], own],
    ['of the member, whose request precedes strangers’', [own, strangers, another], own],
    ['of the member, whose request is between strangers’', [strangers, own, another], own],
    ['of the first stranger, without a request of the member', [strangers, another], strangers],
  ])('has the phone %s', async (_, phones, shown) => {
    const { id } = await embedded.newMember()
    await backoffice('change-member', { member: id, phone: own, reason: 'test' })
    const responses = []
    for (const phone of phones) responses.push(await ask(id, phone), await ask('nobody_at_all', phone))
    for (const { httpStatus, body } of responses) expect([httpStatus, body]).toEqual([200, { status: 'success' }])
    expect((await requests()).filter(({ member }) => member === id)).toMatchObject([
      { times: phones.length, phone: shown.replaceAll('-', ''), isTheirPhone: shown === own },
    ])
    // A new request doesn't have the phone of an ended one.
    await backoffice('end-reset', { member: id })
    await ask(id, another)
    expect((await requests()).filter(({ member }) => member === id)).toMatchObject([{ times: 1, phone: another }])
  })

  it('gets the same response for an unknown ID and a closed account, which are not listed', async () => {
    const { id } = await embedded.newMember()
    await backoffice('close', { member: id })
    const { phone } = (await backoffice('member', { member: id })).member as { phone: string }
    const before = await requests()
    const responses = [await ask('nobody_at_all'), await ask(id, phone), await ask((await embedded.newMember()).id)]
    for (const { httpStatus, body } of responses) expect([httpStatus, body]).toEqual([200, { status: 'success' }])
    expect(await requests()).toHaveLength(before.length + 1)
    expect(await embedded.query('select 1 from password_resets where member_id is null and phone is not null')).toEqual(
      [],
    )
  })
})

describe('a reset code from the back office', () => {
  it.each([
    [
      'the member has changed the password',
      ({ token }) =>
        embedded.call(
          'change-password',
          { kind: 'login', pass: 'a-long-password', new_pass: 'quite other words' },
          token,
        ),
    ],
    ['the back office has ended all sessions', ({ id }) => backoffice('sign-out', { to: [id] })],
    [
      'the back office has changed the phone',
      ({ id }) => backoffice('change-member', { member: id, phone: newPhone(), reason: 'asked' }),
    ],
  ] satisfies [string, (member: { id: string; token: string }) => Promise<object>][])(
    'is void once %s',
    async (_, setPassword) => {
      const member = await embedded.newMember()
      const code = await makeCode(member.id)
      expect(await setPassword(member)).toMatchObject({ status: 'success' })
      expect(await reset(member.id, code)).toMatchObject({ status: 'fail' })
      expect(await canLogIn(member.id, newPassword)).toBe(false)
    },
  )

  it('has 80 random bits, and neither the store nor the log contains it', async () => {
    const { id } = await embedded.newMember()
    const requestId = randomUUID()
    const first = await backoffice('reset-code', { member: id, requestId, reason: '본인 확인' })
    expect(first.code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(
      await backoffice('reset-code', { member: id, requestId, reason: '본인 확인' }),
      'a repeated request',
    ).not.toHaveProperty('code')
    const dryRun = await backoffice('reset-code', { member: id, dryRun: true })
    expect([dryRun.status, dryRun.code]).toEqual(['success', undefined])
    const stored = await embedded.query(
      `select password_resets::text as row from password_resets
       union all select desk_acts::text from desk_acts union all select desk_act_texts::text from desk_act_texts`,
    )
    const text = JSON.stringify(stored)
    for (const form of [String(first.code), String(first.code).replaceAll('-', '')]) expect(text).not.toContain(form)
    expect(text).toContain('본인 확인')
  })

  it('sets a new login password once, ends all sessions and holds withdrawals for 24 hours', async () => {
    const member = await embedded.newMember()
    await backoffice('correct', { member: member.id, account: 'cash', won: 50_000, reason: 'test' })
    const code = await makeCode(member.id)
    expect((await reset(member.id, code.toLowerCase().replaceAll('-', ' '))).status).toBe('success')
    expect((await embedded.call('user-health-check', {}, member.token)).httpStatus).toBe(401)
    expect([await canLogIn(member.id, member.pw), await canLogIn(member.id, newPassword)]).toEqual([false, true])
    expect((await reset(member.id, code, { pw: 'once more, please' })).status).toBe('fail')
    expect(
      await embedded.query('select 1 from notes join members m on m.id = member_id where user_id = $1', [member.id]),
    ).toHaveLength(1)

    const withdraw = async () => {
      const token = await embedded.signIn(member.id, newPassword)
      const { withdrawHeldUntil } = (await embedded.call('get-in-game-balance', {}, token)).body
      const { status, body } = await withdrawBy(token)
      const launcher = await embedded.call('withdrawal-launcher', { idx: 1 }, token)
      return { status, ms: body.ms, launcher: launcher.status, withdrawHeldUntil }
    }
    const held = await withdraw()
    expect(held).toMatchObject({ status: 'wait', ms: 86_400_000, launcher: 'wait' })
    expect(held.withdrawHeldUntil).toBeTypeOf('string')
    embedded.advanceClock(86_400_000 - 1)
    expect(await withdraw()).toMatchObject({ status: 'wait', ms: 1 })
    embedded.advanceClock(1)
    expect(await withdraw()).toMatchObject({ status: 'success', launcher: 'success', withdrawHeldUntil: undefined })
  })

  it('for the withdrawal password sets only that password, by its own rule', async () => {
    const member = await embedded.newMember()
    const code = await makeCode(member.id, { kind: 'exchange' })
    expect((await reset(member.id, code)).status, 'as a login password').toBe('fail')
    expect((await reset(member.id, code, { kind: 'exchange', pw: 'letters' })).httpStatus).toBe(400)
    expect((await reset(member.id, code, { kind: 'exchange', pw: '909090' })).status).toBe('success')
    const token = await embedded.signIn(member.id, member.pw)
    const change = { kind: 'exchange', pass: '909090', new_pass: '808080' }
    expect((await embedded.call('change-password', change, token)).status).toBe('success')
  })

  it('ends after 30 minutes, with a newer code, by the back office, or when the account is closed', async () => {
    const { id, pw } = await embedded.newMember()
    const expectVoid = async (code: string) => expect((await reset(id, code)).status).toBe('fail')
    const late = await makeCode(id)
    embedded.advanceClock(30 * 60_000)
    await expectVoid(late)
    const [replaced, ended] = [await makeCode(id), await makeCode(id)]
    await expectVoid(replaced)
    expect(await backoffice('end-reset', { member: id })).toMatchObject({ changed: true })
    await expectVoid(ended)
    expect(await canLogIn(id, pw)).toBe(true)
    const last = await makeCode(id)
    await backoffice('close', { member: id })
    await expectVoid(last)
    expect(await askBackoffice('reset-code', { member: id })).toMatchObject({
      httpStatus: 409,
      body: { status: 'closed' },
    })
    expect((await askBackoffice('reset-code', { member: 'nobody_at_all' })).httpStatus).toBe(404)
  })
})

describe('an attacker who guesses codes', () => {
  it('has five attempts, after which even the correct code is rejected', async () => {
    const { id } = await embedded.newMember()
    const code = await makeCode(id)
    for (let tried = 0; tried < 4; tried += 1) expect((await reset(id, wrongCode())).status).toBe('fail')
    expect((await reset(id, wrongCode())).status).toBe('fail')
    expect((await reset(id, code)).status).toBe('fail')
    const newCode = await makeCode(id)
    for (let tried = 0; tried < 4; tried += 1) await reset(id, wrongCode())
    expect((await reset(id, newCode)).status, 'a new code has five new attempts').toBe('success')
  })

  it('has no more than five simultaneous attempts, after which even the correct code is rejected', async () => {
    const { id, pw } = await embedded.newMember()
    const code = await makeCode(id)
    // The order of simultaneous attempts is random, so the correct code follows them, together with more wrong codes.
    const wrong = await Promise.all(Array.from({ length: 5 }, () => reset(id, wrongCode())))
    const late = await Promise.all([wrongCode(), code, wrongCode()].map((given) => reset(id, given)))
    expect([...wrong, ...late].map(({ status }) => status)).toEqual(Array(8).fill('fail'))
    expect(await canLogIn(id, pw)).toBe(true)
  })

  it('gets the same response for a wrong ID and a wrong code', async () => {
    const [member, stranger] = [await embedded.newMember(), await embedded.newMember()]
    const code = await makeCode(stranger.id)
    const wrong = [
      await reset('nobody_at_all', wrongCode()),
      await reset(member.id, wrongCode()),
      await reset(member.id, code),
      await reset('', code),
    ]
    expect(wrong.map(({ httpStatus, body }) => [httpStatus, body]).slice(0, 3)).toEqual(
      Array(3).fill([200, { status: 'fail' }]),
    )
    expect(wrong[3]?.httpStatus).toBe(400)
    expect(await canLogIn(member.id, member.pw)).toBe(true)
    expect((await reset(stranger.id, code)).status, 'the other member’s code is still valid').toBe('success')
  })

  it('causes one database row for any ID, known or unknown', async () => {
    const tries = async (condition: string) =>
      (await embedded.query<{ tries: number }>(`select tries from password_resets where ${condition}`))[0]?.tries ?? 0
    const before = await tries('member_id is null')
    await reset('nobody_at_all', wrongCode())
    expect(await tries('member_id is null')).toBe(before + 1)
    await reset((await embedded.newMember()).id, wrongCode())
    expect(await tries('member_id is null')).toBe(before + 2)
  })
})

it('accepts a reset code once when it is sent many times simultaneously', async () => {
  const { id } = await embedded.newMember()
  const code = await makeCode(id)
  const passwords = Array.from({ length: 8 }, (_, index) => `new password ${index}`)
  const results = await Promise.all(passwords.map((pw) => reset(id, code, { pw })))
  const won = results.flatMap(({ status }, index) => (status === 'success' ? [passwords[index]] : []))
  expect(won).toHaveLength(1)
  expect(await canLogIn(id, String(won[0]))).toBe(true)
})
