import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sendCallback } from '~/embedded/callbacks/callback.server'
import { cancelUnpaidDeposits } from '~/embedded/payments/payments.server'
import { settleTransaction } from '~/embedded/transactions/settle.server'
import { parseTransactionNumber } from '~/embedded/transactions/transaction-number'
import type { ResponseOf } from '~/upstream/contract'
import { hours } from '~/values/durations'
import { seoulDayBounds, toSeoulDay } from '~/values/seoul'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const pageSize = 20

const embedded = sharedEmbeddedUpstream()
const { deposit, depositByPayment, withdraw, openGame, submitForm } = createCallsOf(embedded)

const won = fc.integer({ min: 1, max: 12 }).map((count) => count * 10_000)
const act = fc.oneof(
  fc.record({ act: fc.constant('deposit' as const), won }),
  fc.record({
    act: fc.constant('pay' as const),
    won,
    idx: fc.constantFrom(1, 2),
    end: fc.constantFrom('confirm', 'leave', ''),
  }),
  fc.record({ act: fc.constant('withdraw' as const), won }),
  fc.record({ act: fc.constant('paid-out' as const), won, idx: fc.constantFrom(1, 2) }),
  fc.record({ act: fc.constant('cancel' as const), kind: fc.constantFrom('deposit', 'withdrawal') }),
  fc.record({ act: fc.constant('later' as const), hours: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ act: fc.constant('play' as const), win: fc.integer({ min: 0, max: 30_000 }) }),
  fc.record({ act: fc.constant('comp' as const), points: fc.integer({ min: 1, max: 20_000 }) }),
)
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never

/** Creates a member and performs `acts` with the real calls, even if they are refused. */
async function memberAfter(acts: readonly Act[]): Promise<{ token: string; id: string }> {
  const member = await embedded.newMember()
  const { id, pw } = member
  let { token } = member

  for (const step of [{ act: 'deposit', won: 300_000 }, { act: 'later', hours: 1 }, ...acts] as const) {
    const code = randomUUID()
    switch (step.act) {
      case 'deposit':
        await deposit(token, step.won)
        break
      case 'pay': {
        const { launcherUrl } = (await depositByPayment(token, step.won, step.idx)).body
        if (launcherUrl && step.end) await submitForm(String(launcherUrl), { intent: step.end })
        break
      }
      case 'withdraw':
        await withdraw(token, step.won)
        break
      case 'paid-out': {
        const { launcherUrl } = (await embedded.call('withdrawal-launcher', { idx: step.idx }, token)).body
        const fields = { intent: 'confirm', balance: `${step.won}`, exchange_pw: member.exchange_pw }
        if (launcherUrl) await submitForm(String(launcherUrl), fields)
        break
      }
      case 'cancel': {
        const [waiting] = await embedded.query<{ id: bigint }>(
          "select id from movements where state = 'wait' and kind = $1 order by id desc limit 1",
          [step.kind],
        )
        if (waiting) await settleTransaction(embedded.context(), { id: waiting.id, to: 'cancelled', by: 'desk' })
        break
      }
      case 'later':
        embedded.advanceClock(hours(step.hours))
        // Otherwise, the scheduled job may do it while the history is being read.
        await cancelUnpaidDeposits(embedded.context())
        token = await embedded.signIn(id, pw)
        break
      case 'play': {
        const { status, session } = await openGame(token)
        if (status !== 'success') break
        const provider = 'dodam-play'
        await sendCallback(embedded.context(), { type: 'bet', provider, id: code, session, stake: 10_000 })
        await sendCallback(embedded.context(), { type: 'win', provider, id: `${code}-w`, bet: code, won: step.win })
        await embedded.call('transfer-out', {}, token)
        break
      }
      case 'comp':
        await embedded.call('money-to-point', { points: step.points, code }, token)
        await embedded.call('roll-to-balance', { points: step.points, code: randomUUID() }, token)
        break
      default:
        step satisfies never
    }
  }
  return { token, id }
}

type List = ResponseOf<'get-deposit-list'>

async function wholeList(
  callName: 'get-deposit-list' | 'get-withdraw-list',
  token: string,
  range: { from?: string; to?: string } = {},
): Promise<List> {
  const first = (await embedded.call(callName, range, token)).response
  const rows = [...first.balances]
  for (let page = 2; page <= Math.ceil((first.total ?? 0) / pageSize); page++)
    rows.push(...(await embedded.call(callName, { ...range, page }, token)).response.balances)
  return { ...first, balances: rows }
}

