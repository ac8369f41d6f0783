import { describe, expect, it } from 'vitest'
import type { BankAccountRequest } from '~/transactions/bank-account-request.server'
import {
  hasEstimatedTime,
  needsMemberAction,
  type Phase,
  phaseOf,
  toTransaction,
  toTransactionState,
} from '~/transactions/state'
import { isAboutName, isClaimed, payingMs, type Transaction } from '~/values/transaction'

const deposit: Transaction = {
  kind: 'deposit',
  id: '1',
  amount: 50_000,
  at: '2026-01-01T00:00:00Z',
  status: 'pending',
  listing: 'listed',
  paidBy: 'bank',
}
const payment: Transaction = { ...deposit, paidBy: 'payment', stage: 'unpaid', payUrl: '/sandbox/pay/x' }
const withdrawal: Transaction = { ...deposit, kind: 'withdraw' }
const bank = { bank: '마당은행', number: '123-45', holder: '마당' }
const answered: BankAccountRequest = {
  kind: 'answered',
  text: '마당은행 123-45',
  account: bank,
  at: '',
  id: '7',
  isUnread: false,
}

const stateOf = (transaction: Transaction, accountRequest?: BankAccountRequest, isExcluded = false) =>
  toTransactionState(transaction, { accountRequest, isExcluded })

describe('a transaction’s state', () => {
  it.each<[string, Transaction, BankAccountRequest | undefined, object]>([
    ['asks for the account first', deposit, { kind: 'none' }, { kind: 'account-unknown' }],
    [
      'asks for nothing if a row is listed without a status',
      { ...deposit, status: undefined },
      { kind: 'none' },
      { kind: 'other' },
    ],
    [
      'is waiting for the account',
      deposit,
      { kind: 'waiting', at: 'then', id: '7' },
      { kind: 'account-asked', at: 'then' },
    ],
    [
      'links to the inquiries with the answer',
      deposit,
      { kind: 'inquiries' },
      { kind: 'account-asked', inquiry: true },
    ],
    ['shows the account in fields', deposit, answered, { kind: 'send-money', reply: { account: bank } }],
    [
      'shows a plain-text answer unchanged',
      deposit,
      { ...answered, account: undefined },
      { kind: 'send-money', reply: { account: undefined, text: '마당은행 123-45' } },
    ],
    [
      'shows an account that was sent within a day, even long before the deposit',
      { ...deposit, at: '2026-03-02T20:31:00Z' },
      { ...answered, at: '2026-03-02T03:00:00Z' },
      { kind: 'send-money' },
    ],
    [
      'warns that an account sent days ago may have changed',
      deposit,
      { kind: 'outdated', at: '2026-01-01T00:05:00Z' },
      { kind: 'account-outdated', at: '2026-01-01T00:05:00Z' },
    ],
    [
      'asks for the account first if the outdated one was sent long before the deposit',
      deposit,
      { kind: 'outdated', at: '2025-12-30T00:00:00Z' },
      { kind: 'account-unknown' },
    ],
    ['links back to an unfinished payment', payment, undefined, { kind: 'unpaid', payUrl: '/sandbox/pay/x' }],
    ['is being credited', { ...payment, stage: 'crediting' }, undefined, { kind: 'crediting' }],
    ['is being checked', { ...withdrawal, stage: 'checking' }, undefined, { kind: 'checking' }],
    ['was sent', { ...withdrawal, stage: 'sent' }, undefined, { kind: 'sent' }],
    ['has a status that only the upstream knows', { ...deposit, status: '은행 확인' }, answered, { kind: 'other' }],
    [
      'was credited',
      { ...deposit, status: 'done', settledAt: 'then', after: 9 },
      answered,
      { kind: 'arrived', at: 'then', after: 9 },
    ],
    [
      'was cancelled',
      { ...payment, status: 'cancelled', reason: '왜' },
      undefined,
      { kind: 'cancelled', reason: '왜' },
    ],
  ])('%s', (_, transaction, accountRequest, state) => {
    expect(stateOf(transaction, accountRequest)).toMatchObject(state)
  })

  it('is only the status if the upstream sends nothing else', () => {
    expect(stateOf({ ...deposit, paidBy: undefined })).toEqual({ kind: 'accepted' })
    expect(stateOf(deposit)).toEqual({ kind: 'accepted' })
    expect(stateOf(withdrawal, { kind: 'none' })).toEqual({ kind: 'accepted' })
    // A stage from the other list is ignored.
    expect(stateOf({ ...payment, stage: 'sent' })).toEqual({ kind: 'accepted' })
    expect(stateOf({ ...withdrawal, stage: 'crediting' })).toEqual({ kind: 'accepted' })
  })

  it.each<[Transaction, BankAccountRequest | undefined, Phase, isEstimated: boolean]>([
    [deposit, { kind: 'none' }, 'member', false],
    [deposit, answered, 'member', false],
    [payment, undefined, 'member', false],
    [deposit, { kind: 'waiting', at: 'then', id: '7' }, 'operator', false],
    [withdrawal, undefined, 'operator', true],
    [{ ...withdrawal, stage: 'sent' }, undefined, 'operator', true],
    [{ ...payment, stage: 'crediting' }, undefined, 'operator', true],
    [{ ...payment, stage: undefined }, undefined, 'open', false],
    [{ ...deposit, status: 'done' }, undefined, 'done', false],
    [{ ...withdrawal, status: 'cancelled' }, undefined, 'cancelled', false],
    [{ ...deposit, status: '은행 확인' }, undefined, 'own', false],
  ])('shows who has to act next, and an estimated time only if it isn’t the member: %#', (...given) => {
    const [transaction, accountRequest, turn, isEstimated] = given
    const state = stateOf(transaction, accountRequest)
    expect([
      phaseOf(state, transaction.kind),
      needsMemberAction(state),
      hasEstimatedTime(state, transaction.kind),
    ]).toEqual([turn, turn === 'member', isEstimated])
  })

  it('never asks for a payment during a break or self-exclusion', () => {
    for (const transaction of [deposit, payment]) {
      const state = stateOf(transaction, answered, true)
      // An unfinished payment will not be credited.
      expect(state).toEqual({ kind: 'paused', isUnpaid: transaction === payment })
      expect(hasEstimatedTime(state, 'deposit')).toBe(false)
      expect(needsMemberAction(state)).toBe(false)
    }
    expect(stateOf({ ...payment, stage: 'crediting' }, undefined, true)).toEqual({ kind: 'crediting' })
  })
})

