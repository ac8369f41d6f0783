import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { commands } from '~/embedded/backoffice/commands/table'
import { forTwo } from '~/platform/settings/settings.server'
import { days, hours, minutes } from '~/values/durations'
import { createBackofficeOf } from '../../support/backoffice-people'
import { databaseServerUrl, lockTable } from '../../support/database'
import { openTestEmbeddedUpstream } from '../../support/embedded-upstream'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

/** Large amounts in the back office, which two people must approve. */

const won = 100_000
const options = { playApprovalMs: 0, secondPersonFrom: won }
const embedded = sharedEmbeddedUpstream(options)
const { ask, run, askBackoffice, backoffice, makeToken, newDeposit } = createBackofficeOf(embedded)
const { deposit, withdraw, cashOf } = createCallsOf(embedded)

let kim: string
let lee: string
let member: Awaited<ReturnType<typeof embedded.newMember>>
beforeAll(async () => {
  kim = await makeToken('kim', 'cashier')
  lee = await makeToken('lee', 'cashier')
  member = await embedded.newMember()
})
const cash = async () => Number(await cashOf(member.token))
const waiting = async () => (await backoffice('first-approvals')).rows ?? []
const firstApprovalOf = (by: string, sum = won) => ({
  httpStatus: 202,
  body: {
    status: 'second_person',
    id: expect.any(String),
    member: member.id,
    won: sum,
    by,
    at: expect.any(String),
    endsAt: expect.any(String),
  },
})
const firstOfPayment = (by: string, number: unknown) => {
  const { httpStatus, body } = firstApprovalOf(by)
  return { httpStatus, body: { ...body, number } }
}
const correction = (more: object = {}) => ({ member: member.id, account: 'cash', won, reason: '확인', ...more })
/** Makes a first approval. @returns the payload for the second person */
async function approveFirst(token: string, command: string, payload: object): Promise<object> {
  const { httpStatus, body } = await ask(token, command, payload)
  expect([httpStatus, body.status], JSON.stringify(body)).toEqual([202, 'second_person'])
  return { ...payload, first: body.id }
}
const noSuchApproval = { httpStatus: 409, body: expect.objectContaining({ status: 'no_first_approval' }) }

it('lists from which amount two people must approve, and who may', async () => {
  expect((await run(kim, 'first-approvals')).rule).toEqual({
    money: 'play',
    hasTwoOwners: false,
    acts: [
      { act: 'approve', won, who: ['kim', 'lee', 'owner'] },
      { act: 'credit', won, who: ['kim', 'lee', 'owner'] },
      { act: 'correct', won, who: ['kim', 'lee', 'owner'] },
    ],
  })
})

it('credits a large deposit after the second approval, in which its number may be typed differently', async () => {
  const before = await cash()
  const id = await newDeposit(member.token, won)
  const { number } = (await run(kim, 'movements', { kind: 'deposit' })).rows?.[0] ?? {}
  expect(await run(kim, 'approve', { kind: 'deposit', id, dryRun: true })).toMatchObject({ needsSecondPerson: true })
  const requestId = randomUUID()
  const first = await ask(kim, 'approve', { kind: 'deposit', id, requestId, reason: '통장 확인' })
  expect(first).toEqual(firstOfPayment('kim', number))
  expect(await ask(kim, 'approve', { kind: 'deposit', id, requestId, reason: '통장 확인' }), 'sent again').toEqual(
    first,
  )
  expect(await ask(lee, 'approve', { kind: 'deposit', id }), 'another person').toEqual(first)
  const { status: _, ...given } = first.body
  const again = { httpStatus: 409, body: { ...given, status: 'first_given' } }
  expect(await ask(kim, 'approve', { kind: 'deposit', id, requestId: randomUUID() }), 'in a second window').toEqual(
    again,
  )
  const followed = { kind: 'deposit', id: number, unpaid: false, first: first.body.id }
  expect(await ask(kim, 'approve', followed), 'the same person').toEqual(noSuchApproval)
  expect(await cash()).toBe(before)
  // People's own first approvals are not counted as their tasks.
  expect((await run(kim, 'overview')).waiting).toMatchObject({ secondPerson: 0, deposits: { count: 1 } })
  expect((await run(lee, 'overview')).waiting).toMatchObject({ secondPerson: 1 })
  expect(await waiting()).toMatchObject([
    { act: 'approve', kind: 'deposit', number, member: member.id, won, by: 'kim', reason: '통장 확인' },
  ])

  expect(await run(lee, 'approve', { ...followed, dryRun: true })).toMatchObject({ firstApproval: 'kim' })
  const second = await run(lee, 'approve', followed)
  expect(second).toMatchObject({ changed: true, firstApproval: 'kim', movement: { state: 'already' } })
  expect([await cash(), await waiting()]).toEqual([before + won, []])
  const { rows: settled } = await run(kim, 'movements', { kind: 'deposit', state: 'already', member: member.id })
  expect(settled).toMatchObject([{ firstApprovedBy: 'kim', settledBy: 'lee' }])
  expect(await run(kim, 'approve', { kind: 'deposit', id })).toMatchObject({ changed: false })
  const { rows } = await run(kim, 'acts', { act: 'approve' })
  expect(rows).toMatchObject([
    { who: 'kim', result: { changed: false } },
    { who: 'lee', rehearsed: false, result: { firstApproval: 'kim' }, members: [member.id] },
    { who: 'lee', rehearsed: true },
    { who: 'kim', result: { status: 'no_first_approval' } },
    { who: 'kim', result: { status: 'first_given' } },
    { who: 'lee', result: { status: 'second_person', by: 'kim' } },
    { who: 'kim', result: { status: 'second_person', won }, payload: { reason: '통장 확인' }, members: [member.id] },
    { who: 'kim', rehearsed: true },
  ])
})

