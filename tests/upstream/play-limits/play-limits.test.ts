import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendCallback } from '~/embedded/callbacks/callback.server'
import { openEmbeddedUpstream } from '~/embedded/index.server'
import { handlers as registrationHandlers } from '~/embedded/members/registration.server'
import { playTexts } from '~/embedded/sandbox/texts'
import en from '~/embedded/seed/message-texts/en.json'
import ko from '~/embedded/seed/message-texts/ko.json'
import type { EmbeddedUpstream } from '~/embedded/serve.server'
import type { PlayLimitsChange } from '~/limits/schemas'
import { type CallName, contract } from '~/upstream/contract'
import type { Call } from '~/upstream/contract/call'
import { days, hours, minutes } from '~/values/durations'
import { formatSeoulMinute, monthsAfter } from '~/values/seoul'
import { createBackofficeOf } from '../../support/backoffice-people'
import { databaseServerUrl } from '../../support/database'
import { registration as anyRegistration } from '../../support/embedded-upstream'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const pw = 'a-long-password'
const { t } = playTexts('ko')
const embedded = sharedEmbeddedUpstream()
const { askBackoffice, backoffice } = createBackofficeOf(embedded)
const calls = createCallsOf(embedded)
const { deposit, depositByPayment, withdraw, openGame, getPage, submitForm } = calls
let second: EmbeddedUpstream | undefined
beforeAll(async () => {
  if (databaseServerUrl) second = await openEmbeddedUpstream(embedded.options)
})
afterAll(() => second?.close())

/** A registration with a unique phone and bank account. */
const registration = (typed: object = {}) => {
  const phone = `010${randomInt(10_000_000, 99_999_999)}`
  return anyRegistration({ phone, banknumber: String(randomInt(10 ** 11, 10 ** 12)), ...typed })
}

async function newMember(form = registration()): Promise<string> {
  expect((await embedded.call('user-register', form)).status).toBe('success')
  return signIn(form)
}
const signIn = ({ id }: { id: string }) => embedded.signIn(id, pw)

const setLimits = async (token: string, change: PlayLimitsChange) => {
  const { status, response } = await embedded.call('set-play-limits', change, token)
  expect(status).toBe('success')
  return response.limits
}
const limitsOf = async (token: string) => (await embedded.call('get-play-limits', {}, token)).response.limits
const moneyOf = async (token: string) => {
  const { balance, gameMoney } = await calls.moneyOf(token)
  return { balance, gameMoney }
}
const now = () => embedded.context().now()

async function memberWithCash(won = 100_000, form = registration()): Promise<string> {
  const token = await newMember(form)
  expect((await deposit(token, won)).status).toBe('success')
  embedded.advanceClock(embedded.options.playApprovalMs)
  return token
}

const nothing = { day: 0, week: 0, month: 0 }

const provider = 'dodam-play'
const placeBet = (session: string, stake = 10_000, id: string = randomUUID()) =>
  sendCallback(embedded.context(), { type: 'bet', provider, id, session, stake })
const settleBet = (bet: string, won: number) =>
  sendCallback(embedded.context(), { type: 'win', provider, id: randomUUID(), bet, won })
async function play(session: string, stake = 10_000, won = 0): Promise<void> {
  const id = randomUUID()
  expect((await placeBet(session, stake, id)).status).toBe('success')
  expect((await settleBet(id, won)).status).toBe('success')
}

describe('limits', () => {
  it('include all of several simultaneous changes, on every replica', async () => {
    const token = await newMember()
    const changes: PlayLimitsChange[] = [
      { deposit: { day: 10_000 } },
      { deposit: { week: 20_000 } },
      { deposit: { month: 30_000 } },
      { reality: 30 },
      { break: '24h' },
      { exclude: '6m' },
    ]
    await Promise.all(
      changes.map((change, index) =>
        embedded.callBy((index % 2 ? second?.call : undefined) ?? embedded.fetch, 'set-play-limits', change, token),
      ),
    )
    expect(await limitsOf(token)).toMatchObject({
      deposit: { day: 10_000, week: 20_000, month: 30_000 },
      reality: 30,
      breakUntil: new Date(now().getTime() + days(1)).toISOString(),
      excludedUntil: monthsAfter(now(), 6).toISOString(),
    })
  })

  it('have an immutable log of every actual change', async () => {
    const token = await newMember()
    await setLimits(token, { deposit: { month: 100_000 } })
    for (const unchanged of [{}, { deposit: { month: 100_000 } }, { reality: 60 } as const])
      await setLimits(token, unchanged)
    const [row] = await embedded.query<{ reality_checked_at: Date }>(
      'select reality_checked_at from play_limits where member_id = (select max(member_id) from play_limits)',
    )
    expect(row?.reality_checked_at, 'the clock of reality checks restarts anyway').toEqual(now())
    await setLimits(token, { break: '24h', reality: null })
    const log = await embedded.query<{ made_by: string; change: object; limits: { breakUntil: string } }>(
      `select made_by, change, limits from play_limit_changes
        where member_id = (select max(member_id) from play_limit_changes) order by id`,
    )
    expect(log.map(({ made_by, change }) => [made_by, change])).toEqual([
      ['member', { deposit: { month: 100_000 } }],
      ['member', { break: '24h', reality: null }],
    ])
    expect(log[1]?.limits).toMatchObject({ deposit: { month: 100_000 }, reality: null })
    await expect(embedded.query('delete from play_limit_changes')).rejects.toThrow('written once')
    await expect(embedded.query("update play_limits set break_until = break_until - interval '1 s'")).rejects.toThrow(
      'never becomes shorter',
    )
    await expect(embedded.query('update play_limits set break_until = null')).rejects.toThrow('never becomes shorter')
  })
})

