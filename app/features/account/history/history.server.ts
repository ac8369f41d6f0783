import type { I18n } from '~/i18n/i18n'
import type { Context } from '~/server/http/incoming.server'
import { readQuery } from '~/server/request-info/query.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { type PageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { loadBankAccountRequestFor } from '~/transactions/bank-account-request.server'
import { dismissListed } from '~/transactions/settlement-news.server'
import { isSupported } from '~/upstream/client/call-support.server'
import { rowsPerPage } from '~/upstream/contract/call'
import type { Won } from '~/values/amount'
import { addUp } from '~/values/balance'
import { monthsBefore, toSeoulDay } from '~/values/seoul'
import { isPending, isStakeReturned, type Transaction } from '~/values/transaction'
import * as lists from './lists.server'
import { ListUnavailableError, loadMergedPage, type PagedList } from './paged-list.server'
import { type DateRange, earliestDay, type HistoryQuery, parseHistoryQuery, type Tab, tabs } from './query'
import { isShownByMonth, type MonthTotal, monthOf, toMonthTotals } from './totals/months'
import { loadRowsToSum, sumDone, sumTransactions, type TransactionSum } from './totals/sums.server'

type ListPage<Row> = { rows: Row[]; page: number; pageCount: number; total?: number | undefined }

type TabContent =
  | ({
      kind: 'money'
      deposits?: TransactionSum | undefined
      withdrawals?: TransactionSum | undefined
      months?: MonthTotal[] | undefined
    } & ListPage<Transaction>)
  /** Sums are in won, or undefined if there are too many rows. `isPartial` is true if they omit unreadable rows. */
  | ({
      kind: 'bets'
      sums?: { bet: Won; win: Won; returned: Won; waiting: Won; isPartial: boolean }
    } & ListPage<lists.BetRow>)
  | ({ kind: 'comp'; sums?: { earned: number; spent: number; isPartial: boolean } } & ListPage<lists.CompRow>)
  | { kind: 'failed'; reference: string }

export type MemberHistory = { tabs: Tab[]; tab: Tab; content: TabContent }

export type HistoryView = NonNullable<Awaited<ReturnType<typeof loadHistoryTab>>>

/** Loads the history for a URL, with the account request. @returns undefined if no list is supported */
export async function loadHistoryTab(request: Request, context: Context) {
  const today = toSeoulDay(Date.now())
  const asked = parseHistoryQuery(readQuery(request.url), today)
  const history = await loadHistory(context.get(upstreamContext), asked, i18nOf(context))
  if (!history) return undefined
  const rows = history.content.kind === 'money' ? history.content.rows : []
  const [accountRequest] = await Promise.all([
    loadBankAccountRequestFor(rows.filter(isPending), context),
    dismissListed(request, context, rows),
  ])
  const { range, submitted, dateErrors } = asked
  return { history, accountRequest, query: { range, submitted, dateErrors, earliestDay: earliestDay(today), today } }
}

/** Loads the history. Falls back to the first supported tab. @returns null if no tab is supported */
export async function loadHistory(upstream: PageUpstream, query: HistoryQuery, i18n: I18n) {
  const [content] = await Promise.all([
    loadTab(upstream, query.tab, query, i18n),
    ...tabs.map((tab) => probeTab(upstream, tab, query)),
  ])
  const supportedTabs = tabs.filter(isTabSupported)
  const [first] = supportedTabs
  if (first === undefined) return null
  if (content) return { tabs: supportedTabs, tab: query.tab, content }
  const fallbackContent = await loadTab(upstream, first, { range: query.range, page: 1 }, i18n)
  return fallbackContent && { tabs: supportedTabs, tab: first, content: fallbackContent }
}

/** Returns false if the upstream is known to support none of the lists. */
export const hasHistory = (): boolean => tabs.some(isTabSupported)

function isTabSupported(tab: Tab): boolean {
  return lists.callsByTab[tab].some((list: lists.HistoryListCallName) => isSupported(list) !== false)
}

async function probeTab(upstream: PageUpstream, tab: Tab, query: HistoryQuery): Promise<void> {
  if (tab === query.tab) return
  const { to } = query.range
  const unknownLists = lists.callsByTab[tab].filter((list) => isSupported(list) === undefined)
  await Promise.all(unknownLists.map((list) => upstream.callOptional(list, { from: to, to, page: 1 })))
}

async function loadTab(upstream: PageUpstream, tab: Tab, query: PageRequest, i18n: I18n): Promise<TabContent | null> {
  try {
    switch (tab) {
      case 'money':
        return await loadMoneyTab(upstream, query, i18n)
      case 'bets':
        return await loadBetsTab(upstream, query)
      case 'comp':
        return await loadCompTab(upstream, query)
      default:
        return tab satisfies never
    }
  } catch (error) {
    if (!(error instanceof ListUnavailableError)) throw error
    return error.reason.kind === 'unsupported' ? null : error.reason
  }
}

type PageRequest = { range: DateRange; page: number }