it('reports who revoked or used a first approval', async () => {
  const revoked = await approveFirst(kim, 'correct', correction({ won: won + 1 }))
  await run(kim, 'end-first-approval', { id: (revoked as { first: string }).first })
  const body = { status: 'no_first_approval', at: expect.any(String), member: member.id, number: null }
  expect((await ask(lee, 'correct', revoked)).body).toEqual({ ...body, ended: 'revoked', by: 'kim' })
  const used = await approveFirst(kim, 'correct', correction({ won: won + 2 }))
  await run(lee, 'correct', used)
  expect((await ask(String(embedded.options.backofficeToken), 'correct', used)).body).toEqual({
    ...{ ...body, ended: 'used', by: 'lee' },
  })
})

it('returns the same response to copies of a first approval, and rejects the person’s other requests', async () => {
  const payload = { kind: 'deposit', id: await newDeposit(member.token, won) }
  const requestId = randomUUID()
  const copies = await Promise.all([1, 2, 3].map(() => ask(kim, 'approve', { ...payload, requestId })))
  for (const copy of copies) expect(copy).toEqual({ httpStatus: 202, body: copies[0]?.body })
  const others = await Promise.all([1, 2].map(() => ask(kim, 'approve', { ...payload, requestId: randomUUID() })))
  expect(others.map(({ body }) => body.status)).toEqual(['first_given', 'first_given'])
  const { rows = [] } = await backoffice('acts', { movement: payload.id, changes: true })
  expect(rows, 'one approval').toMatchObject([{ who: 'kim', result: { status: 'second_person' } }])
  await run(lee, 'cancel', payload)
})

it.runIf(databaseServerUrl)(
  'rejects a member’s cancellation that was waiting for the claimer’s first approval',
  async () => {
    const id = await newDeposit(member.token, won)
    const claimed = await run(kim, 'claim', { kind: 'deposit', id })
    const log = await lockTable(embedded.options.databaseUrl, 'desk_log_chain')
    // The approval has ended the claim and is stored, but still waiting for its log line.
    const approving = ask(kim, 'approve', { kind: 'deposit', id })
    await log.waitFor(1)
    const cancelling = embedded.call('cancel-deposit', { id: String(claimed.movement?.number) }, member.token)
    await log.waitFor(2)
    await log.release()
    expect([(await approving).httpStatus, (await cancelling).status]).toEqual([202, 'settled'])
    await run(lee, 'approve', { kind: 'deposit', id, first: (await approving).body.id })
  },
)

it('applies to withdrawals, credits and corrections of at least the amount, and to the owner too', async () => {
  const before = await cash()
  const less = correction({ won: won - 1 })
  expect(await run(kim, 'correct', less)).toMatchObject({ won: won - 1 })
  const given = await approveFirst(String(embedded.options.backofficeToken), 'correct', correction())
  expect(await run(kim, 'correct', { ...given, reason: '다른 말로' })).toMatchObject({ firstApproval: 'owner' })
  const deduction = correction({ won: -won })
  const first = await ask(kim, 'correct', deduction)
  expect(first, 'a deduction').toEqual(firstApprovalOf('kim', -won))
  expect(await run(lee, 'correct', { ...deduction, first: first.body.id })).toMatchObject({ firstApproval: 'kim' })

  const credit = { id: await newDeposit(member.token, 10_000), won, tell: '왔습니다' }
  const credited = await backoffice('credit', await approveFirst(lee, 'credit', credit))
  expect(credited).toMatchObject({ firstApproval: 'lee', credited: { won } })
  expect(await cash()).toBe(before + won - 1 + won)

  const { id } = (await withdraw(member.token, 110_000)).body
  const paid = await run(lee, 'approve', await approveFirst(kim, 'approve', { kind: 'withdrawal', id }))
  expect(paid).toMatchObject({ movement: { state: 'already' } })
})

it('previews several rows independently, and lists a payment with its first approval as one task', async () => {
  const before = await cash()
  const ids = [await newDeposit(member.token, won), await newDeposit(member.token, 20_000), '999999']
  await approveFirst(kim, 'approve', { kind: 'deposit', id: ids[0] })
  const queued = (await run(lee, 'queue')).rows?.filter(({ won: sum }) => sum === won)
  expect(queued).toMatchObject([{ what: 'deposit', id: ids[0], firstApprovals: [{ by: 'kim' }] }])

  const { results } = await run(lee, 'approve', { kind: 'deposit', dryRun: true, each: ids })
  expect(results).toMatchObject([
    { needsSecondPerson: true, pendingApproval: { by: 'kim' }, movement: { state: 'already', cash: before + won } },
    { dryRun: true, digest: expect.any(String), movement: { state: 'already', cash: before + 20_000 } },
    { status: 'not_found' },
  ])
  expect(await cash()).toBe(before)
  const { rows } = await run(kim, 'acts', { act: 'approve', size: 3 })
  expect(rows).toMatchObject(Array(3).fill({ who: 'lee', rehearsed: true }))
  const [, { digest: expects }] = results as [object, { digest: string }]
  expect(await run(lee, 'approve', { kind: 'deposit', id: ids[1], expects })).toMatchObject({ changed: true })
  await run(lee, 'cancel', { kind: 'deposit', id: ids[0] })
})

