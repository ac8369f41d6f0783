import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { detailsInCommon } from '~/embedded/backoffice/member-queries'
import en from '~/embedded/seed/message-texts/en.json'
import ko from '~/embedded/seed/message-texts/ko.json'
import { days } from '~/values/durations'
import { createBackofficeOf } from '../../support/backoffice-people'
import { registration } from '../../support/embedded-upstream'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

/** The back office's changes for verified members, each in one transaction with its log line. */

const tagOf = (userId: string) => createHmac('sha256', 'key').update(userId).digest('base64url').slice(0, 12)
const embedded = sharedEmbeddedUpstream({
  playApprovalMs: 0,
  memberTagsOf: (userId) => [tagOf(userId), 'older-secret'],
})
const {
  ask: askAs,
  askBackoffice: ask,
  backoffice,
  lastLine,
  readFile,
  exportLines,
  makeToken,
} = createBackofficeOf(embedded)
const { deposit, depositByPayment, withdraw, cashOf, depositsOf } = createCallsOf(embedded)
const give = (member: string, account: string, won: number) =>
  backoffice('correct', { member, account, won, reason: 'test' })
/** Returns the number of a new deposit or withdrawal, and advances the clock so that no other has its time. */
async function numberOf(applied: ReturnType<typeof deposit> | ReturnType<typeof withdraw>): Promise<string> {
  const { body } = await applied
  embedded.advanceClock(60_000)
  return String(body.id)
}
const listed = async (token: string) => (await depositsOf(token)).balances
const transactionOf = async (number: unknown) => (await backoffice('movement', { number })).movement ?? {}

/** Returns the rows of an export, with column names as keys. */
async function exported(payload: object): Promise<Record<string, string>[]> {
  const [head = '', ...lines] = (await exportLines(payload)).map((line) => line.replace('\ufeff', ''))
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])))
}

async function memberWithCash(won: number) {
  const member = await embedded.newMember()
  await give(member.id, 'cash', won)
  return member
}

describe('an amount other than the requested one', () => {
  it('is credited instead, once, with a reason that the member can read', async () => {
    const { id: member, token } = await embedded.newMember()
    const id = await numberOf(deposit(token, 30_000))
    const tell = '25,300원이 입금되어 그 금액으로 처리했습니다.'
    const dryRun = await backoffice('credit', { id, won: 25_300, tell, dryRun: true })
    expect(dryRun).toMatchObject({ dryRun: true, credited: { won: 25_300, state: 'already' } })
    expect(await cashOf(token)).toBe(0)

    const requestId = randomUUID()
    const done = await backoffice('credit', { id, won: 25_300, tell, requestId })
    expect(await backoffice('credit', { id, won: 25_300, tell, requestId })).toEqual(done)
    expect(await cashOf(token)).toBe(25_300)
    const [credited, original] = await listed(token)
    expect(original).toMatchObject({ id, balance: 30_000, status: 'cansel', reason: tell, paidApart: true })
    const { settled } = (await embedded.call('user-health-check', {}, token)).response
    expect(settled, 'one event').toMatchObject([{ balance: 25_300, status: 'already', reason: tell }])
    const { note } = (await embedded.call('get-user-note', {}, token)).response
    expect(note.filter(({ title }) => title?.includes('30,000'))).toEqual([])
    expect(credited).toMatchObject({ balance: 25_300, status: 'already', reason: tell })
    expect(await ask('credit', { id, won: 25_300, tell })).toMatchObject({ httpStatus: 409, body: { status: 'ended' } })
    expect(await transactionOf(id)).toMatchObject({ member, told: tell })
  })

  it('is rejected if it is the same amount, for a withdrawal, and for a payment page', async () => {
    const { id: member, token } = await embedded.newMember()
    const id = await numberOf(deposit(token, 30_000))
    const tell = '사유'
    expect((await ask('credit', { id, won: 30_000, tell })).httpStatus).toBe(422)
    expect((await ask('credit', { id, won: 20_000 })).httpStatus).toBe(422)
    await give(member, 'cash', 10_000)
    const withdrawal = await numberOf(withdraw(token))
    expect((await ask('credit', { id: withdrawal, won: 20_000, tell })).httpStatus).toBe(404)
    await depositByPayment(token)
    const { rows = [] } = await backoffice('movements', { kind: 'deposit', member })
    const byPage = rows.find(({ method }) => method === 'payment')
    expect(await ask('credit', { id: byPage?.id, won: 20_000, tell })).toMatchObject({ body: { status: 'by_page' } })
    expect((await listed(token)).map(({ status }) => status)).toEqual(['wait', 'wait'])
  })

  it('is credited once despite a simultaneous second credit and an approval', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { token } = await embedded.newMember()
      const id = await numberOf(deposit(token, 30_000))
      const both = await Promise.all([
        ask('credit', { id, won: 25_000, tell: '하나' }),
        ask('credit', { id, won: 25_000, tell: '둘' }),
        ask('approve', { kind: 'deposit', id }),
      ])
      expect(both.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
      expect([25_000, 30_000]).toContain(await cashOf(token))
    }
  })
})

