import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { sendCallback } from '~/embedded/callbacks/callback.server'
import { cancelUnpaidDeposits } from '~/embedded/payments/payments.server'
import { parseTransactionNumber } from '~/embedded/transactions/transaction-number'
import { hours } from '~/values/durations'
import { createBackofficeOf } from '../../support/backoffice-people'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream({ playApprovalMs: 0 })
const { askBackoffice, backoffice } = createBackofficeOf(embedded)
const { depositByPayment, depositsOf, openGame, getPage, submitForm } = createCallsOf(embedded)
const provider = 'dodam-play'

async function memberWithCash(won: number) {
  const member = await embedded.newMember()
  if (won > 0) await backoffice('correct', { member: member.id, account: 'cash', won, reason: 'test' })
  return member
}

/** Creates an unpaid deposit of 30,000 won without a fee. */
async function unpaid(token: string) {
  const { launcherUrl } = (await depositByPayment(token, 30_000)).response
  const [row] = (await depositsOf(token)).balances
  return { page: launcherUrl, deposit: String(parseTransactionNumber(String(row?.id))) }
}

const report = (type: 'paid' | 'refused', deposit: string, id: string = randomUUID()) =>
  sendCallback(embedded.context(), { type, provider: 'payments', id, deposit, won: 30_000 })
const placeBet = (session: string, id: string = randomUUID()) =>
  sendCallback(embedded.context(), { type: 'bet', provider, id, session, stake: 10_000 })
const settleBet = (bet: string, won: number) =>
  sendCallback(embedded.context(), { type: 'win', provider, id: randomUUID(), bet, won })

const balancesOf = async (member: string) => {
  const { cash, game, comp } = (await backoffice('member', { member })).member as Record<string, number>
  return { cash, game, comp }
}
/** Returns the money of closed accounts from `overview`, and the members with `owed`. */
async function owed() {
  const { closedWithMoney } = (await backoffice('overview')).waiting as Record<string, { count: number; won: number }>
  const { rows = [] } = await backoffice('members', { owed: true })
  expect(rows).toHaveLength(closedWithMoney?.count ?? -1)
  return { won: closedWithMoney?.won, members: rows.map(({ member }) => member) }
}
const payOut = async (member: string) => String((await backoffice('pay-out', { member, reason: 'test' })).movement?.id)

describe('closing an account', () => {
  it('ends its payment pages and games, and returns game money to cash', async () => {
    const member = await memberWithCash(100_000)
    const { page } = await unpaid(member.token)
    const withdrawal = (await embedded.call('withdrawal-launcher', { idx: 1 }, member.token)).response.launcherUrl
    const game = await openGame(member.token)
    await backoffice('close', { member: member.id })

    for (const path of [page, withdrawal, game.path]) expect((await getPage(path)).status, path).toBe(410)
    const ask = { intent: 'confirm', balance: '10000', exchange_pw: member.exchange_pw }
    for (const path of [page, withdrawal]) expect((await submitForm(path, ask)).status, path).toBe(410)
    expect((await submitForm(game.path, { intent: 'bring-in' })).status).toBe(410)
    expect((await placeBet(game.session)).status).toBe('session')
    expect(await balancesOf(member.id)).toEqual({ cash: 100_000, game: 0, comp: 0 })
    await backoffice('pay-out', { member: member.id, reason: 'test' })
    expect((await getPage(page)).status, 'closed by pay-out').toBe(410)
  })

  it('leaves no game, page, bet or withdrawal that was started simultaneously', async () => {
    for (let round = 0; round < 5; round += 1) {
      const member = await memberWithCash(100_000)
      const game = await openGame(member.token)
      await backoffice('correct', { member: member.id, account: 'cash', won: 50_000, reason: 'test' })
      const { page } = await unpaid(member.token)
      const withdrawal = (await embedded.call('withdrawal-launcher', { idx: 1 }, member.token)).response.launcherUrl
      const confirm = { intent: 'confirm', balance: '10000', exchange_pw: member.exchange_pw }
      const withdrawals = Promise.all([
        submitForm(page, confirm),
        // Opening a game moves all cash into it.
        round % 2 === 0 ? submitForm(withdrawal, confirm) : openGame(member.token),
      ])
      const bets = Promise.all(Array.from({ length: 3 }, () => placeBet(game.session)))
      for (let turn = 1; turn < 2 ** (round % 5); turn += 1) await setImmediate()
      await backoffice('close', { member: member.id })
      await withdrawals
      const refused = (await bets).filter(({ status }) => status !== 'success')
      expect(refused).toEqual(refused.map(() => ({ status: 'session' })))
      // After the transfer to cash, there may be only deposits.
      const after = await embedded.query<{ cause: string }>(
        `with own as (select distinct t.id, cause from transfers t join entries e on e.transfer_id = t.id
                        join accounts a on a.id = account_id join members m on m.id = a.member_id where user_id = $1)
         select cause from own where cause <> 'deposit' and id > (select max(id) from own where cause = 'to_cash')`,
        [member.id],
      )
      expect(after).toEqual([])
      const left = await embedded.query(
        'select 1 from game_launches l join members m on m.id = member_id where user_id = $1 and ends_at > $2',
        [member.id, embedded.context().now()],
      )
      expect(left).toEqual([])
      const { cash, game: inGame } = await balancesOf(member.id)
      expect(inGame).toBe(0)
      await Promise.all([submitForm(page, confirm), submitForm(withdrawal, confirm)])
      expect((await balancesOf(member.id)).cash, 'no money moves afterwards').toBe(cash)
    }
  })

  it('lets the payer continue after the account is opened again', async () => {
    const member = await memberWithCash(0)
    const { page } = await unpaid(member.token)
    await backoffice('close', { member: member.id })
    await backoffice('close', { member: member.id, closed: false })
    expect((await submitForm(page, { intent: 'confirm' })).status).toBe(303)
    expect(await balancesOf(member.id)).toMatchObject({ cash: 30_000 })
    expect((await owed()).members).not.toContain(member.id)
  })
})