it('allows only the claimer and a second approver to settle, until the claim expires or is taken over', async () => {
  const claim = { kind: 'deposit', id: await newDeposit(member.token, 10_000) }
  const claimed = await run(kim, 'claim', claim)
  expect(claimed).toMatchObject({ movement: { state: 'wait', claimedBy: 'kim', claimedAt: expect.any(String) } })
  const queued = (await run(lee, 'queue')).rows?.find(({ id }) => id === claim.id)
  expect(queued).toMatchObject({ claimedBy: 'kim', claimedAt: claimed.movement?.claimedAt })
  const refused = (by: string) => ({ httpStatus: 409, body: { status: 'claimed', by, at: expect.any(String) } })
  for (const command of ['approve', 'cancel', 'claim', 'release'])
    expect(await ask(lee, command, claim), command).toEqual(refused('kim'))
  expect(await ask(lee, 'credit', { id: claim.id, won: 5_000, tell: '왔습니다' })).toEqual(refused('kim'))
  const ofMember = { id: String(claimed.movement?.number) }
  expect((await embedded.call('cancel-deposit', ofMember, member.token)).status).toBe('settled')
  expect(await run(lee, 'claim', { ...claim, reason: `kim went\u202E home${' '.repeat(600)}` })).toMatchObject({
    movement: { claimedBy: 'lee' },
  })
  expect(await ask(kim, 'approve', claim)).toEqual(refused('lee'))
  const lost = async (token: string) => (await run(token, 'you')).takenClaims
  const taken = {
    id: expect.any(String),
    act: 'claim',
    by: 'lee',
    number: claimed.movement?.number,
    reason: 'kim went home',
  }
  expect([await lost(kim), await lost(lee)]).toEqual([[taken], []])
  await run(kim, 'claim', { ...claim, reason: 'back' })
  expect(await lost(kim), 'claimed back').toEqual([])
  await run(lee, 'release', { ...claim, reason: 'paid by nobody' })
  expect((await run(kim, 'you')).takenClaims).toContainEqual({ ...taken, act: 'release', reason: 'paid by nobody' })
  embedded.advanceClock(minutes(15))
  expect(await lost(kim)).toEqual([])
  expect(await run(kim, 'movement', { number: claim.id })).toMatchObject({ movement: { claimedBy: null } })
  expect((await embedded.call('cancel-deposit', ofMember, member.token)).status).toBe('success')
  expect(await ask(kim, 'claim', claim)).toMatchObject({ httpStatus: 409, body: { status: 'ended' } })

  const large = { kind: 'deposit', id: await newDeposit(member.token, won) }
  await run(kim, 'claim', large)
  expect(await ask(lee, 'approve', large), 'a first approval').toEqual(refused('kim'))
  const second = await approveFirst(kim, 'approve', large)
  expect(await run(lee, 'approve', second)).toMatchObject({ firstApproval: 'kim', movement: { claimedBy: null } })

  const otherSum = await newDeposit(member.token, 10_000)
  await run(kim, 'claim', { kind: 'deposit', id: otherSum })
  await ask(kim, 'credit', { id: otherSum, won, tell: '왔습니다' })
  expect(await run(lee, 'movement', { number: otherSum }), 'after a first approval of another sum').toMatchObject({
    movement: { claimedBy: null },
  })

  const approved = { kind: 'deposit', id: await newDeposit(member.token, won) }
  const approval = await approveFirst(kim, 'approve', approved)
  const { movement } = await run(lee, 'claim', approved)
  expect(await ask(kim, 'cancel', approved), 'a first approval of another command').toEqual(refused('lee'))
  expect(await ask(kim, 'credit', { id: approved.id, won: 5_000, tell: '왔습니다' })).toEqual(refused('lee'))
  expect(await backoffice('approve', { ...approval, dryRun: true }), 'a third person').toMatchObject({ dryRun: true })
  embedded.advanceClock(minutes(15))
  const itsNumber = { id: String(movement?.number) }
  expect((await embedded.call('cancel-deposit', itsNumber, member.token)).status, 'half approved').toBe('settled')
  expect(await run(lee, 'approve', approval)).toMatchObject({ firstApproval: 'kim' })

  const late = { kind: 'deposit', id: await newDeposit(member.token, won) }
  const ending = await approveFirst(kim, 'approve', late)
  embedded.advanceClock(hours(24) - 1)
  await run(lee, 'claim', late)
  const [approvalOfLate] = await waiting()
  const withdrawn = await ask(kim, 'end-first-approval', { id: approvalOfLate?.id })
  expect(withdrawn, 'while the second person may be paying').toEqual({
    httpStatus: 409,
    body: { ...refused('lee').body, number: approvalOfLate?.number, member: member.id },
  })
  embedded.advanceClock(minutes(14))
  expect((await ask(lee, 'approve', late)).body, 'without the first approval').toMatchObject({
    status: 'second_person',
    by: 'kim',
  })
  expect(await run(lee, 'movement', { number: late.id }), 'the claim remains').toMatchObject({
    movement: { claimedBy: 'lee' },
  })
  expect(await run(lee, 'approve', ending), 'after the approval’s 24 hours').toMatchObject({ firstApproval: 'kim' })

  member.token = await embedded.signIn(member.id, member.pw)
  const other = { kind: 'deposit', id: await newDeposit(member.token, 2 * won) }
  const credit = { id: other.id, won, tell: '왔습니다' }
  const credited = await approveFirst(lee, 'credit', credit)
  await backoffice('claim', other)
  const another = await ask(kim, 'credit', { ...credit, won: 5_000 })
  expect(another, 'a first approval of another amount').toEqual(refused('owner'))
  expect(await run(kim, 'credit', credited)).toMatchObject({ firstApproval: 'lee' })
})

it('approves only the caller’s claimed withdrawals if requested, and accepts one of two claims', async () => {
  const { id: member } = await embedded.newMember()
  await backoffice('correct', { member, account: 'cash', won: 10_000, reason: '확인' })
  await backoffice('pay-out', { member, reason: '확인' })
  const { rows: [{ id } = {}] = [] } = await backoffice('movements', { kind: 'withdrawal', member })
  const claim = { kind: 'withdrawal', id }
  const paid = { ...claim, onlyClaimed: true }
  const unclaimed = { httpStatus: 409, body: { status: 'unclaimed' } }
  expect(await ask(kim, 'approve', paid)).toEqual(unclaimed)
  const claims = await Promise.all([kim, lee].map((token) => ask(token, 'claim', claim)))
  expect(claims.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409])
  const [mine, theirs] = claims[0]?.httpStatus === 200 ? [kim, lee] : [lee, kim]
  expect(await ask(theirs, 'approve', paid)).toMatchObject({ httpStatus: 409, body: { status: 'claimed' } })
  embedded.advanceClock(minutes(15))
  expect(await ask(mine, 'approve', paid), 'after the claim expired').toEqual(unclaimed)
  await run(mine, 'claim', claim)
  expect(await run(mine, 'approve', paid)).toMatchObject({ changed: true })
})