it('shows the member the back office’s reason for a cancellation', async () => {
  const { token } = await embedded.newMember()
  const id = await numberOf(deposit(token, 30_000))
  await backoffice('cancel', { kind: 'deposit', id, tell: '입금이 확인되지 않았습니다.', reason: 'nothing came' })
  expect((await listed(token))[0]).toMatchObject({ status: 'cansel', reason: '입금이 확인되지 않았습니다.' })
  const again = { kind: 'deposit', id, tell: '입금이 확인되지 않았습니다.' }
  expect(await backoffice('cancel', again)).toMatchObject({ changed: false })
  expect(await backoffice('cancel', { kind: 'deposit', id })).toMatchObject({ changed: false })
  expect(await ask('cancel', { ...again, tell: '다른 말' }), 'another reason').toMatchObject({
    httpStatus: 409,
    body: { status: 'told', movement: { state: 'cansel', told: again.tell } },
  })
  expect((await listed(token))[0]).toMatchObject({ reason: again.tell })
})

describe('a changed phone or bank account', () => {
  const bank = { name: '신한은행', number: '110-222-333444', owner: '김하늘' }

  it('is logged with the previous one, and holds withdrawals for 24 hours', async () => {
    const member = await memberWithCash(50_000)
    const done = await backoffice('change-member', {
      member: member.id,
      phone: '010-5555-4444',
      bank,
      reason: 'card seen',
    })
    const before = { phone: '01011112222', bank: { name: '국민은행', number: '1234567890', owner: '나그네' } }
    const after = { phone: '01055554444', bank: { ...bank, number: '110222333444' } }
    expect(done).toMatchObject({ changed: true, before, after })
    expect(await lastLine()).toMatchObject({ act: 'change-member', members: [member.id], result: { before, after } })
    const changedAt = embedded.context().now().toISOString()
    expect((await embedded.call('get-member', {}, member.token)).body.user).toMatchObject({
      banknum: '110222333444',
      phoneChangedAt: changedAt,
      bankChangedAt: changedAt,
    })
    expect((await withdraw(member.token)).body).toMatchObject({ status: 'wait', ms: 86_400_000 })
    const held = { withdrawalsHeldUntil: new Date(embedded.context().now().getTime() + 86_400_000).toISOString() }
    expect(done).toMatchObject(held)
    const again = await backoffice('change-member', { member: member.id, bank, reason: 'again' })
    expect(again).toMatchObject({ changed: false, ...held })
    expect((await backoffice('member', { member: member.id })).member).toMatchObject(held)
    const notesIn = async (language: string) =>
      (await embedded.call('get-user-note', {}, member.token, { 'Accept-Language': language })).body.note
    expect(await notesIn('ko')).toMatchObject([
      { title: ko.notes.accountChanged.titles.bank },
      { title: ko.notes.accountChanged.titles.phone },
    ])
    expect(await notesIn('th')).toMatchObject(
      [{ title: /บัญชีสำหรับถอนเงิน/ }, { title: /โทรศัพท์/ }].map(({ title }) => ({ title: expect.stringMatching(title) })),
    )
    embedded.advanceClock(86_400_000)
    expect((await backoffice('member', { member: member.id })).member).toMatchObject({ withdrawalsHeldUntil: null })
    expect((await withdraw(await embedded.signIn(member.id, member.pw))).status).toBe('success')
  })

  it('is rejected while a withdrawal is pending, if it is invalid, or if it is an excluded member’s', async () => {
    const [member, excluded] = [await memberWithCash(50_000), { id: 'demo2' }]
    const change = (fields: object) => ask('change-member', { member: member.id, reason: 'asked', ...fields })
    const waiting = await numberOf(withdraw(member.token))
    expect(await change({ bank })).toMatchObject({ httpStatus: 409, body: { status: 'waiting' } })
    await backoffice('approve', { kind: 'withdrawal', id: waiting })
    for (const fields of [
      {},
      { phone: '02' },
      { bank: { ...bank, name: '없는은행' } },
      { bank: { ...bank, number: '1' } },
    ])
      expect((await change(fields)).httpStatus, JSON.stringify(fields)).toBe(422)
    await backoffice('change-member', { member: excluded.id, phone: '01012121212', reason: 'asked' })
    await backoffice('restrict', { member: excluded.id, exclude: '6m', reason: 'asked' })
    expect(await change({ phone: '01012121212' })).toMatchObject({ httpStatus: 409, body: { status: 'excluded' } })
    // The excluded member may change the phone, but other members still can't use the previous number.
    await backoffice('change-member', { member: excluded.id, phone: '01034343434', reason: 'asked' })
    expect(await change({ phone: '01012121212' })).toMatchObject({ body: { status: 'excluded' } })
    await backoffice('change-member', { member: excluded.id, phone: '01056565656', reason: 'asked' })
  })
})

