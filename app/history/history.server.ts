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
  /** Rows in the whole range; missing when the upstream does not send it. */
  total?: number | undefined
}

/**
 * Number and sum (in won) of the movements in the range; missing when the upstream does not send them. With `counted`
 * 'done' only finished ones count, `won` including `fee` but not `waiting`; 'listed' is the upstream's own sum.
 */
export type Sum = { count?: number | undefined; won?: number | undefined } & (
  | { counted: 'done'; fee: number; waiting: number }
  | { counted: 'listed' }
)

/** The content of one tab. */
export type Shown =
  | ({ kind: 'money'; deposits?: Sum; withdrawals?: Sum } & Listed<MoneyRow>)
  /** `sums` in won; missing when there are too many rows to add up. */
  | ({ kind: 'bets'; sums?: { bet: number; win: number } } & Listed<BetRow>)
  /** `sums` in points; missing when there are too many rows to add up. */
  | ({ kind: 'comp'; sums?: { earned: number; spent: number } } & Listed<CompRow>)
  | { kind: 'failed'; reference: string }

/** The tabs that the upstream supports, and the content of the open one. */
export type History = { tabs: Tab[]; tab: Tab; shown: Shown }

/**
 * Loads the history for a query. A tab that the upstream does not support is replaced by the first one it supports.
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

/** Whether the upstream supports a list of the tab, as far as this process knows; unknown counts as supported. */
function hasTab(tab: Tab): boolean {
  return listsOf[tab].some((list: List) => isThere(list) !== false)
}

/** Calls the lists of a tab that is not open, to record whether the upstream supports them. */
async function probe(upstream: Upstream, tab: Tab, asked: Asked): Promise<void> {
  if (tab === asked.tab) return
  const { to } = asked.range
  const unknown = listsOf[tab].filter((list: List) => isThere(list) === undefined)
  await Promise.all(
    unknown.map(async (list: List) => learn(list, (await upstream.attempt(list, { from: to, to, page: 1 })).kind)),
  )
}

/** Loads the content of a tab; null when the upstream supports none of its lists. */
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

/**
 * The lists of deposits and withdrawals; null for one that is unsupported.
 *
 * @throws Unread when one could not be read.
 */
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

/** All rows of a list that is short enough to be added up; undefined otherwise. */
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

/** The requested page, or the last one if it lies beyond. */
function pageWithin(page: number, total: number | undefined): number {
  return total === undefined ? page : Math.min(page, Math.max(1, Math.ceil(total / perPage)))
}

/** Without a total, a full page counts as having one more page after it. */
function paging(page: number, rows: number, total: number | undefined): Omit<Listed<never>, 'rows'> {
  return {
    page,
    total,
    pages: total === undefined ? page + (rows === perPage ? 1 : 0) : Math.max(1, Math.ceil(total / perPage)),
  }
}