it('requires a claim only for the second approval of a withdrawal, because that person sends the money', async () => {
  const { id: member } = await embedded.newMember()
  for (const sum of [60_000, 60_000]) await backoffice('correct', { member, account: 'cash', won: sum, reason: '확인' })
  await backoffice('pay-out', { member, reason: '확인' })
  const { rows: [{ id } = {}] = [] } = await backoffice('movements', { kind: 'withdrawal', member })
  const claim = { kind: 'withdrawal', id }
  const paid = { ...claim, onlyClaimed: true }
  const unclaimed = { httpStatus: 409, body: { status: 'unclaimed' } }
  await run(kim, 'claim', claim)
  const second = await approveFirst(kim, 'approve', paid)
  const { movement } = await run(kim, 'movement', { number: id })
  expect(movement, 'the claim of the first person').toMatchObject({ claimedBy: null })
  for (const payload of [paid, second]) expect(await ask(lee, 'approve', payload)).toEqual(unclaimed)
  await run(lee, 'claim', claim)
  const whilePaid = { httpStatus: 409, body: { status: 'claimed', by: 'lee', at: expect.any(String) } }
  for (const payload of [second, { ...claim, first: Object(second).first }])
    expect(await ask(embedded.options.backofficeToken ?? '', 'approve', payload), 'a third person').toEqual(whilePaid)
  expect(await run(lee, 'approve', { ...paid, dryRun: true })).toMatchObject({ pendingApproval: { by: 'kim' } })
  expect(await run(lee, 'approve', second)).toMatchObject({ changed: true, firstApproval: 'kim' })
})

it('logs every step under the transaction’s number: approvals and their end, claims and rejections', async () => {
  const member = await embedded.newMember()
  const id = await newDeposit(member.token, won)
  const payload = { kind: 'deposit', id }
  await approveFirst(kim, 'approve', payload)
  const [first] = (await backoffice('first-approvals', { member: member.id })).rows ?? []
  await run(kim, 'end-first-approval', { id: first?.id })
  await run(kim, 'claim', payload)
  expect((await ask(lee, 'cancel', payload)).body.status).toBe('claimed')
  await run(kim, 'release', payload)
  await run(lee, 'approve', await approveFirst(kim, 'approve', payload))
  const linesOf = async (more: object) => {
    const { rows = [] } = await backoffice('acts', { movement: id, order: 'oldest', ...more })
    return rows.map(({ act, who, result }) => [act, who, (result as { status: string }).status])
  }
  const steps = [
    ['approve', 'kim', 'second_person'],
    ['end-first-approval', 'kim', 'success'],
    ['claim', 'kim', 'success'],
    ['cancel', 'lee', 'claimed'],
    ['release', 'kim', 'success'],
    ['approve', 'kim', 'second_person'],
    ['approve', 'lee', 'success'],
  ]
  expect(await linesOf({})).toEqual(steps)
  expect(await linesOf({ changes: true }), 'without the rejected attempt').toEqual(
    steps.filter(([, , status]) => status !== 'claimed'),
  )
  const { movement } = await run(kim, 'movement', { number: id })
  const { rows = [] } = await backoffice('acts', { movement: id })
  for (const { act, members } of rows) expect(members, String(act)).toEqual([member.id])
  expect(rows.map(({ act, number }) => [act, number])).toEqual(
    ['movement', ...steps.map(([act]) => act).toReversed()].map((act) => [act, movement?.number]),
  )

  const older = `insert into desk_acts (made_at, who, act, payload, result, member_ids)
    values (now(), 'owner', 'movement', jsonb_build_object('number', $1::text), '{}', '{}')`
  for (const typed of [id, String(movement?.number).toLowerCase().replace('-', '')])
    await embedded.query(older, [typed])
  const { total } = await backoffice('acts', { movement: id })
  expect(total, 'with an older release’s lines, which name no member').toBe(rows.length + 2)

  const other = await newDeposit(member.token, 2 * won)
  const paid = { id: other, won: 5_000, tell: '실제 입금액으로 처리했습니다' }
  const { credited } = (await run(kim, 'credit', paid)) as unknown as { credited: { id: string } }
  const { rows: ofCredited } = await backoffice('acts', { movement: credited.id })
  expect(ofCredited, 'the deposit that replaced another').toMatchObject([{ act: 'credit' }])
})

it('logs the end of a first approval under the transaction’s number, even after texts are erased', async () => {
  const member = await embedded.newMember()
  const payload = { kind: 'deposit', id: await newDeposit(member.token, won) }
  const { first: id } = (await approveFirst(kim, 'approve', payload)) as { first: string }
  const { movement } = await run(lee, 'claim', payload)
  for (const status of ['claimed', 'success', 'no_first_approval']) {
    expect((await ask(kim, 'end-first-approval', { id })).body).toMatchObject({ status, number: movement?.number })
    if (status === 'claimed') await run(lee, 'release', payload)
  }
  const linesOf = async (act: string, movement: unknown) => {
    const { rows = [] } = await backoffice('acts', { movement, act, order: 'oldest' })
    return rows.map(({ number, result }) => [number, (result as { status: string }).status])
  }
  const revoked = ['claimed', 'success', 'no_first_approval'].map((status) => [movement?.number, status])
  expect(await linesOf('end-first-approval', payload.id)).toEqual(revoked)
  await run(kim, 'cancel', payload)
  await backoffice('correct', { member: member.id, account: 'cash', won: 10_000, reason: '확인' })
  const { movement: paidOut } = await backoffice('pay-out', { member: member.id, reason: '확인' })
  const erase = `delete from desk_act_texts where act_id in (
    select a.id from desk_acts a join members m on m.id = any(a.member_ids) where user_id = $1)`
  await embedded.query(erase, [member.id])
  expect(await linesOf('end-first-approval', payload.id)).toEqual(revoked)
  expect(await linesOf('pay-out', paidOut?.number)).toEqual([[paidOut?.number, 'success']])
})