it('shows a deposit with its member’s active break and the balance after it', async () => {
  const { id: member, token } = await embedded.newMember()
  const number = await numberOf(deposit(token, 30_000))
  const { limits } = (await backoffice('restrict', { member, break: '24h', reason: 'asked' })) as { limits?: object }
  const { breakUntil } = limits as { breakUntil: string }
  const listedNow = async () => (await backoffice('movements', { kind: 'deposit', member, state: 'all' })).rows?.[0]
  expect(await listedNow()).toMatchObject({ breakUntil, excludedUntil: null })
  expect(await backoffice('movement', { number })).toMatchObject({ movement: { breakUntil }, after: null })
  await backoffice('approve', { kind: 'deposit', id: number })
  await give(member, 'cash', 5_000)
  embedded.advanceClock(24 * 60 * 60_000)
  expect(await listedNow()).toMatchObject({ breakUntil: null })
  expect(await backoffice('movement', { number })).toMatchObject({ movement: { cash: 35_000 }, after: 30_000 })
})

it('creates a referral code for registrations, lists it, disables it and enables it again', async () => {
  const made = { code: 'SPRING', owner: 'demo', origin: 'https://spring.example' }
  expect(await backoffice('add-referral-code', made)).toMatchObject(made)
  expect((await ask('add-referral-code', made)).httpStatus).toBe(409)
  expect((await ask('add-referral-code', { ...made, code: 'small' })).httpStatus).toBe(422)
  const register = (id: string) => embedded.call('user-register', registration({ id, nick: id, code: 'SPRING' }))
  expect((await backoffice('referral-codes')).rows).toContainEqual(expect.objectContaining({ ...made, members: 0 }))
  expect((await register('spring1')).status).toBe('success')
  expect(await backoffice('remove-referral-code', { code: 'SPRING' })).toMatchObject({ changed: true, members: 1 })
  expect(await backoffice('remove-referral-code', { code: 'SPRING' })).toMatchObject({ changed: false })
  expect((await register('spring2')).status).toBe('cant_find_code')
  expect((await ask('remove-referral-code', { code: 'NOSUCH' })).httpStatus).toBe(404)
  expect((await backoffice('member', { member: 'spring1' })).member).toMatchObject({ referralCode: 'SPRING' })
  await backoffice('add-referral-code', { code: 'SPRING', owner: 'demo2' })
  expect((await register('spring2')).status).toBe('success')
})

it('lists a member’s logins with their addresses, and ends one', async () => {
  const member = await embedded.newMember()
  const login = { id: member.id, pw: member.pw }
  const from = (address: string) => embedded.call('user-do-login', login, undefined, { 'X-Forwarded-For': address })
  embedded.advanceClock(1_000)
  const stolen = (await from('203.0.113.9')).response.token
  const rows = (await backoffice('logins', { member: member.id })).rows ?? []
  expect(rows).toMatchObject([
    { live: true, address: '203.0.113.9', endedAt: null },
    { live: true, address: null },
  ])
  // This is only the latest end, because the site's session ends earlier by default.
  expect(Number(new Date(String(rows[0]?.endsBy))) - Number(new Date(String(rows[0]?.at)))).toBe(86_400_000)
  const session = rows[0]?.session
  expect(await backoffice('end-session', { member: member.id, session })).toMatchObject({ changed: true })
  expect(await backoffice('end-session', { member: member.id, session })).toMatchObject({ changed: false })
  expect((await ask('end-session', { member: 'demo', session })).httpStatus, 'of another member').toBe(404)
  expect((await embedded.call('user-health-check', {}, stolen)).httpStatus).toBe(401)
  expect((await embedded.call('user-health-check', {}, member.token)).httpStatus).toBe(200)
  for (let n = 0; n < 23; n += 1) {
    embedded.advanceClock(86_400_000)
    await from('198.51.100.7')
  }
  expect((await backoffice('logins', { member: member.id })).total, 'only the last ones are stored').toBe(21)
})

it('identifies the member behind a hash in the log', async () => {
  const { id } = await embedded.newMember()
  expect(await backoffice('who-is', { tag: tagOf(id) })).toMatchObject({ member: id })
  expect((await ask('who-is', { tag: 'nobodyknows1' })).httpStatus).toBe(404)
  expect((await ask('who-is', { tag: 'short' })).httpStatus).toBe(422)
})

describe('a payout', () => {
  it('requests a withdrawal of cash, game money and comp, and closes the account', async () => {
    const member = await memberWithCash(12_345)
    await give(member.id, 'game', 6_000)
    await give(member.id, 'comp', 55)
    expect(
      await backoffice('pay-out', { member: member.id, close: true, reason: 'leaving', dryRun: true }),
    ).toMatchObject({
      movement: { won: 18_400 },
    })
    expect(await cashOf(member.token)).toBe(12_345)
    const done = await backoffice('pay-out', { member: member.id, close: true, reason: 'leaving' })
    expect(done).toMatchObject({
      openBets: 0,
      movement: { kind: 'withdrawal', won: 18_400, state: 'wait', dueAt: null },
    })
    expect(done.closedAt).toBeTypeOf('string')
    expect((await embedded.call('user-health-check', {}, member.token)).httpStatus).toBe(401)
    expect(await ask('erase', { member: member.id })).toMatchObject({ body: { status: 'unsettled' } })
    await backoffice('approve', { kind: 'withdrawal', id: done.movement?.id })
    await backoffice('erase', { member: member.id })
  })

  it('never goes to an account that is being changed', async () => {
    for (let round = 0; round < 2; round++) {
      const member = await memberWithCash(20_000)
      const bank = { name: '국민은행', number: `77${Date.now()}${round}`, owner: '나그네' }
      const statuses = await Promise.all([
        ask('change-member', { member: member.id, bank, reason: 'asked' }),
        ask('pay-out', { member: member.id, reason: 'leaving' }),
      ])
      expect(statuses.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409])
    }
  })

  it('pays nothing twice or while withdrawals are held', async () => {
    const member = await memberWithCash(20_000)
    const both = await Promise.all([1, 2].map(() => backoffice('pay-out', { member: member.id, reason: 'leaving' })))
    expect(both.map(({ movement }) => movement?.won ?? 0).sort()).toEqual([0, 20_000])
    await backoffice('change-member', { member: member.id, phone: '01078787878', reason: 'asked' })
    const held = { httpStatus: 409, body: { status: 'held' } }
    expect(await ask('pay-out', { member: member.id, reason: 'leaving' })).toMatchObject(held)
    const { rows } = await backoffice('movements', { kind: 'withdrawal', member: member.id })
    expect(rows).toMatchObject([{ accountChangedAt: embedded.context().now().toISOString() }])
  })
})