/** Returns the totals of a member's deposits and withdrawals from the ledger's entries, in won. */
async function ledgerOf(userId: string) {
  const entries = await embedded.query<{
    cause: string
    movement: bigint
    account: string
    won: bigint
    after: bigint | null
  }>(
    `select t.cause, m.id as movement, a.kind as account, e.won, e.after
       from movements m join transfers t on t.cause_id = m.id::text
        and t.cause in ('deposit', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned')
       join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
      where m.member_id = (select id from members where user_id = $1)
        and (t.cause = 'deposit') = (m.kind = 'deposit')`,
    [userId],
  )
  const sum = (cause: string, accounts: readonly string[]) =>
    Number(
      entries
        .filter((entry) => entry.cause === cause && accounts.includes(entry.account))
        .reduce((total, entry) => total + entry.won, 0n),
    )
  return {
    deposited: 0 - sum('deposit', ['bank', 'payments']),
    depositFees: sum('deposit', ['fees']),
    credited: sum('deposit', ['cash']),
    withdrawn: 0 - sum('withdrawal_paid', ['held']),
    withdrawalFees: sum('withdrawal_paid', ['fees']),
    held: sum('withdrawal', ['held']) + sum('withdrawal_paid', ['held']) + sum('withdrawal_returned', ['held']),
    /** Cash after the last transfer of each transaction that moved cash, by the transaction's id. */
    after: new Map(
      entries
        .filter(({ account }) => account === 'cash')
        .sort((a, b) => a.cause.localeCompare(b.cause))
        .map(({ movement, after }) => [String(movement), Number(after)]),
    ),
  }
}

function totalsOf(rows: List['balances']) {
  const inState = (state: string) => {
    const found = rows.filter(({ status }) => status === state)
    const add = (name: 'balance' | 'fee') => found.reduce((total, row) => total + (row[name] ?? 0), 0)
    return { count: found.length, won: add('balance'), fee: add('fee') }
  }
  return { total: rows.length, done: inState('already'), waiting: inState('wait') }
}

async function expectHistoryIsLedger({ token, id }: { token: string; id: string }): Promise<void> {
  const deposits = await wholeList('get-deposit-list', token)
  const withdrawals = await wholeList('get-withdraw-list', token)
  const ledger = await ledgerOf(id)

  expect(deposits.done).toMatchObject({ won: ledger.deposited, fee: ledger.depositFees })
  expect(ledger.credited).toBe(ledger.deposited - ledger.depositFees)
  expect(withdrawals.done).toMatchObject({ won: ledger.withdrawn, fee: ledger.withdrawalFees })
  expect(withdrawals.waiting?.won).toBe(ledger.held)
  const netDeposits = (deposits.done?.won ?? 0) - (withdrawals.done?.won ?? 0)
  expect(netDeposits).toBe(ledger.deposited - ledger.withdrawn)

  for (const list of [deposits, withdrawals]) {
    const { total, done, waiting } = totalsOf(list.balances)
    expect(list).toMatchObject({ total, done, waiting, sum: done.won + waiting.won })
    for (const row of list.balances) {
      expect(row).toMatchObject({ id: expect.any(String), balance: expect.any(Number) })
      expect(Date.parse(row.regdate)).not.toBeNaN()
      expect([row.id, row.after]).toEqual([row.id, ledger.after.get(String(parseTransactionNumber(String(row.id))))])
    }
    expect(new Set(list.balances.map((row) => row.id)).size).toBe(total)
  }

  const days = deposits.balances.map(({ regdate }) => toSeoulDay(Date.parse(regdate)))
  const range = { from: days.at(-Math.ceil(days.length / 2)) ?? '2026-01-01', to: days[0] ?? '2026-01-01' }
  const [start, end] = seoulDayBounds(range)
  const inRange = deposits.balances.filter(
    ({ regdate }) => Date.parse(regdate) >= Number(start) && Date.parse(regdate) < Number(end),
  )
  const part = await wholeList('get-deposit-list', token, range)
  expect(part.balances).toEqual(inRange)
  expect(part).toMatchObject(totalsOf(inRange))
}

describe('the history of deposits and withdrawals', () => {
  it('matches the ledger in totals, net deposits and every balance after any actions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 35, size: 'max' }), async (acts) =>
        expectHistoryIsLedger(await memberAfter(acts)),
      ),
      { numRuns: 2, endOnFailure: true },
    )
  })

  it('matches the ledger for the demo member', async () => {
    await expectHistoryIsLedger({ token: await embedded.signIn(), id: 'demo' })
  })
})
