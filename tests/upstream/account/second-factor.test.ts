import { describe, expect, it } from 'vitest'
import ko from '~/embedded/seed/message-texts/ko.json'
import { stepOf } from '~/embedded/totp.server'
import { hours, minutes, seconds } from '~/values/durations'
import { createBackofficeOf } from '../../support/backoffice-people'
import { createCallsOf } from '../../support/member-calls'
import { codeAt, createFactorsOf } from '../../support/second-factor'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream({ playApprovalMs: 0 })
const { backoffice } = createBackofficeOf(embedded)
const { deposit, withdraw } = createCallsOf(embedded)
const { codeOf, wrongCodeOf, memberWithFactor, ticketOf, confirm } = createFactorsOf(embedded)

const change = (token: string, payload: object) => embedded.call('set-second-factor', payload as { step: 'on' }, token)
const isLive = async (token: string) => (await embedded.call('user-health-check', {}, token)).httpStatus === 200
const isOn = async (token: string) => (await embedded.call('get-login-list', {}, token)).response.secondFactor
const titlesOf = async (token: string) =>
  (await embedded.call('get-user-note', {}, token)).response.note.map(({ title }) => title)
const statuses = (replies: readonly { status: string | undefined }[]) =>
  Object.fromEntries(
    [...new Set(replies.map(({ status }) => status))].map((status) => [
      status,
      replies.filter((reply) => reply.status === status).length,
    ]),
  )

describe('a second factor', () => {
  it('is set up with password and code, and shows ten recovery codes once in the same session', async () => {
    const member = await embedded.newMember()
    const { id, token, pw } = member
    expect((await change(token, { step: 'start', pw: 'not the password' })).status).toBe('pass')
    const started = (await change(token, { step: 'start', pw })).response
    expect(started.uri).toMatch(new RegExp(`^otpauth://totp/.*${id}\\?.*secret=${started.secret}`))
    expect(await isOn(token)).toBe(false)
    expect((await embedded.call('user-do-login', { id, pw })).status, 'during the setup').toBe('success')
    const secret = String(started.secret)
    expect((await change(token, { step: 'on', otp: wrongCodeOf(secret) })).status).toBe('otp_wrong')
    const on = (await change(token, { step: 'on', otp: codeOf(secret) })).response
    expect(new Set(on.recovery).size).toBe(10)
    expect([await isOn(token), await isLive(token)]).toEqual([true, true])
    const stored = JSON.stringify(
      await embedded.query(
        'select secret, pending from member_factors union all select hash, null from member_recovery_codes',
      ),
    )
    for (const secretText of [secret, ...(on.recovery ?? []), String(on.recovery?.[0]).replaceAll('-', '')])
      expect(stored).not.toContain(secretText)
  })

  it('is required after the password, with a ticket that can become only one session', async () => {
    const member = await memberWithFactor()
    const { id, pw, secret } = member
    expect(await embedded.call('user-do-login', { id, pw: 'not the password' })).toMatchObject({
      httpStatus: 401,
      body: { status: 'fail' },
    })
    const login = await embedded.call('user-do-login', { id, pw })
    expect(login).toMatchObject({ httpStatus: 200, body: { status: 'second_factor', ticket: expect.any(String) } })
    expect(Object.keys(login.body).sort()).toEqual(['status', 'ticket'])
    const ticket = String(login.body.ticket)
    const confirmed = (await confirm(ticket, ` ${codeOf(secret).replace(/(...)/, '$1 ')}`)).response
    expect([confirmed.user.userId, await isLive(confirmed.token)]).toEqual([id, true])
    embedded.advanceClock(minutes(1))
    expect((await confirm(ticket, codeOf(secret))).status, 'replayed').toBe('ticket_old')
  })

  it('is turned off or gets new recovery codes with password and code', async () => {
    const member = await memberWithFactor()
    const { token, pw, secret, recovery } = member
    for (const step of ['off', 'codes']) {
      expect((await change(token, { step, pw: 'wrong password', otp: codeOf(secret) })).status).toBe('pass')
      expect((await change(token, { step, pw, otp: wrongCodeOf(secret) })).status).toBe('otp_wrong')
    }
    const renewed = (await change(token, { step: 'codes', pw, otp: codeOf(secret) })).response.recovery ?? []
    expect(renewed).toHaveLength(10)
    const earlierCode = String(recovery[0])
    expect((await change(token, { step: 'off', pw, otp: earlierCode })).status).toBe('otp_wrong')
    expect((await change(token, { step: 'off', pw, otp: String(renewed[0]) })).status).toBe('success')
    expect(await isOn(token)).toBe(false)
    expect(await titlesOf(token)).toContain(ko.notes.factorOff.title)
    expect((await embedded.call('user-do-login', { id: member.id, pw })).status).toBe('success')
  })

  it('can be removed by the back office, which holds withdrawals for 24 hours and sends a note', async () => {
    const member = await memberWithFactor()
    const { id, pw, token, secret } = member
    const ticket = await ticketOf(member)
    await backoffice('correct', { member: id, account: 'cash', won: 50_000, reason: 'test' })
    await deposit(token, 30_000)
    expect(await backoffice('end-second-factor', { member: id, reason: '신분증 확인' })).toMatchObject({
      changed: true,
      withdrawalsHeldUntil: new Date(embedded.context().now().getTime() + hours(24)).toISOString(),
    })
    expect((await confirm(ticket, codeOf(secret))).status).toBe('ticket_old')
    expect((await embedded.call('user-do-login', { id, pw })).status).toBe('success')
    expect(await embedded.call('get-in-game-balance', {}, token)).toMatchObject({
      response: { withdrawHeldFor: 'second_factor' },
    })
    expect(await titlesOf(token)).toContain(ko.notes.factorEnded.title)
    expect((await withdraw(token)).body).toMatchObject({ status: 'wait', ms: hours(24) })
    const { rows } = await backoffice('movements', { kind: 'deposit', member: id })
    expect(rows, 'a deposit is not held').toMatchObject([{ accountChangedAt: null }])
    const heldUntil = new Date(embedded.context().now().getTime() + hours(24)).toISOString()
    expect(await backoffice('member', { member: id })).toMatchObject({ member: { withdrawalsHeldUntil: heldUntil } })
    expect(await backoffice('end-second-factor', { member: id })).toMatchObject({ changed: false })
    await backoffice('end-second-factor', { member: 'nobody_at_all' }, 'not_found')
  })
})