it('shows a settled transaction with the account from before a change', async () => {
  const member = await memberWithCash(100_000)
  const earlier = await numberOf(withdraw(member.token))
  await backoffice('approve', { kind: 'withdrawal', id: earlier })
  const before = { name: '국민은행', number: '1234567890', owner: '나그네' }
  expect(await transactionOf(earlier)).toMatchObject({ bank: before, accountChangedAt: null })

  embedded.advanceClock(60_000)
  const after = { name: '신한은행', number: '110222333444', owner: '김하늘' }
  await backoffice('change-member', { member: member.id, bank: after, reason: 'card seen' })
  const changedAt = embedded.context().now().toISOString()
  expect(await transactionOf(earlier)).toMatchObject({ bank: before, accountChangedAt: null })
  expect(await backoffice('approve', { kind: 'withdrawal', id: earlier })).toMatchObject({ movement: { bank: before } })
  const { rows: approvals } = await backoffice('acts', { act: 'approve' })
  expect(approvals?.map(({ result }) => result)).toContainEqual(
    expect.objectContaining({ changed: true, movement: expect.objectContaining({ number: earlier, bank: before }) }),
  )

  embedded.advanceClock(86_400_000)
  const later = await numberOf(withdraw(await embedded.signIn(member.id, member.pw)))
  expect(await transactionOf(later)).toMatchObject({ state: 'wait', bank: after, accountChangedAt: changedAt })
  await backoffice('approve', { kind: 'withdrawal', id: later })
  const { rows } = await backoffice('movements', { kind: 'withdrawal', member: member.id, state: 'all' })
  expect(rows?.map(({ number, bank }) => [number, bank])).toEqual([
    [later, after],
    [earlier, before],
  ])
  const [first, second] = await exported({ what: 'withdrawals', member: member.id })
  await backoffice('change-member', { member: member.id, phone: '01012123434', reason: 'card seen' })
  const oldest = `select min(id) from desk_acts where act = 'change-member'
    and member_ids = array(select id from members where user_id = $1)`
  await embedded.query(`delete from desk_act_texts where act_id = (${oldest})`, [member.id])
  expect((await transactionOf(earlier)).bank, 'unknown after the texts are erased').toBeNull()
  expect(first).toMatchObject({
    number: earlier,
    bank: before.name,
    account_number: before.number,
    account_owner: before.owner,
  })
  expect(first?.account_changed_at).not.toBe('')
  expect(second).toMatchObject({ number: later, bank: after.name, account_number: after.number })
})

it('shows a pending deposit with the previous account after a change', async () => {
  const member = await embedded.newMember()
  const number = await numberOf(deposit(member.token, 30_000))
  expect(await transactionOf(number)).toMatchObject({ bankBefore: null, bankChangedAt: null })
  embedded.advanceClock(60_000)
  const before = { name: '국민은행', number: '1234567890', owner: '나그네' }
  const after = { name: '신한은행', number: '110222333445', owner: '김하늘' }
  await backoffice('change-member', { member: member.id, bank: after, reason: 'card seen' })
  const changed = { bank: after, bankBefore: before, bankChangedAt: embedded.context().now().toISOString() }
  expect(await transactionOf(number)).toMatchObject(changed)
  const listed = { kind: 'deposit', member: member.id }
  const reader = await makeToken('reader', 'reader')
  const masked = { bank: { number: '••••••••3445' }, bankBefore: { number: '••••••7890' } }
  expect((await askAs(reader, 'movements', listed)).body.rows).toMatchObject([masked])

  embedded.advanceClock(60_000)
  await backoffice('approve', { kind: 'deposit', id: number })
  expect(await transactionOf(number)).toMatchObject({ bank: after, bankBefore: null, bankChangedAt: null })
  embedded.advanceClock(days(1) + 1)
  const later = await numberOf(deposit(await embedded.signIn(member.id, member.pw), 30_000))
  expect(await transactionOf(later)).toMatchObject({ bank: after, bankBefore: null, bankChangedAt: null })
})

