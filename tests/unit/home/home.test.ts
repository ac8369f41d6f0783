import { describe, expect, it } from 'vitest'
import { followAccepted } from '~/features/home/accepted-and-pending'
import { toLastSettled } from '~/features/home/home-data.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { toNewest, toPendingTransactions } from '~/transactions/newest-transactions.server'
import type { Transaction } from '~/values/transaction'

const i18n = i18nFor('ko')
const listOf = (kind: Transaction['kind'], balances: object[], waiting?: object) =>
  toNewest(kind, { kind: 'done', response: { balances, waiting } } as never, i18n)
const unsupported = { kind: 'unsupported' } as const

it('home shows the latest transactions of both lists', () => {
  const lists = {
    deposit: listOf('deposit', [
      { id: 1, balance: 10_000, regdate: '2026-01-01' },
      { id: 2, balance: 20_000, regdate: '2026-01-03' },
    ]),
    withdraw: listOf('withdraw', [{ id: 1, balance: 30_000, regdate: '2026-01-02' }]),
  }
  expect(toLastSettled(lists)?.map(({ amount }) => amount)).toEqual([20_000, 30_000, 10_000])
  expect(toLastSettled({ ...lists, deposit: unsupported })).toHaveLength(1)
  expect(toLastSettled({ deposit: unsupported, withdraw: unsupported })).toBeNull()
})

describe('the pending transactions', () => {
  const row = (id: number, status: string) => ({ id, balance: 10_000, regdate: '2026-01-01', status })

  it('are shown if they are on the list’s first page, and otherwise only counted', () => {
    const balances = [row(7, 'wait'), row(6, 'already'), ...[5, 4, 3, 2].map((id) => row(id, 'reg'))]
    const pending = toPendingTransactions('deposit', listOf('deposit', balances, { count: 7, won: 90_000 }))
    expect(pending.transactions.map(({ id }) => id)).toEqual(['7', '5', '4', '3', '2'])
    expect(pending.further).toEqual([{ kind: 'deposit', count: 2 }])
  })

  it('are empty for an upstream without the list', () => {
    expect(toPendingTransactions('deposit', unsupported)).toEqual({ transactions: [], further: [] })
  })
})

describe('the transaction that was just accepted', () => {
  const sent: Transaction = {
    kind: 'deposit',
    amount: 20_000,
    at: '2026-03-04T05:06:07Z',
    listing: 'expected',
    paidBy: 'bank',
  }
  const listed: Transaction = {
    ...sent,
    paidBy: undefined,
    at: '2026-03-04T05:06:08Z',
    listing: 'listed',
    status: 'pending',
  }
  const earlier: Transaction = { ...listed, at: '2026-03-03T05:06:08Z', status: 'done' }
  const withdrawal: Transaction = { ...listed, kind: 'withdraw', status: 'done' }
  const follow = (pending: Transaction[], settled: Transaction[], isNew = false, accepted = sent) =>
    followAccepted(accepted, isNew, { pending, settled })

  it('is shown as submitted until a list contains it, then as listed, with the submitted payment method', () => {
    expect(follow([], [], true).shown).toBe(sent)
    expect(follow([], [withdrawal, earlier]).shown).toBe(sent)
    expect(follow([listed], [])).toEqual({ row: listed, shown: { ...listed, paidBy: 'bank' }, hasEnded: false })
  })

  it('disappears once it is settled, with or without an ID, even if no list has shown it as pending', () => {
    const settled = { ...listed, status: 'done' }
    const ended = { row: undefined, shown: undefined, hasEnded: true }
    expect(follow([], [withdrawal, settled, earlier])).toEqual(ended)
    expect(follow([], [{ ...settled, status: 'cancelled' }])).toEqual(ended)
    expect(follow([], [settled], false, listed)).toEqual(ended)
    expect(follow([], [{ ...settled, id: '7' }], false, { ...sent, id: '7' })).toEqual(ended)
    expect(follow([], [{ ...settled, id: '8' }], false, { ...sent, id: '7' }).hasEnded).toBe(false)
  })

  it('is shown as settled if it was settled before its page loaded', () => {
    const settled = { ...listed, status: 'done' }
    expect(follow([], [settled], true, settled).shown).toBe(settled)
  })
})