describe('a deposit limit', () => {
  it('counts pending and credited deposits but not cancelled ones, and reports the remaining amount', async () => {
    const token = await newMember()
    await setLimits(token, { deposit: { day: 60_000, month: 200_000 } })
    expect((await deposit(token, 20_000)).status).toBe('success')
    const { launcherUrl } = (await depositByPayment(token, 20_000)).response
    expect((await limitsOf(token)).used).toEqual({ day: 40_000, week: 40_000, month: 40_000 })

    const refusal = { status: 'deposit_limit', period: 'day', left: 20_000 }
    expect((await deposit(token, 30_000)).body).toEqual(refusal)
    expect((await depositByPayment(token, 30_000)).body).toEqual(refusal)
    await submitForm(launcherUrl, { intent: 'leave' })
    expect((await limitsOf(token)).used.day).toBe(20_000)
    expect((await deposit(token, 40_000)).status).toBe('success')
    expect((await deposit(token, 10_000)).body).toEqual({ ...refusal, left: 0 })
  })

  it('accepts one of many simultaneous deposits, on every replica', async () => {
    const token = await newMember()
    await setLimits(token, { deposit: { day: 10_000 } })
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const instance = index % 2 === 0 ? second?.call : undefined
        const callName = index % 3 === 0 ? 'apply-deposit-payment' : 'apply-user-deposit'
        const payload = { balance: 10_000, code: randomUUID(), ...(index % 3 === 0 ? { idx: 1 } : {}) }
        return embedded.callBy(instance ?? embedded.fetch, callName, payload, token)
      }),
    )
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array.from({ length: 11 }, () => 'deposit_limit'), 'success'])
  })

  it('replays a repeated request’s outcome when it is used up, and applies after the clock is set back', async () => {
    const token = await newMember()
    await setLimits(token, { deposit: { day: 10_000 } })
    const code = randomUUID()
    for (const _ of [1, 2]) expect((await deposit(token, 10_000, code)).status).toBe('success')
    expect((await limitsOf(token)).used.day).toBe(10_000)
    embedded.advanceClock(-days(3))
    expect((await deposit(token, 10_000)).body).toMatchObject({ status: 'deposit_limit', left: 0 })
    embedded.advanceClock(days(3))
  })
})