it('totals paid and pending transactions, but cancelled ones only in their own list', async () => {
  const member = await memberWithCash(100_000)
  for (const [balance, command] of [
    [10_000, 'approve'],
    [20_000, 'cancel'],
  ] as const)
    await backoffice(command, { kind: 'withdrawal', id: await numberOf(withdraw(member.token, balance)) })
  await withdraw(member.token, 40_000)
  const sumOf = async (state: string) =>
    (await backoffice('movements', { kind: 'withdrawal', member: member.id, state })).sum
  expect([await sumOf('all'), await sumOf('cansel')]).toEqual([50_000, 20_000])
})

it('closes an account even if its member made a request after the preview', async () => {
  const { id: member, token } = await embedded.newMember()
  const { digest, waiting } = await backoffice('close', { member, reason: 'fraud', dryRun: true })
  await deposit(token, 10_000)
  const closed = await backoffice('close', { member, reason: 'fraud', expects: digest })
  expect(closed).toMatchObject({ status: 'success', changed: true })
  expect(closed.waiting).not.toEqual(waiting)
})

it('lists a member’s request even if another member’s requests would fill the list', async () => {
  const [many, one] = [await embedded.newMember(), await embedded.newMember()]
  const applied: { id: unknown; token: string }[] = []
  for (const { token } of [...Array.from({ length: 101 }, () => many), one])
    applied.push({ id: (await deposit(token, 10_000)).body.id, token })
  const rows = (await backoffice('queue')).rows ?? []
  expect(rows.filter(({ member }) => member === one.id)).toHaveLength(1)
  for (const { id, token } of applied)
    expect((await embedded.call('cancel-deposit', { id: String(id) }, token)).status).toBe('success')
})

it('sends the saved account for a deposit once, and lists a deposit and its account request as one task', async () => {
  const { token, id: member } = await embedded.newMember()
  for (const won of [10_000, 20_000]) await deposit(token, won)
  await embedded.call('user-ask-account', {}, token)
  const ofMember = async () => ((await backoffice('queue')).rows ?? []).filter((row) => row.member === member)
  const [first, second] = await ofMember()
  expect(await ofMember()).toMatchObject([
    { what: 'deposit', holder: '나그네', accountRequest: expect.any(String) },
    { what: 'deposit' },
  ])
  expect((await ask('send-account', { id: first?.id })).body).toMatchObject({ status: 'no_account' })
  const account = { bank: '국민은행', number: '123-45', holder: '마당' }
  for (const number of ['999-99', account.number]) await backoffice('add-pay-account', { ...account, number })
  await backoffice('send-account', { id: first?.id, account: '국민은행 123-45 마당' })
  expect((await ofMember()).map(({ accountRequest }) => accountRequest)).toEqual([null, null])
  expect(await backoffice('send-account', { id: second?.id })).toMatchObject({ answerAccount: account })
  const shown = await backoffice('movement', { number: second?.id })
  expect(shown).toMatchObject({ answerAccount: account, note: null })
  const other = await ask('send-account', { id: second?.id, account: '국민은행 999-99 마당' })
  expect(other.body).toMatchObject({ status: 'sent' })
  // An account that was removed is replaced.
  const saved = (await backoffice('pay-accounts')).rows ?? []
  await backoffice('end-pay-account', { id: saved.find(({ number }) => number === account.number)?.id })
  expect(await backoffice('send-account', { id: second?.id })).toMatchObject({ answerAccount: { number: '999-99' } })
})

it('sends bank details for a deposit even without a request, and again a day later', async () => {
  const member = await embedded.newMember()
  const account = { bank: '국민은행', number: '123-45', holder: '마당' }
  await backoffice('add-pay-account', account)
  for (const sent of [[account], [account, account]]) {
    const token = await embedded.signIn(member.id, member.pw)
    const id = await numberOf(deposit(token, 10_000))
    const named = { id, account: '국민은행 123-45 마당' }
    for (let time = 0; time < 2; time += 1)
      expect(await backoffice('send-account', named)).toMatchObject({ answerAccount: account })
    const { helps } = (await embedded.call('get-help-list', {}, token)).response
    expect(helps.map(({ kind, ref }) => [kind, ref?.account])).toEqual(sent.map((one) => ['account', one]))
    embedded.advanceClock(days(1))
  }
})

it.each(['en', 'ko'])(
  'titles bank details in the language of the member’s last inquiry, or in Korean: %s',
  async (language) => {
    const { id: member, token } = await embedded.newMember()
    await backoffice('add-pay-account', { bank: '국민은행', number: '123-45', holder: '마당' })
    const inquiry = { title: 'title', contents: 'contents' }
    if (language === 'en') await embedded.call('user-write-help', inquiry, token, { 'Accept-Language': language })
    const id = await numberOf(deposit(token, 10_000))
    const ofOperator = { 'Accept-Language': language === 'en' ? 'ko' : 'en' }
    await askAs(embedded.options.backofficeToken ?? '', 'send-account', { id }, ofOperator)
    const { rows } = await backoffice('requests', { state: 'all', kind: 'account', member })
    const { title } = (language === 'en' ? en : ko).accountRequest
    expect(rows).toMatchObject([{ language, title }])
  },
)

