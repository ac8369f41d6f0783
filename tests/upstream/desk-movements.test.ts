import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { sharedEmbeddedUpstream } from '../support/shared-embedded-upstream'

/** What the desk says about deposits and withdrawals. */

const token = 'a desk token of 32 characters for tests'
const embedded = sharedEmbeddedUpstream({ deskToken: token, playApprovalMs: 0 })
type Body = Record<string, unknown> & { rows?: Record<string, unknown>[]; movement?: Record<string, unknown> }
type Member = Awaited<ReturnType<typeof embedded.newMember>>
const ask = (command: string, payload: object = {}) => embedded.askDesk<Body>(command, payload)
const desk = async (command: string, payload: object = {}) => {
  const { body } = await ask(command, payload)
  expect(body, command).toMatchObject({ status: 'success' })
  return body
}
const memberWithCash = async () => {
  const member = await embedded.newMember()
  await desk('correct', { member: member.id, account: 'cash', won: 100_000, reason: 'test' })
  return member
}
const withdraw = async ({ token, exchange_pw }: Member, balance = 10_000) => {
  const { body } = await embedded.call('apply-user-withdraw', { balance, code: randomUUID(), exchange_pw }, token)
  return String(body.id)
}
const movementOf = async (number: unknown) => (await desk('movement', { number })).movement ?? {}
/** The rows of an export by the names of its columns. */
async function exported(payload: object): Promise<Record<string, string>[]> {
  const response = await embedded.send(
    new Request('http://site.invalid/house/desk/export', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(payload),
    }),
  )
  const [head = '', ...lines] = (await response.text()).replace('\ufeff', '').split('\r\n').slice(0, -1)
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell])))
}

it('names no account with what was settled before the account was changed; the log of the approval does', async () => {
  const member = await memberWithCash()
  const earlier = await withdraw(member)
  await desk('approve', { kind: 'withdrawal', id: earlier })
  const before = { name: '국민은행', number: '1234567890', owner: '나그네' }
  expect(await movementOf(earlier)).toMatchObject({ bank: before, accountChangedAt: null })

  embedded.advanceClock(60_000)
  const after = { name: '신한은행', number: '110222333444', owner: '김하늘' }
  await desk('change-member', { member: member.id, bank: after, reason: 'card seen' })
  const changedAt = embedded.context().now().toISOString()
  expect(await movementOf(earlier)).toMatchObject({ bank: null, accountChangedAt: changedAt })
  expect(await desk('approve', { kind: 'withdrawal', id: earlier })).toMatchObject({ movement: { bank: null } })
  const [approval] = (await desk('acts', { act: 'approve' })).rows?.slice(-1) ?? []
  expect(approval?.result).toMatchObject({ changed: true, movement: { number: earlier, bank: before } })

  embedded.advanceClock(86_400_000)
  const later = await withdraw({ ...member, token: await embedded.signIn(member.id, member.pw) })
  expect(await movementOf(later)).toMatchObject({ state: 'wait', bank: after, accountChangedAt: changedAt })
  await desk('approve', { kind: 'withdrawal', id: later })
  const { rows } = await desk('movements', { kind: 'withdrawal', member: member.id, state: 'all' })
  expect(rows?.map(({ number, bank }) => [number, bank])).toEqual([
    [later, after],
    [earlier, null],
  ])
  const [first, second] = await exported({ what: 'withdrawals', member: member.id })
  expect(first).toMatchObject({ number: earlier, bank: '', account_number: '', account_owner: '' })
  expect(first?.account_changed_at).not.toBe('')
  expect(second).toMatchObject({ number: later, bank: after.name, account_number: after.number })
})

it('says the same of a deposit, and names the account where only the phone was changed', async () => {
  const member = await embedded.newMember()
  const deposit = { balance: 30_000, code: randomUUID() }
  const { body } = await embedded.call('apply-user-deposit', deposit, member.token)
  await desk('approve', { kind: 'deposit', id: body.id })
  embedded.advanceClock(60_000)
  await desk('change-member', { member: member.id, phone: '01034345656', reason: 'asked' })
  const bank = { name: '국민은행', number: '1234567890', owner: '나그네' }
  expect(await movementOf(body.id)).toMatchObject({ bank, accountChangedAt: expect.any(String) })
  await desk('change-member', { member: member.id, bank: { ...bank, number: '110222333444' }, reason: 'card seen' })
  expect(await movementOf(body.id)).toMatchObject({ bank: null })
  expect(await exported({ what: 'deposits', member: member.id })).toMatchObject([{ number: body.id, bank: '' }])
})

it('adds up what was paid or waits; cancelled ones only where they alone are listed', async () => {
  const member = await memberWithCash()
  for (const [balance, command] of [
    [10_000, 'approve'],
    [20_000, 'cancel'],
  ] as const)
    await desk(command, { kind: 'withdrawal', id: await withdraw(member, balance) })
  embedded.advanceClock(60_000)
  await withdraw(member, 40_000)
  const sumOf = async (state: string) => (await desk('movements', { kind: 'withdrawal', member: member.id, state })).sum
  expect([await sumOf('all'), await sumOf('cansel')]).toEqual([50_000, 20_000])
})