it('stores no first approval if the result differs from the preview', async () => {
  const payload = correction({ won: 2 * won })
  const shown = async () => ({ ...payload, expects: (await run(kim, 'correct', { ...payload, dryRun: true })).digest })
  const stale = await shown()
  await run(kim, 'correct', correction({ won: 1 }))
  expect(await ask(kim, 'correct', stale)).toEqual({ httpStatus: 409, body: { status: 'otherwise' } })
  expect(await waiting()).toEqual([])
  const { httpStatus, body } = await ask(kim, 'correct', await shown())
  expect(httpStatus).toBe(202)
  await backoffice('end-first-approval', { id: body.id })
})

it('accepts a first approval once, only for the same amount, account and member, and only for money', async () => {
  const stranger = await embedded.newMember()
  const before = await cash()
  const followed = await approveFirst(kim, 'correct', correction())
  for (const more of [{ won: won + 1 }, { account: 'comp' }, { member: stranger.id }]) {
    expect(await ask(lee, 'correct', { ...followed, ...more }), JSON.stringify(more)).toEqual(noSuchApproval)
    await approveFirst(lee, 'correct', correction(more))
  }
  expect([await cash(), (await waiting()).length]).toEqual([before, 4])
  await run(lee, 'correct', followed)
  expect(await askBackoffice('correct', followed), 'already used').toEqual(noSuchApproval)
  expect(await cash()).toBe(before + won)
  for (const { id } of await waiting()) await run(lee, 'end-first-approval', { id })

  const wrong = (message: string) => ({ httpStatus: 422, body: { wrong: [{ field: 'first', message }] } })
  const note = { to: ['demo'], title: '안내', contents: '안내', first: 1 }
  expect(await askBackoffice('note', note)).toMatchObject(wrong('is not known'))
  expect(await askBackoffice('correct', correction({ first: 'x' }))).toMatchObject(wrong('a number'))
})

it('reports that a transaction was cancelled or settled in between, and no longer lists it', async () => {
  const id = await newDeposit(member.token, won)
  const followed = await approveFirst(kim, 'approve', { kind: 'deposit', id })
  expect(await run(lee, 'cancel', { kind: 'deposit', id })).toMatchObject({ changed: true })
  expect([await waiting(), (await run(kim, 'overview')).waiting]).toMatchObject([[], { secondPerson: 0 }])
  expect(await ask(lee, 'approve', followed)).toMatchObject({
    httpStatus: 409,
    body: { status: 'ended', movement: { state: 'cansel' } },
  })
})

it('allows the member to cancel a deposit again once the token of its first approval has ended', async () => {
  const min = await makeToken('min', 'cashier')
  const id = await newDeposit(member.token, won)
  await approveFirst(min, 'approve', { kind: 'deposit', id })
  const { movement } = await run(lee, 'movement', { number: id })
  const cancel = async () =>
    (await embedded.call('cancel-deposit', { id: String(movement?.number) }, member.token)).status
  expect(await cancel()).toBe('settled')
  await backoffice('end-token', { name: 'min' })
  expect(await cancel()).toBe('success')
})

it('drops a first approval when it is withdrawn, after 24 hours, or with its token', async () => {
  embedded.advanceClock(1)
  const before = await cash()
  const takenBack = await approveFirst(kim, 'correct', correction())
  const [{ id } = {}] = await waiting()
  expect(await run(lee, 'end-first-approval', { id })).toEqual({
    ...{ status: 'success', act: 'correct', kind: null, number: null, member: member.id, won, by: 'kim' },
  })
  expect((await ask(lee, 'end-first-approval', { id })).body).toMatchObject({
    ...{ status: 'no_first_approval', ended: 'revoked', by: 'lee' },
  })
  expect(await ask(lee, 'correct', takenBack)).toEqual(noSuchApproval)

  const tooOld = await approveFirst(kim, 'correct', correction())
  expect(await ask(lee, 'correct', takenBack), 'the number of an earlier approval').toEqual(noSuchApproval)
  embedded.advanceClock(24 * 60 * 60_000)
  member.token = await embedded.signIn(member.id, member.pw)
  expect([await ask(lee, 'correct', tooOld), await waiting()]).toEqual([noSuchApproval, []])

  const ofEnded = await approveFirst(kim, 'correct', correction())
  await backoffice('end-token', { name: 'kim' })
  expect([await ask(lee, 'correct', ofEnded), await waiting()]).toEqual([noSuchApproval, []])
  expect(await cash()).toBe(before)
  kim = await makeToken('kim', 'cashier')
  await run(kim, 'correct', await approveFirst(lee, 'correct', correction()))
  expect(await cash()).toBe(before + won)
})

it('stores no first approval if its log line can’t be written', async () => {
  await embedded.query('alter table desk_acts add constraint never check (false) not valid')
  const failed = await ask(kim, 'correct', correction())
  await embedded.query('alter table desk_acts drop constraint never')
  expect([failed.httpStatus, await waiting()]).toEqual([500, []])
  expect(embedded.takeErrors()).toMatchObject([{ message: expect.any(String) }])
})

/**
 * Lets three people run the same command simultaneously, each twice with one request id, and then make the second
 * approval simultaneously. The command alternates between an approval, a credit of another amount and a correction.
 * Asserts that no money moves at first, and then once, by a person other than the first.
 *
 * @param other a replica on the same database, which gets every other request.
 */
