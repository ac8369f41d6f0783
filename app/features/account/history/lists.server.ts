import type { PageUpstream } from '~/server/page-upstream.server'
import type { PayloadOf, ResponseOf } from '~/upstream/contract'
import { rowsPerPage } from '~/upstream/contract/page-size'
import type { DateRange, Tab } from './history-query'
import { type ListingPage, ListUnavailableError, PagedList } from './paged-list.server'
import type { BetRow, CompRow, MoneyRow } from './rows'

/** The upstream's lists of each tab; an upstream may support none of them. */
export const callsByTab = {
  money: ['get-deposit-list', 'get-withdraw-list'],
  bets: ['get-bets-list'],
  comp: ['get-comp-list'],
} as const satisfies Record<Tab, readonly string[]>

export type HistoryListCallName = (typeof callsByTab)[Tab][number]

/** The deposits or withdrawals of a range. */
export function createTransactionList(
  upstream: PageUpstream,
  kind: MoneyRow['kind'],
  range: DateRange,
): PagedList<MoneyRow> {
  const callName = kind === 'deposit' ? 'get-deposit-list' : 'get-withdraw-list'
  return createPagedList(upstream, callName, range, ({ total, sum, done, waiting, balances }) => ({
    total,
    // Some upstreams send withdrawals as negative amounts; here `kind` gives the direction.
    sum: sum === undefined ? undefined : Math.abs(sum),
    done,
    waiting,
    rows: balances.map(({ id, balance, fee, after, regdate, status }) => ({
      id: String(id ?? ''),
      kind,
      won: balance === undefined ? undefined : Math.abs(balance),
      fee,
      after,
      at: regdate,
      status,
    })),
  }))
}

/** The bets of a range. */
export function createBetList(upstream: PageUpstream, range: DateRange): PagedList<BetRow> {
  return createPagedList(upstream, 'get-bets-list', range, ({ total, bets }) => ({
    total,
    rows: bets.map(({ id, thirdParty, game, balanceBet, balanceWin, betTime }) => ({
      id: String(id ?? ''),
      provider: thirdParty,
      game,
      bet: balanceBet,
      win: balanceWin,
      at: betTime,
    })),
  }))
}

/** The comp points earned and spent in a range. */
export function createCompList(upstream: PageUpstream, range: DateRange): PagedList<CompRow> {
  return createPagedList(upstream, 'get-comp-list', range, ({ total, points }) => ({
    total,
    rows: points.map(({ id, kind, points: moved, regdate }) => ({
      id: String(id ?? ''),
      kind,
      points: moved,
      at: regdate,
    })),
  }))
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
    // Some upstreams do not paginate and send the whole list each time.
    const first = rows.length > rowsPerPage ? (page - 1) * rowsPerPage : 0
    return {
      rows: rows.slice(first, first + rowsPerPage),
      total: total === undefined ? undefined : Math.max(0, total),
      ...sums,
    }
  })
}
