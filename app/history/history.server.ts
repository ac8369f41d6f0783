import type { Upstream } from '~/upstream/client.server'
import { type Asked, type Range, type Tab, tabs } from './asked'
import { perPage, summedRowsMax } from './limits'
import { type Listing, mergedPage, Unread } from './listing.server'
import { betsOf, compOf, type List, listsOf, movementsOf } from './lists.server'
import type { BetRow, CompRow, MoneyRow } from './rows'
import { isThere, learn } from './support.server'

type Listed<Row> = {
  rows: Row[]
  page: number
  pages: number
  /** Of the whole range; missing when the upstream does not say it. */
  total?: number | undefined
}

/**
 * How many movements there are in the range and what they come to, in won; a figure is missing when it did not come.
 * `counted` says which ones: those that are done, `fee` being within `won` and `waiting` outside of it; or what the
 * upstream's own sum counts, where it does not tell them apart.
 */
export type Sum = { count?: number | undefined; won?: number | undefined } & (
  | { counted: 'done'; fee: number; waiting: number }
  | { counted: 'listed' }
)

/** What one tab shows. */
export type Shown =
  | ({ kind: 'money'; deposits?: Sum; withdrawals?: Sum } & Listed<MoneyRow>)
  /** `sums` in won. Missing when there are too many rows to add them up. */
  | ({ kind: 'bets'; sums?: { bet: number; win: number } } & Listed<BetRow>)
  /** `sums` in points. The same. */
  | ({ kind: 'comp'; sums?: { earned: number; spent: number } } & Listed<CompRow>)
  | { kind: 'failed'; reference: string }

/** The history of a page: the tabs that this upstream has, and what stands under the one that is open. */
export type History = { tabs: Tab[]; tab: Tab; shown: Shown }

/**
 * Reads what an address asks for. A tab whose list the upstream does not have gives way to the first one that it has.
 *
 * @returns null when the upstream has none of the lists.
 */
export async function historyOf(upstream: Upstream, asked: Asked): Promise<History | null> {
  const [opened] = await Promise.all([
    open(upstream, asked.tab, asked),
    ...tabs.map((tab) => probe(upstream, tab, asked)),
  ])
  const there = tabs.filter(hasTab)
  const [first] = there
  if (first === undefined) return null
  if (opened) return { tabs: there, tab: asked.tab, shown: opened }
  const instead = await open(upstream, first, { range: asked.range, page: 1 })
  return instead && { tabs: there, tab: first, shown: instead }
}

/** Whether a tab has a list behind it, as far as this process has learned: one that was never asked for counts. */
function hasTab(tab: Tab): boolean {
  return listsOf[tab].some((list: List) => isThere(list) !== false)
}

/** Learns of a tab that is not being opened whether its lists are there. */
async function probe(upstream: Upstream, tab: Tab, asked: Asked): Promise<void> {
  if (tab === asked.tab) return
  const { to } = asked.range
  const unknown = listsOf[tab].filter((list: List) => isThere(list) === undefined)
  await Promise.all(
    unknown.map(async (list: List) => learn(list, (await upstream.attempt(list, { from: to, to, page: 1 })).kind)),
  )
}

/** What stands under a tab; null when none of its lists is there. */
async function open(upstream: Upstream, tab: Tab, asked: { range: Range; page: number }): Promise<Shown | null> {
  try {
    switch (tab) {
      case 'money':
        return await money(upstream, asked)
      case 'bets':
        return await bets(upstream, asked)
      case 'comp':
        return await comp(upstream, asked)
      default:
        return tab satisfies never
    }
  } catch (error) {
    if (!(error instanceof Unread)) throw error
    return error.how.kind === 'unsupported' ? null : error.how
  }
}

type Wanted = { range: Range; page: number }