async function raceApprovals(rounds: number, replica = embedded): Promise<void> {
  let sent = 0
  const { ask, run } = createBackofficeOf(embedded, (request) => {
    sent += 1
    return (sent % 2 === 0 ? replica : embedded).send(request)
  })
  const people = await Promise.all(
    ['ann', 'ben', 'cho'].map(async (name) => ({ name, token: await makeToken(name, 'cashier') })),
  )
  member = await embedded.newMember()
  const won = 150_000
  const makers = [
    async () => ({ command: 'approve', payload: { kind: 'deposit', id: await newDeposit(member.token, won) } }),
    async () => ({ command: 'credit', payload: { id: await newDeposit(member.token, 10_000), won, tell: '확인' } }),
    async () => ({ command: 'correct', payload: { member: member.id, account: 'cash', won, reason: '확인' } }),
  ] as const
  for (let round = 0; round < rounds; round += 1) {
    const { command, payload } = await (makers[round % makers.length] ?? makers[0])()
    const before = await cash()
    const about = `${command} in round ${round}`
    /** Sends everybody's requests simultaneously, each twice. */
    const press = async (more: object = {}) => {
      const requests = people.map(({ token }) => ({ token, body: { ...payload, ...more, requestId: randomUUID() } }))
      return Promise.all([...requests, ...requests].map(({ token, body }) => ask(token, command, body)))
    }
    const firsts = await press()
    expect(new Set(firsts.map(({ httpStatus, body }) => `${httpStatus} ${body.id}`)).size, about).toBe(1)
    expect([firsts[0]?.httpStatus, await cash()], about).toEqual([202, before])
    const { id, by } = firsts[0]?.body ?? {}

    const later = await press({ first: id })
    expect((await cash()) - before, about).toBe(won)
    const followers = later.flatMap(({ body }, index) =>
      body.firstApproval === by ? [people[index % people.length]?.name] : [],
    )
    expect(new Set(followers).size, about).toBe(1)
    expect(followers, about).not.toContain(by)
    expect(await run(people[0]?.token ?? '', 'first-approvals'), about).toMatchObject({ total: 0 })
  }
  for (const { name, token } of people) {
    await backoffice('end-token', { name })
    for (const _replica of [embedded, replica])
      expect((await ask(token, 'overview')).httpStatus, 'with an ended token').toBe(401)
  }
}

it('moves an amount once despite simultaneous approvals, on two replicas too', async () => {
  if (!databaseServerUrl) return raceApprovals(3)
  const { databaseUrl, now } = embedded.options
  const replica = await openTestEmbeddedUpstream({ ...options, databaseUrl, now })
  await raceApprovals(100, replica)
  await replica.close()
})