it('counts account requests as inquiries, offers them next, and reports new requests since a given time', async () => {
  const { token } = await embedded.newMember()
  const inquiriesOf = ({ waiting }: object & { waiting?: unknown }) => (waiting as { inquiries: number }).inquiries
  const before = await backoffice('you')
  const since = embedded.context().now().toISOString()
  embedded.advanceClock(1_000)
  for (const won of [50_000, 80_000]) await deposit(token, won)
  await embedded.call('user-ask-account', {}, token)
  await embedded.call('user-write-help', { title: '문의', contents: '내용' }, token)
  const after = await backoffice('you', { since })
  expect(inquiriesOf(after)).toBe(inquiriesOf(before) + 2)
  expect([before.news, after.news]).toEqual([
    [],
    [
      { what: 'account', count: 1, won: null },
      { what: 'deposit', count: 2, won: 130_000 },
      { what: 'inquiry', count: 1, won: null },
    ],
  ])
  const [questions = [], accounts = []] = await Promise.all(
    ['question', 'account'].map(async (kind) => (await backoffice('requests', { kind })).rows),
  )
  for (const { id } of questions.slice(1)) await backoffice('answer', { id, contents: '답변' })
  const { next } = await backoffice('request', { id: questions[0]?.id })
  expect([accounts.length > 0, next]).toEqual([true, { id: accounts[0]?.id, title: accounts[0]?.title }])
})

it('shows a withdrawal with bets since the last deposit and, except to a reader, who shares details', async () => {
  const reader = await makeToken('signs-reader', 'reader')
  const [{ token, id: member }, other] = [await embedded.newMember(), await embedded.newMember()]
  await deposit(token, 50_000)
  const [waiting] = (await backoffice('movements', { kind: 'deposit', member })).rows ?? []
  await backoffice('approve', { kind: 'deposit', id: waiting?.id })
  await withdraw(token, 20_000)
  const signs = async (own?: string) => {
    const { body } = own
      ? await askAs(own, 'movements', { kind: 'withdrawal', member })
      : await ask('movements', { kind: 'withdrawal', member })
    return body.rows?.[0]?.signs
  }
  const shares = expect.arrayContaining(['holder'])
  expect(await signs()).toMatchObject({
    turnover: 0,
    deposited: 50_000,
    sharedWith: [{ member: other.id, shares }, {}],
  })
  expect(await signs(reader)).toMatchObject({ deposited: 50_000, sharedWith: [], sharedCount: 0 })
  await backoffice('add-tags', { member, tags: ['late', 'vip'] })
  const queued = (await backoffice('queue')).rows?.find((row) => row.member === member)
  expect(queued, 'the member’s tags on Today').toMatchObject({ what: 'withdrawal', tags: ['late', 'vip'] })
  await backoffice('tag-member', { member, tags: [] })
})

it('lists a whole transfer on the page of its first entry', async () => {
  const { id: member } = await embedded.newMember()
  for (const won of [1_000, 2_000, 3_000]) await give(member, 'cash', won)
  const page = async (page: number) =>
    ((await backoffice('ledger', { page, size: 3 })).rows ?? []).map(({ won }) => Number(won))
  expect((await page(1)).map(Math.abs)).toEqual([3_000, 3_000, 2_000, 2_000])
  expect((await page(2)).map(Math.abs)).toEqual([1_000, 1_000])
})