describe('a payment received after an account was closed', () => {
  it('is credited once, and listed in the back office as owed until it is paid out before the erasure', async () => {
    const before = await owed()
    const member = await memberWithCash(20_000)
    const { page, deposit } = await unpaid(member.token)
    const game = await openGame(member.token)
    const bets = [randomUUID(), randomUUID()] as const
    for (const bet of bets) await placeBet(game.session, bet)
    await backoffice('close', { member: member.id })
    expect(await owed(), 'with only open bets').toEqual(before)

    const id = randomUUID()
    const reports = [report('paid', deposit, id), report('paid', deposit, id), report('paid', deposit)]
    expect(await Promise.all(reports)).toEqual(Array(3).fill({ status: 'success', deposit: 'already' }))
    expect(await report('refused', deposit)).toEqual({ status: 'success', deposit: 'already' })
    expect((await getPage(page)).status).toBe(200)
    expect((await settleBet(bets[0], 50_000)).status).toBe('success')
    expect(await settleBet(bets[0], 50_000)).toEqual({ status: 'settled' })
    const rollback = { type: 'rollback', provider, id: randomUUID(), bet: bets[1] } as const
    expect((await sendCallback(embedded.context(), rollback)).status).toBe('success')

    const { cash, game: inGame, comp = 0 } = await balancesOf(member.id)
    expect([cash, inGame, comp > 0]).toEqual([30_000, 60_000, true])
    const due = { won: Number(before.won) + 90_000 + comp, members: [member.id, ...before.members] }
    expect(await owed()).toEqual(due)
    expect(await askBackoffice('erase', { member: member.id })).toMatchObject({ body: { status: 'unsettled' } })

    const failing = await payOut(member.id)
    expect(await owed(), 'with a pending withdrawal').toEqual(before)
    await backoffice('erase', { member: member.id }, 'unsettled')
    await backoffice('cancel', { kind: 'withdrawal', id: failing, reason: 'the bank sent it back' })
    expect(await owed(), 'after the withdrawal failed').toEqual(due)
    await backoffice('approve', { kind: 'withdrawal', id: await payOut(member.id) })
    expect(await owed()).toEqual(before)
    await backoffice('erase', { member: member.id })
    expect((await backoffice('audit')).inOrder).toBe(true)
  })

  it.each([
    [
      'nobody paid within 12 hours',
      async () => {
        embedded.advanceClock(hours(12))
        await cancelUnpaidDeposits(embedded.context())
      },
    ],
    ['the back office cancelled', ({ deposit }) => backoffice('cancel', { kind: 'deposit', id: deposit })],
    ['the payer had abandoned before', ({ page }) => submitForm(page, { intent: 'leave' })],
    ['the payment service reported as rejected', ({ deposit }) => report('refused', deposit)],
  ] satisfies [string, (made: { page: string; deposit: string }) => Promise<unknown>][])(
    'is also credited once for a deposit that %s, and in an open account only if the page had expired',
    async (name, cancel) => {
      const [member, open] = [await memberWithCash(0), await memberWithCash(0)]
      const [made, another] = [await unpaid(member.token), await unpaid(open.token)]
      if (name.includes('before')) await cancel(made)
      await backoffice('close', { member: member.id })
      for (const of of [made, another]) await cancel(of)
      const [state, cash] = name.includes('12 hours') ? ['already', 30_000] : ['cansel', 0]
      expect(await report('paid', another.deposit)).toEqual({ status: 'success', deposit: state })
      expect(await balancesOf(open.id)).toMatchObject({ cash })

      const id = randomUUID()
      const reports = [report('paid', made.deposit, id), report('paid', made.deposit), report('paid', made.deposit, id)]
      expect(await Promise.all(reports)).toEqual(Array(3).fill({ status: 'success', deposit: 'already' }))
      expect(await balancesOf(member.id)).toMatchObject({ cash: 30_000 })
      expect((await owed()).members).toContain(member.id)
      const { rows } = await backoffice('movements', { kind: 'deposit', state: 'all', member: member.id })
      expect(rows).toMatchObject([
        { state: 'already', won: 30_000, method: 'payment', settledBy: 'payment' },
        { id: made.deposit, state: 'cansel' },
      ])
      await backoffice('approve', { kind: 'withdrawal', id: await payOut(member.id) })
      await backoffice('erase', { member: member.id })
    },
  )

  it('is credited to an erased member’s number, can’t be paid out, and is removed with a correction', async () => {
    const member = await memberWithCash(0)
    const { deposit } = await unpaid(member.token)
    await backoffice('close', { member: member.id })
    await backoffice('erase', { member: member.id }, 'unsettled')
    await backoffice('cancel', { kind: 'deposit', id: deposit })
    const erased = String((await backoffice('erase', { member: member.id })).member)
    expect(await report('paid', deposit)).toEqual({ status: 'success', deposit: 'already' })
    expect((await owed()).members).toContain(erased)
    await backoffice('pay-out', { member: erased, reason: 'test' }, 'erased')
    await backoffice('correct', { member: erased, account: 'cash', won: -30_000, reason: 'returned by the service' })
    expect((await owed()).members).not.toContain(erased)
  })
})