describe('a command that two people must approve regardless of the amount', () => {
  const names = ['change-member', 'make-token', 'export-member', 'erase', 'backup', 'add-pay-account']
  const strict = sharedEmbeddedUpstream({ playApprovalMs: 0, secondPersonFor: names })
  const { ask, run, askBackoffice, backoffice, makeToken } = createBackofficeOf(strict)
  const bank = { name: '국민은행', number: '110123456789', owner: '나그네' }
  /** Ends the owners' tokens, so that BACKOFFICE_TOKEN can create tokens alone again. */
  const endOwners = async () => {
    for (const name of ['ann', 'bob', 'eve']) await askBackoffice('end-token', { name })
    strict.advanceClock(days(7))
  }
  const needsTwo = { httpStatus: 202, body: { status: 'second_person', won: null } }

  it('may be any command that the setting accepts', () => {
    // `reset-factor` follows the rule of `make-token`.
    const may = Object.entries(commands).flatMap(([name, { isForTwo }]) =>
      isForTwo && name !== 'reset-factor' ? [name] : [],
    )
    expect(may.sort()).toEqual([...names].sort())
    expect([...forTwo].sort()).toEqual([...names].sort())
  })

  let ann = ''

  it('is creating a token once there are two named owners; until then, BACKOFFICE_TOKEN does so alone', async () => {
    ann = await makeToken('ann', 'owner')
    const cashier = await makeToken('dan', 'cashier')
    const rule = async () => (await backoffice('first-approvals')).rule
    const acts = expect.arrayContaining([{ act: 'reset-factor', won: null, who: ['ann', 'owner'] }])
    expect(await rule()).toMatchObject({ acts, hasTwoOwners: false })
    expect(await ask(ann, 'make-token', { name: 'early', role: 'owner' })).toMatchObject({
      httpStatus: 409,
      body: { status: 'needs_desk_token' },
    })
    const bob = await makeToken('bob', 'owner')
    expect(await rule()).toMatchObject({ hasTwoOwners: true })
    const { rows } = await backoffice('acts', { act: 'make-token' })
    expect(rows?.[0]).toMatchObject({ who: 'owner', result: { alone: true } })
    const payload = { name: 'cat', role: 'cashier' }
    const first = await ask(ann, 'make-token', payload)
    expect(first).toMatchObject(needsTwo)
    expect((await ask(ann, 'make-token', { ...payload, first: first.body.id })).httpStatus).toBe(409)
    const byCashier = await ask(cashier, 'end-first-approval', { id: first.body.id })
    expect(byCashier, 'a command that cashiers may not run').toMatchObject({
      httpStatus: 403,
      body: { status: 'role' },
    })
    expect((await ask(bob, 'make-token', { ...payload, role: 'owner', first: first.body.id })).httpStatus).toBe(409)
    const made = await run(bob, 'make-token', { ...payload, first: first.body.id })
    expect(made).toMatchObject({ firstApproval: 'ann', token: expect.any(String) })
    // Ending one owner's token must not allow another person to act alone.
    await backoffice('end-token', { name: 'bob' })
    expect(await askBackoffice('make-token', { name: 'zed', role: 'owner' })).toMatchObject(needsTwo)
    embedded.advanceClock(hours(1))
    expect((await backoffice('overview')).tokensMadeAlone, 'for seven days').toEqual(['bob', 'dan', 'ann'])
  })

  it('is adding an account to pay into, but not removing one', async () => {
    const account = { bank: '국민은행', number: '110-1', holder: '마당' }
    const first = await askBackoffice('add-pay-account', account)
    expect(first).toMatchObject(needsTwo)
    expect((await backoffice('pay-accounts')).rows).toEqual([])
    expect((await askBackoffice('add-pay-account', { ...account, first: first.body.id })).httpStatus).toBe(409)
    expect((await ask(ann, 'add-pay-account', { ...account, number: '2', first: first.body.id })).httpStatus).toBe(409)
    expect(await run(ann, 'add-pay-account', { ...account, first: first.body.id })).toMatchObject({ changed: true })
    const [saved] = (await backoffice('pay-accounts')).rows ?? []
    expect(saved).toMatchObject({ ...account, madeBy: 'ann' })
    expect(await backoffice('end-pay-account', { id: saved?.id })).toMatchObject(account)
    expect((await backoffice('pay-accounts')).rows).toEqual([])
  })

  it('is removing a lost second factor, which takes two other owners', async () => {
    await endOwners()
    const [ann] = [await makeToken('ann', 'owner'), await makeToken('seo', 'cashier')]
    const reset = { name: 'seo', reason: 'a video call' }
    expect(await run(ann, 'reset-factor', reset), 'a single owner').toMatchObject({ name: 'seo' })
    const bob = await makeToken('bob', 'owner')
    const first = await ask(ann, 'reset-factor', reset)
    expect(first).toMatchObject(needsTwo)
    const again = { ...reset, first: first.body.id }
    expect((await ask(ann, 'reset-factor', again)).httpStatus).toBe(409)
    expect((await ask(bob, 'reset-factor', { ...again, name: 'bob' })).body.status).toBe('own_factor')
    expect((await ask(bob, 'reset-factor', { ...again, name: 'ann' })).httpStatus).toBe(409)
    expect(await run(bob, 'reset-factor', again)).toMatchObject({ name: 'seo', firstApproval: 'ann' })
    await endOwners()
    await backoffice('end-token', { name: 'seo' })
  })

  describe('for one person with BACKOFFICE_TOKEN and two owners', () => {
    const refused = { httpStatus: 409, body: { status: 'two_owners' } }
    /** Returns whether BACKOFFICE_TOKEN can create a token alone. Revokes any first approval. */
    const makesAlone = async (name: string, role = 'owner') => {
      const { httpStatus, body } = await askBackoffice('make-token', { name, role })
      if (httpStatus === 202) await backoffice('end-first-approval', { id: body.id })
      return httpStatus === 200
    }
    const endAnn = () => backoffice('end-token', { name: 'ann' })
    const endBob = () => backoffice('end-token', { name: 'bob' })
    const orders: [string, (() => Promise<unknown>)[]][] = [
      ['neither', []],
      ['one', [endBob]],
      ['the other', [endAnn]],
      ['both', [endAnn, endBob]],
    ]
    for (const [which, ends] of orders)
      it(`creates no second person, after revoking ${which}, under any name or role, for seven days`, async () => {
        await endOwners()
        for (const name of ['ann', 'bob']) await makeToken(name, 'owner')
        for (const end of ends) await end()
        for (const wait of [0, days(7) - minutes(1)]) {
          strict.advanceClock(wait)
          for (const name of ['ann', 'bob', 'new'])
            for (const role of ['owner', 'cashier', 'machine']) {
              const isLive = (await backoffice('tokens')).rows?.some((row) => row.name === name && row.endedAt === null)
              if (!isLive) expect([name, role, wait, await makesAlone(name, role)]).toEqual([name, role, wait, false])
            }
          const here = (command: string, payload: object) =>
            ask(String(strict.options.backofficeToken), command, payload, { 'X-This-Machine': 'yes' })
          expect(await here('begin-epoch', {})).toMatchObject(refused)
          const reset = await here('reset-factor', { name: 'ann' })
          expect(reset).toMatchObject(which === 'neither' || which === 'one' ? needsTwo : { httpStatus: 404 })
        }
      })

    it('allows tokens to be created alone seven days after an owner’s token ended', async () => {
      await endOwners()
      await makeToken('ann', 'owner')
      expect(await makesAlone('bob')).toBe(true)
      await endBob()
      strict.advanceClock(days(7))
      expect(await makesAlone('bob')).toBe(true)
    })
  })

  it('is changing a bank account (but not a phone), or an erasure', async () => {
    await endOwners()
    const [seo, park] = [await makeToken('seo', 'support'), await makeToken('park', 'support')]
    const { id } = await strict.newMember()
    expect((await ask(seo, 'change-member', { member: id, phone: '01023234545', reason: '확인' })).httpStatus).toBe(200)
    const payload = { member: id, bank, reason: '확인' }
    const first = await ask(seo, 'change-member', payload)
    expect(first).toMatchObject({ ...needsTwo, body: { ...needsTwo.body, member: id } })
    const elsewhere = { ...payload, bank: { ...bank, number: '110123456780' }, first: first.body.id }
    expect((await ask(park, 'change-member', elsewhere)).httpStatus).toBe(409)
    expect(await run(park, 'change-member', { ...payload, first: first.body.id })).toMatchObject({ after: { bank } })

    const erase = await askBackoffice('erase', { member: id })
    expect(erase).toMatchObject(needsTwo)
    expect(await backoffice('member', { member: id })).toMatchObject({ member: { erasedAt: null } })
    const eve = await makeToken('eve', 'owner')
    expect(await run(eve, 'erase', { member: id, dryRun: true })).toMatchObject({ pendingApproval: { by: 'owner' } })
    expect(await run(eve, 'erase', { member: id, first: erase.body.id })).toMatchObject({
      ...{ changed: true, firstApproval: 'owner', firstApprovalAt: expect.any(String) },
    })
    await endOwners()
  })

  it('is downloading a file, which another person releases to the first person once, for ten minutes', async () => {
    const [ann, bob] = [await makeToken('ann', 'owner'), await makeToken('bob', 'owner')]
    const payload = { member: 'demo' }
    const open = (token: string, approval: unknown) => ask(token, 'open-download', { approval })
    const { id } = (await ask(ann, 'export-member', payload)).body
    const since = strict.context().now().toISOString()
    strict.advanceClock(minutes(1))
    const read = () => ask(ann, 'export-member', { ...payload, first: id })
    expect((await read()).httpStatus).toBe(409)
    expect((await open(ann, id)).httpStatus).toBe(409)
    expect((await ask(ann, 'you', { since })).body.news, 'not opened yet').toEqual([])
    expect((await open(bob, id)).body).toMatchObject({ act: 'export-member', member: 'demo', by: 'ann' })
    expect((await ask(ann, 'you', { since })).body.news).toMatchObject([{ what: 'approval', count: 1 }])
    expect((await open(bob, id)).httpStatus).toBe(409)
    expect((await ask(bob, 'export-member', { ...payload, first: id })).httpStatus).toBe(409)
    expect((await ask(ann, 'export-member', { member: 'demo2', first: id })).httpStatus).toBe(409)
    expect(await read()).toEqual({ httpStatus: 200, body: {} })
    expect((await read()).httpStatus).toBe(409)

    const late = (await ask(ann, 'backup')).body.id
    expect((await open(bob, late)).httpStatus).toBe(200)
    strict.advanceClock(minutes(10))
    expect((await ask(ann, 'backup', { first: late })).httpStatus).toBe(409)
    const { rows } = await backoffice('acts', { act: 'export-member' })
    expect(rows?.map(({ who, result }) => [who, (result as { status: string }).status])).toContainEqual([
      'ann',
      'second_person',
    ])
  })
})

