import { describe, expect, it } from 'vitest'
import { toWaitingTransactions } from '~/features/cashier/receipt/load.server'
import { toLastTransactions } from '~/features/home/home-data.server'
import { i18nFor } from '~/i18n/catalogue.server'

const rows = (...balances: object[]) => ({ kind: 'done', response: { balances } }) as never
const unsupported = { kind: 'unsupported' } as never
const i18n = i18nFor('ko')

describe('the last transactions on home', () => {
  it('name a deposit that arrived by what arrived, and one that waits by what was asked for', () => {
    const row = { id: 1, balance: 30_000, fee: 500, regdate: '2026-01-01' }
    const sums = [{ ...row, status: 'already' }, row, { ...row, status: 'cansel' }].map(
      (deposit) => toLastTransactions({ deposit: rows(deposit), withdraw: unsupported }, i18n)?.[0]?.won,
    )
    expect(sums).toEqual([29_500, 30_000, 30_000])
  })

  it('are the latest of both lists', () => {
    const lists = {
      deposit: rows(
        { id: 1, balance: 10_000, regdate: '2026-01-01' },
        { id: 2, balance: 20_000, regdate: '2026-01-03' },
      ),
      withdraw: rows({ id: 1, balance: 30_000, regdate: '2026-01-02' }),
    }
    expect(toLastTransactions(lists, i18n)?.map(({ won }) => won)).toEqual([20_000, 30_000, 10_000])
    expect(toLastTransactions({ ...lists, deposit: unsupported }, i18n)).toHaveLength(1)
    expect(toLastTransactions({ deposit: unsupported, withdraw: unsupported }, i18n)).toBeNull()
  })

  it('have a key each, even where the upstream gave no id', () => {
    const deposit = rows({ balance: 10_000, regdate: '' }, { balance: 10_000, regdate: '' })
    const ids = toLastTransactions({ deposit, withdraw: unsupported }, i18n)?.map(({ id }) => id) ?? []
    expect(new Set(ids).size).toBe(2)
    expect(ids).not.toContain('undefined')
  })
})

describe('the transactions that wait', () => {
  const row = (id: number, status: string) => ({ id, balance: 10_000, regdate: '2026-01-01', status })

  it('are followed as far as the list’s first page has them, and the others counted', () => {
    const balances = [row(7, 'wait'), row(6, 'already'), ...[5, 4, 3, 2].map((id) => row(id, 'wait'))]
    const listed = { kind: 'done', response: { balances, waiting: { count: 7, won: 90_000 } } } as never
    const { tracked, untrackedCount, sums } = toWaitingTransactions('deposit', listed, i18n)
    expect(tracked.map(({ id }) => id)).toEqual(['7', '5', '4', '3', '2'])
    expect(untrackedCount).toBe(2)
    expect(sums).toEqual([{ list: 'deposit', won: 90_000 }])
  })

  it('are none for an upstream without the list', () => {
    expect(toWaitingTransactions('deposit', unsupported, i18n)).toEqual({ tracked: [], untrackedCount: 0, sums: [] })
  })
})