describe('a limit on losses', () => {
  it('rejects a bet that could exceed it, with the remaining amount, which a win restores', async () => {
    const token = await memberWithCash(100_000)
    const { path, session } = await openGame(token)
    await setLimits(token, { loss: { day: 30_000, week: 50_000 } })
    await play(session, 10_000)
    await play(session, 10_000, 4_000)
    expect((await limitsOf(token)).lossUsed).toEqual({ day: 16_000, week: 16_000, month: 16_000 })
    expect(await placeBet(session, 20_000)).toEqual({ status: 'loss_limit', period: 'day', left: 14_000 })
    const page = await submitForm(path, { spin: randomUUID(), stake: '20000' })
    expect([page.status, page.text]).toEqual([409, expect.stringContaining(t('game.lossLimit'))])

    // An open bet counts as lost until it is settled or returned.
    const bet = randomUUID()
    expect((await placeBet(session, 10_000, bet)).status).toBe('success')
    expect(await placeBet(session, 5_000)).toEqual({ status: 'loss_limit', period: 'day', left: 4_000 })
    expect((await limitsOf(token)).lossOpen).toEqual({ day: 10_000, week: 10_000, month: 10_000 })
    const rollback = { type: 'rollback', provider, id: randomUUID(), bet } as const
    expect((await sendCallback(embedded.context(), rollback)).status).toBe('success')
    await play(session, 10_000, 40_000)
    expect(await limitsOf(token)).toMatchObject({ lossUsed: nothing, lossOpen: nothing })
    expect((await placeBet(session, 40_000)).status).toBe('success')
    expect(await placeBet(session, 10_000)).toMatchObject({ status: 'loss_limit', left: 4_000 })
  })

  it('applies to simultaneous bets on both sides of midnight in Seoul', async () => {
    embedded.advanceClockTo('2026-08-10T14:50:00Z')
    const token = await memberWithCash(200_000)
    const { session } = await openGame(token)
    await setLimits(token, { loss: { day: 20_000, week: 30_000 } })
    embedded.advanceClockTo('2026-08-10T14:59:30Z')
    const sendAtOnce = async () => {
      const responses = await Promise.all(Array.from({ length: 4 }, () => placeBet(session)))
      return responses.map(({ status }) => status).sort()
    }
    expect(await sendAtOnce()).toEqual(['loss_limit', 'loss_limit', 'success', 'success'])
    // Tuesday in Seoul, a new day of the same week, whose limit allows one more bet.
    embedded.advanceClockTo('2026-08-10T15:00:00Z')
    expect((await limitsOf(token)).lossUsed).toEqual({ day: 0, week: 20_000, month: 20_000 })
    expect(await sendAtOnce()).toEqual(['loss_limit', 'loss_limit', 'loss_limit', 'success'])
    // With the clock set back, the later bets count too.
    embedded.advanceClock(-minutes(5))
    expect(await sendAtOnce()).toEqual(Array.from({ length: 4 }, () => 'loss_limit'))
    embedded.advanceClock(-days(1))
    expect(await sendAtOnce()).toEqual(Array.from({ length: 4 }, () => 'loss_limit'))
    embedded.advanceClock(days(1) + minutes(5))
    expect((await limitsOf(token)).lossUsed).toEqual({ day: 10_000, week: 30_000, month: 30_000 })
  })
})

describe('a limit on playing time', () => {
  const bet = 20_000

  it('counts time from opening a game to bets by day, without pauses, and rejects bets above it', async () => {
    embedded.advanceClockTo('2026-08-20T14:30:00Z')
    const form = registration()
    const token = await memberWithCash(300_000, form)
    embedded.advanceClockTo('2026-08-20T14:40:00Z')
    const { path, session } = await openGame(token)
    await setLimits(token, { time: { day: 30, week: 45 } })
    embedded.advanceClockTo('2026-08-20T14:55:00Z')
    await play(session, bet)
    expect((await limitsOf(token)).timeUsed).toEqual({ day: 15, week: 15, month: 15 })
    // Ten minutes, of which five are in the new day.
    embedded.advanceClockTo('2026-08-20T15:05:00Z')
    await play(session, bet)
    expect((await limitsOf(token)).timeUsed).toEqual({ day: 5, week: 25, month: 25 })
    // A pause doesn't count.
    embedded.advanceClock(minutes(31))
    await play(session, bet)
    expect((await limitsOf(token)).timeUsed).toEqual({ day: 5, week: 25, month: 25 })
    embedded.advanceClock(minutes(20))
    expect(await placeBet(session)).toEqual({ status: 'time_limit', period: 'week', left: 0 })
    expect((await limitsOf(token)).timeUsed).toEqual({ day: 25, week: 45, month: 45 })
    const page = await submitForm(path, { spin: randomUUID(), stake: '1000' })
    expect([page.status, page.text]).toEqual([409, expect.stringContaining(t('game.timeLimit'))])

    embedded.advanceClock(-hours(3))
    expect((await placeBet(session)).status, 'after the clock is set back').toBe('time_limit')
    embedded.advanceClockTo('2026-08-23T15:00:00Z')
    const again = await openGame(await signIn(form))
    expect((await placeBet(again.session)).status).toBe('success')
  })
})