it('announces a first approval with its amount, and every claim, approval, hold and settlement', async () => {
  const since = embedded.context().now().toISOString()
  embedded.advanceClock(minutes(1))
  const id = await newDeposit(member.token, won)
  const versions = [(await run(lee, 'you')).paymentsVersion]
  const readVersion = async () => versions.push((await run(lee, 'you')).paymentsVersion)
  await run(kim, 'claim', { kind: 'deposit', id })
  await readVersion()
  await approveFirst(kim, 'approve', { kind: 'deposit', id })
  expect((await run(lee, 'you', { since })).news).toContainEqual({ what: 'approval', count: 1, won })
  await readVersion()
  await run(kim, 'hold', { member: member.id, reason: 'test' })
  await readVersion()
  await backoffice('cancel', { kind: 'deposit', id })
  await readVersion()
  expect(new Set(versions).size).toBe(5)
  await run(kim, 'lift-hold', { member: member.id, reason: 'test' })
})

it('counts a member’s deposits of the same amount that are pending or from the last 24 hours', async () => {
  const { id: member, pw, token } = await embedded.newMember()
  const pending = async () => (await backoffice('movements', { kind: 'deposit', member })).rows ?? []
  const counts = async () => (await pending()).map(({ sameWon }) => sameWon)
  for (const won of [30_000, 30_000, 40_000]) await deposit(token, won)
  expect(await counts()).toEqual([2, 2, null])
  await backoffice('approve', { kind: 'deposit', id: (await pending())[0]?.id })
  expect(await counts(), 'after one of the two was credited').toEqual([2, null])
  embedded.advanceClock(hours(25))
  const later = await embedded.signIn(member, pw)
  for (const won of [30_000, 40_000]) await deposit(later, won)
  expect(await counts(), 'without the credited one, which is older than 24 hours').toEqual([3, 2, 2, 2])
  await backoffice('cancel', { kind: 'deposit', id: (await pending())[0]?.id })
  expect(await counts()).toEqual([2, null, 2])
})

it('refuses to approve, credit or claim payments of a member on hold until the hold is lifted', async () => {
  const { id: held, token } = await embedded.newMember()
  await run(kim, 'correct', correction({ member: held, won: 50_000 }))
  for (const sum of [30_000, 40_000]) await deposit(token, sum)
  await withdraw(token, 10_000)
  await run(kim, 'add-tags', { member: held, tags: ['vip'] })
  await run(kim, 'hold', { member: held, reason: '명의 확인' })
  const hold = { by: 'kim', at: expect.any(String), reason: '명의 확인' }
  expect(await run(lee, 'hold', { member: held, reason: 'again' })).toMatchObject({ changed: false })
  expect(await run(lee, 'member', { member: held }), 'the first hold').toMatchObject({ hold })
  const [first, second] = (await backoffice('movements', { kind: 'deposit', member: held })).rows ?? []
  const [third] = (await backoffice('movements', { kind: 'withdrawal', member: held })).rows ?? []
  expect(first).toMatchObject({ tags: ['hold', 'vip'] })
  const refused = { httpStatus: 409, body: { status: 'on_hold' } }
  for (const [kind, row] of [
    ...[first, second].map((row) => ['deposit', row] as const),
    ['withdrawal', third] as const,
  ])
    expect(await ask(kim, 'approve', { kind, id: row?.id })).toEqual(refused)
  const credit = { id: first?.id, won: 20_000, tell: 'we received 20,000 won' }
  expect(await ask(kim, 'credit', credit)).toEqual(refused)
  expect(await ask(kim, 'approve', { kind: 'withdrawal', id: third?.id, onlyClaimed: true })).toEqual(refused)
  for (const more of [{}, { reason: '급합니다' }])
    expect(await ask(kim, 'claim', { kind: 'withdrawal', id: third?.id, ...more })).toEqual(refused)
  await run(kim, 'cancel', { kind: 'deposit', id: second?.id })
  for (const command of ['add-tags', 'tag-member'])
    expect((await ask(kim, command, { member: held, tags: ['hold'] })).httpStatus, command).toBe(422)
  expect(await run(kim, 'tag-member', { member: held, tags: ['late'] }), 'tags don’t replace the hold').toMatchObject({
    tags: ['hold', 'late'],
  })
  expect((await ask(kim, 'lift-hold', { member: held })).httpStatus, 'without a reason').toBe(422)
  expect(await run(lee, 'lift-hold', { member: held, reason: '확인함' })).toMatchObject({ changed: true, hold })
  expect(await run(lee, 'member', { member: held })).toMatchObject({ hold: null })
  await run(kim, 'credit', credit)
  await run(kim, 'approve', { kind: 'withdrawal', id: third?.id })
})