describe('a member in the back office', () => {
  it('has notes and tags, which are exported, and deleted with the member or by retention', async () => {
    const { id, token } = await embedded.newMember()
    await backoffice('add-internal-note', { member: id, contents: '통화함\n다시 전화' })
    const shown = await backoffice('movement', { number: await numberOf(deposit(token, 10_000)) })
    expect(shown).toMatchObject({ note: '통화함\n다시 전화', answerAccount: null })
    await backoffice('cancel', { kind: 'deposit', id: String(shown.movement?.number) })
    expect(await backoffice('tag-member', { member: id, tags: ['VIP', 'vip', '느린-은행'] })).toMatchObject({
      changed: true,
      tags: ['vip', '느린-은행'],
    })
    expect(await backoffice('tag-member', { member: id, tags: ['vip'] })).toMatchObject({
      changed: true,
      tags: ['vip'],
    })
    expect(await backoffice('tag-member', { member: id, tags: ['vip'] })).toMatchObject({ changed: false })
    expect((await backoffice('tags')).rows).toEqual([{ tag: 'vip', members: 1 }])
    expect(await backoffice('add-tags', { member: id, tags: ['late'] })).toMatchObject({ tags: ['late', 'vip'] })
    expect(await backoffice('add-tags', { member: id, tags: ['vip'] })).toMatchObject({ changed: false })
    await backoffice('tag-member', { member: id, tags: ['vip'] })
    expect((await backoffice('internal-notes', { member: id })).rows).toMatchObject([
      { by: 'owner', contents: '통화함\n다시 전화' },
    ])
    for (const search of [{ tagged: 'vip' }, { search: 'VIP' }])
      expect((await backoffice('members', search)).rows?.map(({ member }) => member)).toEqual([id])
    expect(await backoffice('member', { member: id })).toMatchObject({ member: { tags: ['vip'] } })
    const handed = await readFile('export-member', { member: id }, 'application/json; charset=utf-8')
    for (const text of ['다시 전화', 'vip']) expect(handed).toContain(text)
    expect((await ask('tag-member', { member: id, tags: ['two words'] })).httpStatus).toBe(422)
    await backoffice('erase', { member: id })
    const left = await embedded.query('select contents from internal_notes union all select tag from member_tags')
    expect(left).toEqual([])
  })

  it('is shown with the members who share details, but not to a reader', async () => {
    const browser = { 'X-Browser': 'Chrome on Android', 'X-Device': randomUUID() }
    const [one, two, third] = [await embedded.newMember(), await embedded.newMember(), await embedded.newMember()]
    const contact = { bank: { name: '국민은행', number: '55566677788', owner: '나란히' }, reason: 'test' }
    for (const { id } of [one, two]) {
      const { sharedWith } = await backoffice('change-member', { ...contact, member: id, phone: '01077778888' })
      if (id === two.id) expect(sharedWith, 'in the response to the change').toMatchObject([{ member: one.id }])
      await embedded.call('user-do-login', { id, pw: registration({}).pw }, undefined, browser)
    }
    const shared = async (member: string) => (await backoffice('shared-with', { member })).rows
    const [same, ...earlier] = (await shared(one.id)) ?? []
    expect(same).toMatchObject({
      member: two.id,
      shares: expect.arrayContaining(['bankAccount', 'browser', 'holder', 'phone']),
    })
    expect(earlier, 'the account before the change').toContainEqual(
      expect.objectContaining({ member: third.id, shares: ['earlierAccount'] }),
    )
    expect(await shared(third.id), 'another member’s earlier account').toContainEqual(
      expect.objectContaining({ member: one.id, shares: ['earlierAccount'] }),
    )
    expect((await shared(third.id))?.flatMap(({ shares }) => shares)).not.toContain('browser')
    // Members may log in from the same address many times.
    const from = { 'X-Forwarded-For': '203.0.113.77' }
    for (const { id } of [one, one, one, two, two])
      await embedded.call('user-do-login', { id, pw: registration({}).pw }, undefined, from)
    const byAddress = `select count(*)::integer as count from members own cross join lateral ${detailsInCommon}
      where own.user_id = $1 and shared.what = 'address'`
    expect(await embedded.query(byAddress, [one.id])).toEqual([{ count: 2 }])
    const reader = await makeToken('shared-reader', 'reader')
    const requestId = randomUUID()
    const change = { bank: { ...contact.bank, owner: '다른이' }, phone: '01077778888', member: two.id, reason: 'test' }
    const done = await backoffice('change-member', { ...change, requestId })
    expect(done.sharedWith).toMatchObject([{ member: one.id }, {}])
    expect(await backoffice('change-member', { ...change, requestId }), 'a repeated request').not.toHaveProperty(
      'sharedWith',
    )
    const names = `"${one.id}"`
    const handed = await readFile('export-member', { member: two.id }, 'application/json; charset=utf-8')
    expect(handed).not.toContain(names)
    const logged = (await askAs(reader, 'acts', { act: 'change-member', member: two.id })).body.rows
    expect(logged?.length).toBeGreaterThan(1)
    expect(JSON.stringify(logged)).not.toContain(names)
    expect(await askAs(reader, 'shared-with', { member: one.id })).toMatchObject({ httpStatus: 403 })
    await backoffice('erase', { member: one.id })
    const stored = 'select payload::text || result::text as text from desk_act_texts'
    expect(JSON.stringify(await embedded.query(stored))).not.toContain(one.id)
    expect((await shared(two.id))?.map(({ member }) => member)).not.toContain(one.id)
    await backoffice('erase', { member: two.id })
    expect((await shared(third.id))?.map(({ member }) => member)).not.toContain(two.id)
  })

  it('can get a note that is filled in for each recipient, without unknown placeholders', async () => {
    const ids = (await Promise.all([1, 2].map(() => embedded.newMember()))).map(({ id }) => id)
    const ofMembers = 'select user_id as id, nick from members where user_id = any($1) order by members.id'
    const people = await embedded.query<{ id: string; nick: string }>(ofMembers, [ids])
    const note = { title: 'Hello {{nickname}}', contents: '{{member}}, {{nickname}}: 3 {in} {{' }
    for (const more of [{ dryRun: true }, {}])
      expect(await backoffice('note', { to: ids, ...note, ...more })).toMatchObject({ sent: 2, left: 0 })
    const filled = "select title, contents from notes where title like 'Hello %' order by member_id"
    expect(await embedded.query(filled)).toEqual(
      people.map(({ id, nick }) => ({ title: `Hello ${nick}`, contents: `${id}, ${nick}: 3 {in} {{` })),
    )
    await embedded.query('update notes set read_at = now() where title = $1', [`Hello ${people[0]?.nick}`])
    const [sent] = (await backoffice('sent-notes', { size: 1 })).rows ?? []
    expect(await backoffice('sent-note', { id: sent?.id })).toMatchObject({ ...note, sent: 2, unread: 1 })
    const recipients = async (state?: string) => (await backoffice('sent-note', { id: sent?.id, state })).rows
    const [reader, other] = people.map(({ id: member, nick }) => ({ member, nick }))
    expect(await recipients()).toEqual([{ ...other, readAt: null }])
    expect(await recipients('read')).toEqual([{ ...reader, readAt: expect.any(String) }])
    expect(await backoffice('sent-note', { id: sent?.id, state: 'all', size: 1 })).toMatchObject({ total: 2, pages: 2 })
    await embedded.query("update members set nick = nick || '2' where user_id = any($1)", [ids])
    await backoffice('note', { to: ids, ...note })
    expect(
      (await backoffice('sent-notes', { size: 2 })).rows,
      'after nickname changes and a second note',
    ).toMatchObject([
      { sent: 2, unread: 2 },
      { sent: 2, unread: 1 },
    ])
    await embedded.query('update notes set sent_by_act = null where title like $1', ['Hello %'])
    expect((await backoffice('sent-notes', { size: 1 })).rows, 'from an older release').toMatchObject([
      { unread: null },
    ])

    for (const text of ['{{amount}}', '{{닉네임}}', '{{ nickname }}']) {
      const unfilled = await ask('note-tagged', { tagged: 'rain', title: text, contents: text })
      const wrong = ['title', 'contents'].map((field) => ({ field, message: 'placeholders of notes' }))
      expect(unfilled).toMatchObject({ httpStatus: 422, body: { wrong } })
    }
    const notice = await ask('add-notice', { place: 'list', title: 'a', contents: 'Hello {{nickname}}' })
    expect(notice.body.wrong).toEqual([{ field: 'contents', message: 'no placeholders' }])
  })

  it('gets a note to everyone with a tag, except on a break, excluded or closed', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => embedded.newMember()))
    const [open, , onBreak, excluded, closed] = people.map(({ id }) => id)
    for (const { id } of people) await backoffice('tag-member', { member: id, tags: ['rain', 'other'] })
    await backoffice('tag-member', { member: people[1]?.id, tags: ['other'] })
    await backoffice('restrict', { member: onBreak, break: '24h', reason: 'test' })
    await backoffice('restrict', { member: excluded, exclude: '6m', reason: 'test' })
    await backoffice('close', { member: closed })
    const note = { tagged: 'Rain', title: 'Umbrellas', contents: 'for those who read it' }
    expect(await backoffice('note-tagged', { ...note, dryRun: true })).toMatchObject({ sent: 1, left: 2 })
    expect(await backoffice('note-tagged', note)).toMatchObject({ sent: 1, left: 2 })
    const reached = "notes join members on members.id = member_id where title = 'Umbrellas'"
    expect(await embedded.query(`select user_id from ${reached}`)).toEqual([{ user_id: open }])
    expect(await lastLine()).toMatchObject({ act: 'note-tagged', payload: { tagged: 'rain', title: 'Umbrellas' } })
    const toAll = await backoffice('note', { to: 'all', title: 'For all', contents: 'but not for these' })
    expect([Number(toAll.sent) > 1, Number(toAll.left) >= 2]).toEqual([true, true])
    const notReached =
      "select user_id from members where user_id = any($1) and id not in (select member_id from notes where title = 'For all')"
    expect(await embedded.query(notReached, [people.map(({ id }) => id)])).toHaveLength(3)
    // A note to a named member is sent anyway, because it may explain the exclusion.
    expect(await backoffice('note', { to: [excluded], title: 'About you', contents: 'a text' })).toMatchObject({
      sent: 1,
    })
    const sent = ['About you', 'For all', 'Umbrellas'].map((title) => expect.objectContaining({ title, by: 'owner' }))
    const { rows } = await backoffice('sent-notes', { size: 3 })
    expect(rows).toEqual(sent)
    expect(rows).toMatchObject([{ to: [excluded] }, { to: 'all' }, { tagged: 'rain', to: null, sent: 1, unread: 1 }])
    await embedded.query("update notes set read_at = now() where title = 'Umbrellas'")
    expect((await backoffice('sent-notes', { size: 3 })).rows).toMatchObject([{}, {}, { sent: 1, unread: 0 }])
    const both = await ask('note', { ...note, tagged: undefined, to: ['all', open] })
    expect(both.body.wrong).toEqual([{ field: 'to', message: "'all' or members, not both" }])
    embedded.advanceClock(days(2))
    expect(await backoffice('note-tagged', note)).toMatchObject({ sent: 2, left: 1 })
  })

  it('is shown with masked or complete phone and account, which the log distinguishes', async () => {
    const contact = async (masked: boolean) => {
      const { member } = (await backoffice('member', { member: 'demo', masked })) as unknown as {
        member: { phone: string; bank: { number: string } }
      }
      return [member.phone, member.bank.number]
    }
    const [[maskedPhone = '', maskedNumber = ''], [phone = '', number = '']] = [
      await contact(true),
      await contact(false),
    ]
    expect(maskedPhone).toBe(`•••••••${phone.slice(-4)}`)
    expect(maskedNumber.replaceAll('•', '')).toBe(number.slice(-4))
    const { rows } = await backoffice('acts', { act: 'member', member: 'demo' })
    expect(rows?.slice(0, 2).map(({ payload }) => (payload as { masked?: boolean }).masked)).toEqual([false, true])
  })
})