describe('a self-exclusion', () => {
  const change = { exclude: '6m' } as const
  const endOf = (from: Date) => monthsAfter(from, 6)

  it('blocks deposits, comp exchange and games and reports its end, but allows other calls', async () => {
    const token = await memberWithCash()
    await setLimits(token, change)
    const until = endOf(now()).toISOString()
    const code = randomUUID()
    const payloads: Record<string, object> = {
      'apply-user-deposit': { balance: 10_000, code },
      'apply-deposit-payment': { balance: 10_000, code, idx: 1 },
      'roll-to-balance': { points: 1, code },
      'money-to-point': { points: 1, code },
      'open-game': { company: provider, code: 'moon-rabbit-mill' },
      'transfer-in': {},
      'user-ask-account': {},
    }
    const callNames = Object.keys(contract) as CallName[]
    const closed = callNames.filter((callName) => (contract[callName] as Call).closedWhileExcluded)
    expect(closed.sort()).toEqual(Object.keys(payloads).sort())
    const impossible: [CallName, object][] = [
      ['open-game', { company: provider, code: 'no-such-game' }],
      ['apply-deposit-payment', { balance: 100_000_000, code, idx: 1 }],
    ]
    for (const [callName, payload] of [...Object.entries(payloads), ...impossible])
      expect((await embedded.call(callName as CallName, payload as never, token)).body).toEqual({
        status: 'excluded',
        until,
      })

    expect((await withdraw(token)).status).toBe('success')
    expect((await embedded.call('withdrawal-launcher', { idx: 1 }, token)).status).toBe('success')
    expect((await embedded.call('transfer-out', {}, token)).status).toBe('success')
    for (const callName of ['get-deposit-list', 'get-help-list', 'get-user-note', 'get-play-limits'] as const)
      expect((await embedded.call(callName, {}, token)).status ?? 'success').toBe('success')
  })

  it('can’t be shortened by logins or a new password, and ends 24 hours after a request after its term', async () => {
    const form = registration()
    const token = await newMember(form)
    await setLimits(token, change)
    const until = endOf(now())
    await embedded.call('change-password', { kind: 'login', pass: pw, new_pass: 'another password' }, token)
    await embedded.call('do-logout', { everywhere: true }, token)
    const again = await embedded.signIn(form.id, 'another password')
    for (const shorter of [{ break: '24h' }, { deposit: { day: null } }, { endExclusion: true }, {}] as const)
      await setLimits(again, shorter)
    embedded.advanceClock(until.getTime() - now().getTime() - 1)
    const again2 = await embedded.signIn(form.id, 'another password')
    expect((await deposit(again2, 10_000)).body).toEqual({ status: 'excluded', until: until.toISOString() })
    embedded.advanceClock(1)
    expect((await deposit(again2, 10_000)).body).toEqual({ status: 'excluded' })
    await expect(
      embedded.query('update play_limits set ends_on_request = false where ends_on_request'),
    ).rejects.toThrow('never becomes shorter')
    await setLimits(again2, { endExclusion: true })
    embedded.advanceClock(days(1) - 1)
    const last = await embedded.signIn(form.id, 'another password')
    const end = new Date(now().getTime() + 1).toISOString()
    expect((await deposit(last, 10_000)).body).toEqual({ status: 'excluded', until: end })
    embedded.advanceClock(1)
    expect((await deposit(last, 10_000)).status).toBe('success')
    const { limits } = await backoffice('member', { member: form.id })
    expect(limits, 'the back office shows no exclusion').toMatchObject({ breakUntil: null, excludedUntil: null })
  })

  it('ends open games and returns their money to cash, and open bets are still settled', async () => {
    const token = await memberWithCash(100_000)
    const game = await openGame(token)
    const bets = [randomUUID(), randomUUID()] as const
    for (const bet of bets) await placeBet(game.session, 10_000, bet)
    await setLimits(token, change)
    expect(await moneyOf(token)).toEqual({ balance: 80_000, gameMoney: 0 })

    expect((await placeBet(game.session)).status).toBe('session')
    const page = await getPage(game.path)
    expect(page.status).toBe(410)
    const until = formatSeoulMinute(endOf(now()).toISOString())
    for (const said of [t('game.exclusion.title'), t('game.excluded.text', { until }), '/safer-play#support'])
      expect(page.text).toContain(said)
    const inThai = await getPage(`${game.path}?lng=th`)
    expect(inThai.text).toContain('<html lang="th">')
    expect(inThai.text).toContain(playTexts('th').t('game.exclusion.title'))
    expect((await submitForm(game.path, { intent: 'bring-in' })).status).toBe(410)
    embedded.advanceClock(-hours(1))
    expect((await getPage(game.path)).status).toBe(410)
    expect((await submitForm(game.path, { intent: 'bring-in' })).status).toBe(410)
    embedded.advanceClock(hours(1))
    expect((await settleBet(bets[0], 30_000)).status).toBe('success')
    const rollback = { type: 'rollback', provider, id: randomUUID(), bet: bets[1] } as const
    expect((await sendCallback(embedded.context(), rollback)).status).toBe('success')
    expect(await moneyOf(token)).toEqual({ balance: 80_000, gameMoney: 40_000 })
    await embedded.call('transfer-out', {}, token)
    expect(await moneyOf(token)).toEqual({ balance: 120_000, gameMoney: 0 })
  })

  it('doesn’t block pending deposits, but allows no payment on an open page', async () => {
    const token = await newMember()
    const { launcherUrl } = (await depositByPayment(token, 20_000)).response
    await deposit(token, 30_000)
    await setLimits(token, change)
    embedded.advanceClock(embedded.options.playApprovalMs)
    expect((await moneyOf(token)).balance).toBe(30_000)

    const page = await getPage(launcherUrl)
    expect([page.status, page.text]).toEqual([
      403,
      expect.stringMatching(/20,000원.*2\d{3}-\d\d-\d\d \d\d:\d\d.*value="leave"/s),
    ])
    expect((await submitForm(launcherUrl, { intent: 'confirm' })).status).toBe(403)
    expect((await moneyOf(token)).balance).toBe(30_000)
    expect((await submitForm(launcherUrl, { intent: 'leave' })).status).toBe(303)
    expect((await limitsOf(token)).used.day).toBe(30_000)
  })
})