async function money(upstream: Upstream, wanted: Wanted): Promise<Shown> {
  const [deposits, withdrawals] = await bothMovements(upstream, wanted.range)
  if (!deposits || !withdrawals) {
    const only = deposits ?? withdrawals
    if (!only) throw new Unread({ kind: 'unsupported' })
    const sum = await sumOf(only)
    return {
      kind: 'money',
      ...(await listed(only, wanted.page)),
      ...(deposits ? { deposits: sum } : { withdrawals: sum }),
    }
  }
  const [into, out] = await Promise.all([sumOf(deposits), sumOf(withdrawals)])
  const [ins, outs] = await Promise.all([deposits.total(), withdrawals.total()])
  const total = ins === undefined || outs === undefined ? undefined : ins + outs
  const page = pageWithin(wanted.page, total)
  const rows = await mergedPage(deposits, withdrawals, page)
  return { kind: 'money', rows, ...paging(page, rows.length, total), deposits: into, withdrawals: out }
}

/** Both lists of movements; null in place of one that the upstream does not have. @throws Unread when one did not come. */
export async function bothMovements(upstream: Upstream, range: Range): Promise<(Listing<MoneyRow> | null)[]> {
  return Promise.all(
    (['deposit', 'withdraw'] as const).map(async (kind) => {
      const list = movementsOf(upstream, kind, range)
      try {
        await list.page(1)
        return list
      } catch (error) {
        if (error instanceof Unread && error.how.kind === 'unsupported') return null
        throw error
      }
    }),
  )
}

async function sumOf(list: Listing<MoneyRow>): Promise<Sum> {
  const [count, { sum, done, waiting }] = await Promise.all([list.total(), list.page(1)])
  if (done?.won === undefined) return { counted: 'listed', count, won: sum }
  return { counted: 'done', count: done.count, won: done.won, fee: done.fee ?? 0, waiting: waiting?.won ?? 0 }
}

async function bets(upstream: Upstream, wanted: Wanted): Promise<Shown> {
  const list = betsOf(upstream, wanted.range)
  const [shown, rows] = await Promise.all([listed(list, wanted.page), fewRows(list)])
  const sums = rows && { bet: added(rows, (row) => row.bet), win: added(rows, (row) => row.win) }
  return { kind: 'bets', ...shown, ...(sums && { sums }) }
}

async function comp(upstream: Upstream, wanted: Wanted): Promise<Shown> {
  const list = compOf(upstream, wanted.range)
  const [shown, rows] = await Promise.all([listed(list, wanted.page), fewRows(list)])
  const sums = rows && {
    earned: added(rows, ({ points = 0 }) => Math.max(0, points)),
    spent: added(rows, ({ points = 0 }) => Math.max(0, -points)),
  }
  return { kind: 'comp', ...shown, ...(sums && { sums }) }
}

/** All rows of a list that is short enough to be added up. */
async function fewRows<Row>(list: Listing<Row>): Promise<Row[] | undefined> {
  const total = await list.total()
  return total === undefined || total > summedRowsMax ? undefined : list.rows(0, Math.max(1, total))
}

function added<Row>(rows: readonly Row[], amount: (row: Row) => number | undefined): number {
  return rows.reduce((sum, row) => sum + (amount(row) ?? 0), 0)
}

async function listed<Row>(list: Listing<Row>, wanted: number): Promise<Listed<Row>> {
  const total = await list.total()
  const page = pageWithin(wanted, total)
  const rows = [...(await list.page(page)).rows]
  return { rows, ...paging(page, rows.length, total) }
}

/** The page that was asked for, or the last one. */
function pageWithin(page: number, total: number | undefined): number {
  return total === undefined ? page : Math.min(page, Math.max(1, Math.ceil(total / perPage)))
}

/** Where no total came, a full page promises one more. */
function paging(page: number, rows: number, total: number | undefined): Omit<Listed<never>, 'rows'> {
  return {
    page,
    total,
    pages: total === undefined ? page + (rows === perPage ? 1 : 0) : Math.max(1, Math.ceil(total / perPage)),
  }
}