async function loadMoneyTab(upstream: PageUpstream, requested: PageRequest, i18n: I18n): Promise<TabContent> {
  const [deposits, withdrawals] = await loadBothTransactions(upstream, requested.range, i18n)
  if (!deposits || !withdrawals) {
    const only = deposits ?? withdrawals
    if (!only) throw new ListUnavailableError({ kind: 'unsupported' })
    const [sum] = await sumTransactions([only])
    return {
      kind: 'money',
      ...(await loadListPage(only, requested.page)),
      [deposits ? 'deposits' : 'withdrawals']: sum,
    }
  }
  const [depositSum, withdrawalSum] = await sumTransactions([deposits, withdrawals])
  const [depositCount, withdrawalCount] = await Promise.all([deposits.total(), withdrawals.total()])
  const total = depositCount === undefined || withdrawalCount === undefined ? undefined : depositCount + withdrawalCount
  const page = clampPage(requested.page, total)
  const rows = await loadMergedPage(deposits, withdrawals, page)
  return {
    kind: 'money',
    rows,
    ...pageCounts(page, rows.length, total),
    deposits: depositSum,
    withdrawals: withdrawalSum,
    months: monthsOf(i18n.t('months.names').split(' '), requested.range, depositSum, withdrawalSum),
  }
}

/** Sums settled transactions by month for a year, in Seoul time. If there are too many, sums only this month's. */
export async function loadMonths(context: Context) {
  const to = toSeoulDay(Date.now())
  const month = monthOf(to)
  const first = `${month}-01` as const
  const year = { from: monthsBefore(first, 11), to }
  const { t } = i18nOf(context)
  const names = t('months.names').split(' ')
  const months = monthsOf(names, year, ...(await sumDoneIn(context, year)))
  if (months) return { months, range: year }
  const thisMonth = { from: first, to }
  const [deposits, withdrawals] = (await sumDoneIn(context, thisMonth)).map(({ won }) => [{ month, won }])
  return { months: deposits && withdrawals ? toMonthTotals(thisMonth, deposits, withdrawals, names) : [], range: year }
}

async function sumDoneIn(context: Context, range: DateRange) {
  const i18n = i18nOf(context)
  try {
    const [deposits, withdrawals] = await loadBothTransactions(context.get(upstreamContext), range, i18n)
    const sums = deposits && withdrawals ? await Promise.all([deposits, withdrawals].map(sumDone)) : []
    const known = sums.filter(
      (sum): sum is NonNullable<typeof sum> & { won: Won } => typeof sum?.won === 'number' && !sum.isPartial,
    )
    return known.length === 2 ? known : []
  } catch (error) {
    if (error instanceof ListUnavailableError) return []
    throw error
  }
}

function monthsOf(names: readonly string[], range: DateRange, ...sums: (TransactionSum | undefined)[]) {
  const [deposits, withdrawals] = sums.map((sum) => (sum?.counted === 'done' ? sum.months : undefined))
  if (!deposits || !withdrawals || !isShownByMonth(range)) return undefined
  return toMonthTotals(range, deposits, withdrawals, names)
}

/** Loads deposits and withdrawals. An unsupported list is null. @throws ListUnavailableError if one is unreadable */
export async function loadBothTransactions(upstream: PageUpstream, range: DateRange, i18n: I18n) {
  return Promise.all(
    (['deposit', 'withdraw'] as const).map(async (kind) => {
      const list = lists.createTransactionList(upstream, kind, range, i18n)
      try {
        await list.page(1)
        return list
      } catch (error) {
        if (error instanceof ListUnavailableError && error.reason.kind === 'unsupported') return null
        throw error
      }
    }),
  )
}

async function loadBetsTab(upstream: PageUpstream, requested: PageRequest): Promise<TabContent> {
  const list = lists.createBetList(upstream, requested.range)
  const [listPage, rows] = await Promise.all([loadListPage(list, requested.page), loadRowsToSum(list)])
  const [open = [], settled = []] = [true, false].map((is) => rows?.filter(({ isOpen = false }) => isOpen === is))
  const [returned = [], decided = []] = [true, false].map((is) => settled.filter((row) => isStakeReturned(row) === is))
  const sums = rows && {
    bet: addUp(decided.map(({ balanceBet }) => balanceBet)),
    win: addUp(decided.map(({ balanceWin }) => balanceWin)),
    returned: addUp(returned.map(({ balanceWin }) => balanceWin)),
    waiting: addUp(open.map(({ balanceBet }) => balanceBet)),
    isPartial: rows.some(({ balanceBet, balanceWin }) => balanceBet === null || balanceWin === null),
  }
  return { kind: 'bets', ...listPage, ...(sums && { sums }) }
}

async function loadCompTab(upstream: PageUpstream, requested: PageRequest): Promise<TabContent> {
  const list = lists.createCompList(upstream, requested.range)
  const [listPage, rows] = await Promise.all([loadListPage(list, requested.page), loadRowsToSum(list)])
  const sums = rows && {
    earned: addUp(rows.map(({ points }) => points && Math.max(0, points))),
    spent: addUp(rows.map(({ points }) => points && Math.max(0, -points))),
    isPartial: rows.some(({ points }) => points === null),
  }
  return { kind: 'comp', ...listPage, ...(sums && { sums }) }
}

async function loadListPage<Row>(list: PagedList<Row>, requested: number): Promise<ListPage<Row>> {
  const total = await list.total()
  const page = clampPage(requested, total)
  const rows = [...(await list.page(page)).rows]
  return { rows, ...pageCounts(page, rows.length, total) }
}

function clampPage(page: number, total: number | undefined): number {
  return total === undefined ? page : Math.min(page, Math.max(1, Math.ceil(total / rowsPerPage)))
}

/** Computes the page counts. If the total is unknown, a full page implies another page. */
function pageCounts(page: number, rows: number, total: number | undefined): Omit<ListPage<never>, 'rows'> {
  return {
    page,
    total,
    pageCount:
      total === undefined ? page + (rows === rowsPerPage ? 1 : 0) : Math.max(1, Math.ceil(total / rowsPerPage)),
  }
}