it('a bet during the start of a break is either accepted before it or rejected, and leaves no game money', async () => {
  const token = await memberWithCash(100_000)
  const { path, session } = await openGame(token)
  const bets = Array.from({ length: 6 }, () => placeBet(session, 10_000))
  const [, ...responses] = await Promise.all([setLimits(token, { break: '24h' }), ...bets])
  const accepted = responses.filter(({ status }) => status === 'success').length
  expect(responses.filter(({ status }) => status === 'session')).toHaveLength(6 - accepted)
  expect(await moneyOf(token)).toEqual({ balance: 100_000 - accepted * 10_000, gameMoney: 0 })
  const page = await getPage(path)
  expect([page.status, page.text]).toEqual([410, expect.stringContaining(t('game.break.title'))])
})

it('a registration with an excluded or resting member’s phone or bank account is rejected until the end', async () => {
  const form = registration()
  await setLimits(await newMember(form), { exclude: '6m' })
  const samePhone = registration({ phone: form.phone.replace(/^(...)(....)/, '$1-$2 ') })
  const grouped = `${form.banknumber.slice(0, 4)}-${form.banknumber.slice(4)}`
  const sameAccount = registration({ bankname: '신한은행', banknumber: grouped })
  for (const second of [samePhone, sameAccount])
    expect((await embedded.call('user-register', second)).body).toEqual({ status: 'fail' })
  const resting = registration()
  await setLimits(await newMember(resting), { break: '30d' })
  const ofResting = registration({ phone: resting.phone, banknumber: resting.banknumber })
  expect((await embedded.call('user-register', ofResting)).body).toEqual({ status: 'fail' })
  expect((await embedded.call('user-register', registration())).status).toBe('success')
  embedded.advanceClock(days(31))
  expect((await embedded.call('user-register', ofResting)).status).toBe('success')
  expect((await embedded.call('user-register', samePhone)).body).toEqual({ status: 'fail' })
  embedded.advanceClock(days(185))
  expect((await embedded.call('user-register', samePhone)).body, 'without a request to end it').toEqual({
    status: 'fail',
  })
  const endExclusion = (token: string) => setLimits(token, { endExclusion: true })
  await endExclusion(await signIn(form))
  expect((await embedded.call('user-register', samePhone)).body).toEqual({ status: 'fail' })
  embedded.advanceClock(days(1))
  expect((await embedded.call('user-register', samePhone)).status).toBe('success')
})

it('the back office lists accounts with an excluded member’s phone or bank account that can play', async () => {
  const form = registration()
  const samePhone = registration({ phone: form.phone })
  const sameBoth = registration({ phone: form.phone, banknumber: form.banknumber })
  const tokens = await Promise.all([form, samePhone, sameBoth].map((registered) => newMember(registered)))
  const listed = async () => {
    const { rows = [] } = await backoffice('linked-accounts')
    return rows.filter(({ linked }) => (linked as { member: string }).member === form.id)
  }
  expect(await listed()).toEqual([])
  const { excludedUntil } = await setLimits(tokens[0] ?? '', { exclude: '6m' })
  await setLimits(tokens[1] ?? '', { break: '24h' })
  const rows = await listed()
  const ofForm = (phone: boolean, bankAccount: boolean) => ({
    linked: { member: form.id, phone, bankAccount, excludedUntil },
  })
  expect(new Map(rows.map((row) => [row.member, row]))).toEqual(
    new Map([
      [sameBoth.id, expect.objectContaining({ ...ofForm(true, true), excludedUntil: null })],
      [samePhone.id, expect.objectContaining({ ...ofForm(true, false), excludedUntil: expect.any(String) })],
    ]),
  )

  await backoffice('close', { member: sameBoth.id })
  await setLimits(tokens[1] ?? '', { exclude: '1y' })
  expect(await listed()).toEqual([])
  await backoffice('close', { member: sameBoth.id, closed: false })
  embedded.advanceClock(days(185))
  expect(await listed(), 'without a request to end it').toHaveLength(1)
  await setLimits(await signIn(form), { endExclusion: true })
  embedded.advanceClock(days(1))
  expect(await listed()).toEqual([])
})

