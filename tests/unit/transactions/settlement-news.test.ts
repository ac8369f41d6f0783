import { expect, it } from 'vitest'
import { newsForMs, selectNews } from '~/transactions/settlement-news.server'
import { keyOf, type Transaction } from '~/values/transaction'

const nowMs = Date.parse('2026-03-10T00:00:00Z')
const iso = (agoMs: number) => new Date(nowMs - agoMs).toISOString()
const row = (id: string, change: Partial<Transaction>): Transaction => ({
  ...{ kind: 'deposit', id, amount: 50_000, at: iso(2 * newsForMs), listing: 'listed', status: 'done' },
  ...change,
})

it('news lists undismissed settlements of seven days since the browser’s first visit, newest first', () => {
  const rows = [
    row('pending', { status: 'pending', at: iso(1) }),
    row('unknown word', { status: '은행 확인', settledAt: iso(1) }),
    row('old', { settledAt: iso(newsForMs) }),
    row('oldest', { settledAt: iso(newsForMs - 1) }),
    row('refused', { kind: 'withdraw', status: 'cancelled', settledAt: iso(5_000) }),
    row('closed', { settledAt: iso(4_000) }),
    row('own', { status: 'cancelled', cancelledByMember: true, settledAt: iso(2_000) }),
    row('newest', { settledAt: iso(1_000) }),
    row('without its end', { at: iso(3_000) }),
    row('without times', { at: '' }),
  ]
  const seen = rows.filter(({ id }) => id === 'closed').map(keyOf)
  const idsSince = (sinceMs: number) => selectNews(rows, { sinceMs, seen, nowMs }).map(({ id }) => id)
  expect(idsSince(0)).toEqual(['newest', 'without its end', 'refused', 'oldest'])
  expect(idsSince(nowMs - 3_000)).toEqual(['newest'])
})