describe('an attacker who has the password', () => {
  it('can use a five-minute ticket only for its own member', async () => {
    const [member, attacker] = [await memberWithFactor(), await memberWithFactor()]
    const ticket = await ticketOf(member)
    expect((await confirm(ticket, codeOf(attacker.secret))).status, 'another member’s code').toBe('otp_wrong')
    expect((await confirm(ticket, String(attacker.recovery[0]))).status, 'another member’s recovery code').toBe(
      'otp_wrong',
    )
    expect((await confirm('not-a-ticket', codeOf(member.secret))).status).toBe('ticket_old')
    embedded.advanceClock(minutes(5))
    expect((await confirm(ticket, codeOf(member.secret))).status).toBe('ticket_old')
  })

  it('can’t reuse a code or use an earlier one', async () => {
    const member = await memberWithFactor()
    const [first, second] = [await ticketOf(member), await ticketOf(member)]
    const earlier = codeOf(member.secret)
    embedded.advanceClock(seconds(30))
    const code = codeOf(member.secret)
    expect((await confirm(first, code)).status).toBe('success')
    for (const used of [code, earlier]) expect((await confirm(second, used)).status).toBe('otp_wrong')
    const setUp = await embedded.newMember()
    const { secret = '' } = (await change(setUp.token, { step: 'start', pw: setUp.pw })).response
    await change(setUp.token, { step: 'on', otp: codeOf(secret) })
    expect((await confirm(await ticketOf(setUp), codeOf(secret))).status, 'the code of the setup').toBe('otp_wrong')
  })

  it('gets one session from a code that is sent thirty times simultaneously, with one or thirty tickets', async () => {
    const member = await memberWithFactor()
    const single = await ticketOf(member)
    const same = await Promise.all(Array.from({ length: 30 }, () => confirm(single, codeOf(member.secret))))
    expect(statuses(same)).toEqual({ success: 1, ticket_old: 29 })
    embedded.advanceClock(minutes(1))
    const tickets = await Promise.all(Array.from({ length: 30 }, () => ticketOf(member)))
    const replies = await Promise.all(tickets.map((ticket) => confirm(ticket, codeOf(member.secret))))
    expect(statuses(replies)).toMatchObject({ success: 1 })
    const [row] = await embedded.query<{ count: number }>(
      'select count(*)::integer as count from tokens t join members m on m.id = t.member_id where user_id = $1 and revoked_at is null',
      [member.id],
    )
    // The session that set up the factor, and one for each code.
    expect(row?.count).toBe(3)
  })

  it('has ten guesses an hour over thirty tickets, causes one note, and doesn’t block recovery codes', async () => {
    const member = await memberWithFactor()
    const tickets = []
    for (let times = 0; times < 30; times += 1) tickets.push(await ticketOf(member))
    const replies = await Promise.all(tickets.map((ticket) => confirm(ticket, wrongCodeOf(member.secret))))
    expect(statuses(replies)).toEqual({ otp_wrong: 10, wait: 20 })
    expect(replies.find(({ status }) => status === 'wait')?.body.ms).toBe(hours(1))
    expect((await confirm(String(tickets[0]), codeOf(member.secret))).status, 'the right code').toBe('wait')
    expect((await change(member.token, { step: 'off', pw: member.pw, otp: codeOf(member.secret) })).status).toBe('wait')
    expect((await confirm(String(tickets[0]), 'wrong-reco-very-code')).status).toBe('wait')
    const titles = await titlesOf(member.token)
    expect(titles.filter((title) => title === ko.notes.wrongCodes.title)).toHaveLength(1)
    expect((await confirm(String(tickets[0]), String(member.recovery[0]))).status).toBe('success')
    embedded.advanceClock(hours(1))
    expect((await confirm(await ticketOf(member), codeOf(member.secret))).status).toBe('success')
  })

  it('can use a recovery code once even if it is sent thirty times simultaneously', async () => {
    const member = await memberWithFactor()
    const code = String(member.recovery[3])
    expect((await confirm(await ticketOf(member), code.toUpperCase().replaceAll('-', ' '))).status).toBe('success')
    expect((await confirm(await ticketOf(member), code)).status).toBe('otp_wrong')
    const tickets = await Promise.all(Array.from({ length: 30 }, () => ticketOf(member)))
    const replies = await Promise.all(tickets.map((ticket) => confirm(ticket, String(member.recovery[4]))))
    expect(statuses(replies)).toMatchObject({ success: 1 })
  })

  it('has no valid ticket after a password change or after the back office ended all sessions', async () => {
    const member = await memberWithFactor()
    const ticket = await ticketOf(member)
    await embedded.call(
      'change-password',
      { kind: 'login', pass: member.pw, new_pass: 'quite other words' },
      member.token,
    )
    expect((await confirm(ticket, codeOf(member.secret))).status).toBe('ticket_old')
    const next = await ticketOf({ id: member.id, pw: 'quite other words' })
    await backoffice('sign-out', { to: [member.id] })
    expect((await confirm(next, codeOf(member.secret))).status).toBe('ticket_old')
  })
})