describe('a second account that is registered during the start of a self-exclusion', () => {
  it('is either registered before it or rejected, on every instance', async () => {
    const outcomes = { before: 0, refused: 0 }
    for (let round = 0; round < 3; round++) {
      const form = registration()
      const token = await newMember(form)
      const { phone, banknumber } = form
      const rivals = [{ phone }, { banknumber }, { phone, banknumber }].map((same) => registration(same))
      const isThere = async ({ id }: { id: string }) =>
        (await embedded.query('select 1 from members where user_id = $1', [id])).length > 0
      const exclude = async () => {
        // In half of the rounds, the exclusion starts after the first response.
        if (round % 2) await Promise.race(registrations)
        await embedded.callBy(second?.call ?? embedded.fetch, 'set-play-limits', { exclude: '6m' }, token)
        return Promise.all(rivals.map(isThere))
      }
      const registrations = rivals.map((rival) => embedded.call('user-register', rival))
      const wasThere = await exclude()
      const statuses = (await Promise.all(registrations)).map(({ status }) => status)
      expect(statuses).toEqual(wasThere.map((was) => (was ? 'success' : 'fail')))
      for (const was of wasThere) outcomes[was ? 'before' : 'refused'] += 1
    }
    expect(outcomes.refused).toBeGreaterThan(0)
  })

  it('is rejected even if the excluded member’s data is erased between two checks', async () => {
    const form = registration()
    await setLimits(await newMember(form), { exclude: '6m' })
    const { store, ...ctx } = embedded.context()
    let isErased = false
    const query: typeof store.query = async (text, values) => {
      const rows = await store.query<never>(text, values)
      if (isErased || !/excluded_identities|play_limits/.test(text)) return rows
      isErased = true
      await backoffice('erase', { member: form.id })
      return rows
    }
    const rival = registration({ phone: form.phone })
    const response = registrationHandlers['user-register']({ ...ctx, store: { ...store, query } }, rival)
    await expect(response).rejects.toMatchObject({ body: { status: 'fail' } })
    expect(isErased).toBe(true)
  })
})

describe('the play since the last reality check', () => {
  it('starts with the first game and counts stakes and wins, until 30 minutes pass without any', async () => {
    const token = await memberWithCash(100_000)
    const { session } = await openGame(token)
    const began = now().toISOString()
    expect((await limitsOf(token)).played).toEqual({ from: began, staked: 0, won: 0 })
    embedded.advanceClock(minutes(10))
    await play(session, 10_000, 5_000)
    await play(session, 10_000)
    await sendCallback(embedded.context(), { type: 'bet', provider, id: `${session}-void`, session, stake: 10_000 })
    await sendCallback(embedded.context(), { type: 'rollback', provider, id: randomUUID(), bet: `${session}-void` })
    embedded.advanceClock(minutes(25))
    expect((await limitsOf(token)).played).toEqual({ from: began, staked: 20_000, won: 5_000 })
    embedded.advanceClock(minutes(5))
    expect((await limitsOf(token)).played?.staked).toBe(20_000)
    embedded.advanceClock(1)
    expect((await limitsOf(token)).played).toBeNull()
    await play(session, 1_000, 2_000)
    expect((await limitsOf(token)).played).toEqual({ from: now().toISOString(), staked: 1_000, won: 2_000 })
  })

  it('restarts at a reality check, which a choice of minutes acknowledges', async () => {
    const token = await memberWithCash(100_000)
    const { session } = await openGame(token)
    await play(session)
    embedded.advanceClock(minutes(20))
    expect((await setLimits(token, { reality: 30 })).played).toBeNull()
    const checkedAt = now().toISOString()
    embedded.advanceClock(minutes(5))
    await play(session, 20_000)
    expect((await limitsOf(token)).played).toEqual({ from: checkedAt, staked: 20_000, won: 0 })
    await setLimits(token, { deposit: { day: 10_000 } })
    expect((await limitsOf(token)).played?.from).toBe(checkedAt)
  })

  it('is counted even if the clock was set back to before the reality check', async () => {
    const token = await memberWithCash(100_000)
    await setLimits(token, { reality: 30 })
    embedded.advanceClock(-minutes(60))
    const { session } = await openGame(token)
    await play(session, 10_000)
    expect((await limitsOf(token)).played).toEqual({ from: now().toISOString(), staked: 10_000, won: 0 })
    embedded.advanceClock(minutes(60))
  })

  it.each([
    ['a shorter interval', { reality: 15 }],
    ['none, a lower limit and a break', { reality: null, deposit: { day: 50_000 }, break: '24h' }],
  ] satisfies [string, PlayLimitsChange][])(
    'continues over a due check even if the member requests %s',
    async (_, change) => {
      const form = registration()
      const token = await newMember(form)
      await setLimits(token, { reality: 30 })
      embedded.advanceClock(1)
      await openGame(token)
      const began = now().toISOString()
      embedded.advanceClock(minutes(30))
      const { reality, ...rest }: PlayLimitsChange = change
      for (const session of [token, await signIn(form)]) {
        const limits = await setLimits(session, change)
        expect(limits).toMatchObject({ reality: 30, played: { from: began } })
        expect(limits.deposit.day).toBe(rest.deposit?.day ?? null)
        expect(limits.breakUntil !== null).toBe('break' in rest)
      }
      const { rows = [] } = await backoffice('limit-changes', { member: form.id })
      expect(rows.map((row) => row.change)).toEqual(
        Object.keys(rest).length > 0 ? [rest, { reality: 30 }] : [{ reality: 30 }],
      )
      expect((await setLimits(token, { reality: 30 })).played, 'after acknowledging the check').toBeNull()
      expect((await setLimits(token, { reality })).reality, 'a later change').toBe(reality)
    },
  )
})