it('maps a row’s known status, and leaves an upstream’s own status text unchanged', () => {
  const words = ['wait', 'reg', 'already', 'alread', 'cansel', 'checking', undefined]
  const rows = words.map((status) => toTransaction('deposit', { balance: 1, regdate: '', status } as never))
  const states = ['pending', 'pending', 'done', 'done', 'cancelled']
  expect(rows.map(({ status }) => status)).toEqual([...states, 'checking', undefined])
})

it('a rejection is about the name only if its reason has that word', () => {
  const isFor = (reason: string) => isAboutName({ status: 'cancelled', reason })
  expect(['입금자명이 다릅니다.', 'The names differ.', 'Wrong SENDER'].map(isFor)).toEqual([true, true, true])
  expect(['Tournament entries are paid in games.', 'Username unknown', ''].map(isFor)).toEqual([false, false, false])
})

it('a claim expires after 15 minutes, and must be renewed to pay during its last ten', () => {
  const claimedAt = '2026-03-04T05:00:00.000Z'
  const after = (minutes: number) => new Date(Date.parse(claimedAt) + minutes * 60_000)
  expect([0, 14.9, 15].map((minutes) => isClaimed(claimedAt, after(minutes)))).toEqual([true, true, false])
  expect([4.9, 5].map((minutes) => isClaimed(claimedAt, after(minutes), payingMs))).toEqual([true, false])
  expect(isClaimed(null, after(0))).toBe(false)
})