describe('an attacker who has only a session', () => {
  it('can’t turn off or replace the factor or read its recovery codes', async () => {
    const { token, pw, secret } = await memberWithFactor()
    for (const payload of [{ step: 'off' }, { step: 'codes' }, { step: 'off', otp: codeOf(secret) }, { step: 'start' }])
      expect((await change(token, payload)).httpStatus, JSON.stringify(payload)).toBe(400)
    expect((await change(token, { step: 'start', pw })).status, 'with the password').toBe('already')
    expect((await change(token, { step: 'on', otp: codeOf(secret) })).status).toBe('ticket_old')
    expect((await change(token, { step: 'off', pw, otp: wrongCodeOf(secret) })).status).toBe('otp_wrong')
    expect(await isOn(token)).toBe(true)
  })

  it('can’t finish a setup after ten minutes or guess its code', async () => {
    const { token, pw } = await embedded.newMember()
    const { secret = '' } = (await change(token, { step: 'start', pw })).response
    const guesses = await Promise.all(
      Array.from({ length: 30 }, () => change(token, { step: 'on', otp: wrongCodeOf(secret) })),
    )
    expect(statuses(guesses)).toEqual({ otp_wrong: 10, wait: 20 })
    embedded.advanceClock(minutes(10))
    expect((await change(token, { step: 'on', otp: codeOf(secret) })).status).toBe('ticket_old')
    expect(await isOn(token)).toBe(false)
  })
})

it('a factor with an unreadable secret accepts no code, and is logged', async () => {
  const member = await memberWithFactor()
  await embedded.query(
    "update member_factors set secret = 'nonsense' where member_id = (select id from members where user_id = $1)",
    [member.id],
  )
  const ticket = await ticketOf(member)
  const send = () =>
    embedded.send(
      new Request('http://site.example/public/user/confirm_login', {
        method: 'POST',
        body: JSON.stringify({ ticket, otp: codeOf(member.secret) }),
      }),
    )
  expect((await send()).status).toBe(500)
  expect(embedded.takeErrors()).toMatchObject([{ about: { error: expect.stringContaining('not readable') } }])
  expect((await confirm(ticket, String(member.recovery[0]))).status, 'recovery codes are hashes').toBe('success')
})

it('a code is valid in its half minute and in the previous and next ones', () => {
  const [secret, now] = ['JBSWY3DPEHPK3PXP', new Date('2026-03-02T03:00:10Z')]
  const current = Math.floor(now.getTime() / 30_000)
  const steps = [-2, -1, 0, 1, 2].map((step) => stepOf(secret, codeAt(secret, now.getTime() + step * 30_000), now))
  expect(steps.map((step) => step && step - current)).toEqual([undefined, -1, 0, 1, undefined])
})