describe('the sandbox’s reality check', () => {
  async function spin(path: string) {
    const id = /name="spin" value="([^"]+)"/.exec((await getPage(path)).text)?.[1] ?? ''
    return submitForm(path, { spin: id, stake: '1000' })
  }
  const spinsOf = async (token: string) => (await embedded.call('get-bets-list', {}, token)).response.total

  const shown = (['question', 'staked', 'won', 'net', 'goOn', 'stop'] as const).map((name) => `check.${name}` as const)

  it.each(['ko', 'th'] as const)('appears in place of the next round, with two equal buttons: %s', async (locale) => {
    const { t, won } = playTexts(locale)
    const title = t('check.title.wholeHours', { hours: 1 })
    const text = [`lang="${locale}"`, title, won(-16_000), ...shown.map((key) => t(key))]
    const token = await memberWithCash()
    const game = await openGame(token)
    await play(game.session, 21_000, 5_000)
    for (const _ of [1, 2]) {
      embedded.advanceClock(minutes(29))
      await openGame(token)
    }
    embedded.advanceClock(minutes(2))
    const check = await spin(`${game.path}?lng=${locale}`)
    expect(check.status).toBe(409)
    expect(text.filter((part) => !check.text.includes(part))).toEqual([])
    expect(check.text.match(/<button [^>]*>/g)).toEqual([
      '<button name="intent" value="go-on">',
      '<button name="intent" value="stop">',
    ])
    expect(check.text).not.toContain('autofocus')
  })

  it('accepts no round until the member continues, which restarts the clock', async () => {
    const token = await memberWithCash()
    const game = await openGame(token)
    await setLimits(token, { reality: 15 })
    await play(game.session, 1_000)
    embedded.advanceClock(minutes(15) - 1)
    expect((await spin(game.path)).status).toBe(303)
    embedded.advanceClock(1)
    for (const reality of [null, 60] as const) {
      await setLimits(token, { reality })
      expect((await spin(game.path)).status).toBe(409)
    }
    expect(await spinsOf(token)).toBe(2)
    const checked = now().toISOString()
    for (const _ of [1, 2]) expect((await submitForm(game.path, { intent: 'go-on' })).status).toBe(303)
    expect((await spin(game.path)).status).toBe(303)
    expect(await spinsOf(token)).toBe(3)
    embedded.advanceClock(1)
    expect((await spin(game.path)).status).toBe(303)
    expect((await limitsOf(token)).played).toMatchObject({ from: checked, staked: 1_000 })
  })

  it('ends the game and returns its money when the member stops', async () => {
    const token = await memberWithCash(100_000)
    const [game, secondGame] = [await openGame(token), await openGame(token)]
    await setLimits(token, { reality: 15 })
    embedded.advanceClock(1)
    await play(game.session, 1_000)
    embedded.advanceClock(minutes(15))
    expect((await spin(game.path)).status).toBe(409)
    const stopped = await submitForm(game.path, { intent: 'stop' })
    expect([stopped.status, stopped.text]).toEqual([200, expect.stringContaining(t('check.stopped.text'))])
    expect(await moneyOf(token)).toEqual({ balance: 99_000, gameMoney: 0 })
    expect((await submitForm(game.path, { intent: 'bring-in' })).status).toBe(410)
    expect((await submitForm(secondGame.path, { intent: 'bring-in' })).status).toBe(303)
    expect((await spin(secondGame.path)).status).toBe(303)
  })
})

