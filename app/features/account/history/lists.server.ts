import type { I18n } from '~/i18n/i18n'
import type { PageUpstream } from '~/server/upstream/page-upstream.server'
import { toTransactions } from '~/transactions/newest-transactions.server'
import type { PayloadOf, ResponseOf } from '~/upstream/contract'
import { rowsPerPage } from '~/upstream/contract/call'
import type { Transaction } from '~/values/transaction'
import { type ListingPage, ListUnavailableError, PagedList } from './paged-list.server'
import type { DateRange, Tab } from './query'

export type BetRow = ResponseOf<'get-bets-list'>['bets'][number]
export type CompRow = ResponseOf<'get-comp-list'>['points'][number]

export const callsByTab = {
  money: ['get-deposit-list', 'get-withdraw-list'],
  bets: ['get-bets-list'],
  comp: ['get-comp-list'],
} as const satisfies Record<Tab, readonly string[]>

export type HistoryListCallName = (typeof callsByTab)[Tab][number]

export function createTransactionList(upstream: PageUpstream, kind: Transaction['kind'], range: DateRange, i18n: I18n) {
  return createPagedList(upstream, `get-${kind}-list`, range, (listing) => ({
    total: listing.total,
    // Some upstreams send withdrawals as negative amounts.
    sum: listing.sum && Math.abs(listing.sum),
    done: listing.done,
    waiting: listing.waiting,
    months: listing.months,
    rows: toTransactions(kind, listing, i18n),
  }))
}

export function createBetList(upstream: PageUpstream, range: DateRange): PagedList<BetRow> {
  return createPagedList(upstream, 'get-bets-list', range, ({ total, bets }) => ({ total, rows: bets }))
}

export function createCompList(upstream: PageUpstream, range: DateRange): PagedList<CompRow> {
  return createPagedList(upstream, 'get-comp-list', range, ({ total, points }) => ({ total, rows: points }))
}

function createPagedList<S extends HistoryListCallName, Row>(
  upstream: PageUpstream,
  callName: S,
  { from, to }: DateRange,
  readPage: (response: ResponseOf<S>) => ListingPage<Row>,
): PagedList<Row> {
  return new PagedList(async (page) => {
    const result = await upstream.callOptional(callName, { from, to, page } as PayloadOf<S>)
    if (result.kind !== 'done') throw new ListUnavailableError(result)
    const { rows, total, ...sums } = readPage(result.response)
    // Some upstreams don't paginate and always send the whole list.
    const first = rows.length > rowsPerPage ? (page - 1) * rowsPerPage : 0
    return {
      rows: rows.slice(first, first + rowsPerPage),
      total: total === undefined ? undefined : Math.max(0, total),
      ...sums,
    }
  })
}