it('accepted documents are stored once per version, with the time and the confirmation of age', async () => {
  const form = registration()
  await newMember(form)
  const accept = async (terms: string, adult: boolean) =>
    embedded.call('accept-documents', { versions: { terms, privacy: '2026-11-01' }, adult }, await signIn(form))
  const at = now().toISOString()
  for (const _ of [1, 2]) expect((await accept('2026-11-01', true)).status).toBe('success')
  embedded.advanceClock(days(1))
  expect((await accept('2026-12-01', false)).status).toBe('success')
  const funds = { versions: { funds: 'a digest' }, adult: false }
  expect((await embedded.call('accept-documents', funds, await signIn(form))).status).toBe('success')
  expect((await backoffice('member', { member: form.id })).documents).toEqual([
    { document: 'funds', version: 'a digest', adult: false, acceptedAt: now().toISOString() },
    { document: 'terms', version: '2026-12-01', adult: false, acceptedAt: now().toISOString() },
    { document: 'privacy', version: '2026-11-01', adult: true, acceptedAt: at },
    { document: 'terms', version: '2026-11-01', adult: true, acceptedAt: at },
  ])
  await expect(embedded.query('delete from document_acceptances')).rejects.toThrow('written once')
})

it('the back office can restrict a member but not lift or shorten restrictions, as logged', async () => {
  const form = registration()
  await newMember(form)
  const payload = { member: form.id, reason: '전화로 요청' }
  const first = await backoffice('restrict', { ...payload, deposit: { day: 50_000 } })
  expect(first.limits).toMatchObject({ deposit: { day: 50_000, week: null, month: null }, breakUntil: null })
  // The back office can't confirm an increase, even if the member could now.
  await setLimits(await signIn(form), { deposit: { day: 90_000 } })
  embedded.advanceClock(days(1))
  const raise = { httpStatus: 409, body: { status: 'raise', period: 'day', limit: 50_000 } }
  expect(await askBackoffice('restrict', { ...payload, deposit: { day: 90_000 } })).toEqual(raise)
  for (const wrong of [{}, { deposit: { day: null } }, { deposit: { day: -1 } }, { break: '1h' }, { reality: 15 }])
    expect((await askBackoffice('restrict', { ...payload, ...wrong })).httpStatus).toBe(422)

  const excludedUntil = monthsAfter(now(), 6).toISOString()
  await backoffice('restrict', { ...payload, exclude: '1y', dryRun: true })
  expect((await backoffice('restrict', { ...payload, exclude: '6m' })).limits).toMatchObject({ excludedUntil })
  await backoffice('restrict', { ...payload, break: '24h', deposit: { day: 0 } })
  const { limits } = await backoffice('member', { member: form.id })
  expect(limits).toMatchObject({ deposit: { day: 0 }, used: { day: 0 }, reality: 60, excludedUntil })

  const changes = (await backoffice('limit-changes', { member: form.id })).rows
  expect(changes?.map(({ by, change }) => [by, change])).toEqual([
    ['desk', { break: '24h', deposit: { day: 0 } }],
    ['desk', { exclude: '6m' }],
    ['member', { deposit: { day: 90_000 } }],
    ['desk', { deposit: { day: 50_000 } }],
  ])
  const { rows } = await backoffice('acts', { act: 'restrict' })
  expect(rows?.at(-1)).toMatchObject({ who: 'owner', payload })
})

it('a deposit six months after the limits were last viewed sends one note about them', async () => {
  const form = registration()
  let token = await newMember(form)
  const about = async (language: string) => {
    const { note } = (await embedded.call('get-user-note', {}, token, { 'accept-language': language })).response
    return note
      .map(({ title }) => title ?? '')
      .filter((title) => [ko, en].some(({ notes }) => notes.limitsReminder.title === title))
  }
  embedded.advanceClock(days(100))
  token = await signIn(form)
  await setLimits(token, { deposit: { month: 90_000 } })
  embedded.advanceClock(days(170))
  token = await signIn(form)
  await deposit(token, 10_000)
  expect(await about('ko')).toEqual([])
  embedded.advanceClock(days(15))
  token = await signIn(form)
  await Promise.all([deposit(token, 10_000), deposit(token, 10_000), depositByPayment(token, 10_000)])
  expect(await about('ko')).toEqual([ko.notes.limitsReminder.title])
  expect(await about('en')).toEqual([en.notes.limitsReminder.title])
  expect(await limitsOf(token)).toMatchObject({ deposit: { month: 90_000 }, reality: 60 })
})
