import { rowsPerPage } from '~/upstream/contract/call'
import type { MonthSum } from '~/upstream/contract/calls/money'
import type { ParsedAmount } from '~/values/balance'

type StateSum = { count?: number; won?: ParsedAmount; fee?: ParsedAmount }

/** A page of a list. `total` and `sum` cover the whole list. `done` covers settled rows, and `waiting` pending rows. */
export type ListingPage<Row> = {
  rows: readonly Row[]
  total?: number
  sum?: ParsedAmount
  done?: StateSum
  waiting?: StateSum
  months?: readonly MonthSum[] | undefined
}

/** Thrown if a list can't be read. Caught inside this folder. */
export class ListUnavailableError extends Error {
  constructor(readonly reason: { kind: 'unsupported' } | { kind: 'failed'; reference: string }) {
    super(`a list is ${reason.kind}`)
  }
}

/** An upstream's list, newest first. Pages are read on demand, each at most once. */
export class PagedList<Row> {
  readonly #pages = new Map<number, Promise<ListingPage<Row>>>()

  /** @param read reads a page, counted from 1. Throws ListUnavailableError if that fails. */
  constructor(private readonly read: (page: number) => Promise<ListingPage<Row>>) {}

  page(number: number): Promise<ListingPage<Row>> {
    const page = this.#pages.get(number) ?? this.read(number)
    this.#pages.set(number, page)
    return page
  }

  /** Returns the upstream's total. If it sent none, returns the row count of a single-page list, or else undefined. */
  async total(): Promise<number | undefined> {
    const { rows, total } = await this.page(1)
    return total ?? (rows.length < rowsPerPage ? rows.length : undefined)
  }

  async rows(from: number, count: number): Promise<Row[]> {
    const first = Math.floor(from / rowsPerPage)
    const last = Math.floor((from + count - 1) / rowsPerPage)
    const total = await this.total()
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index + 1).filter(
      (number) => number === 1 || total === undefined || (number - 1) * rowsPerPage < total,
    )
    const pages = await Promise.all(numbers.map((number) => this.page(number)))
    return pages.flatMap(({ rows }) => rows).slice(from - first * rowsPerPage, from - first * rowsPerPage + count)
  }
}

/** Returns a row's time in ms since 1970. If the time is invalid, the row counts as the oldest. */
export function timestampOf({ at }: { at: string }): number {
  const timestamp = Date.parse(at)
  return Number.isNaN(timestamp) ? Number.NEGATIVE_INFINITY : timestamp
}

/**
 * Returns how many of the first `offset` merged rows come from the first list. Uses a binary search, so that distant
 * pages take few calls. If times are equal, the first list's row comes first.
 */
async function countFromFirstList<Row extends { at: string }>(
  firstList: PagedList<Row>,
  secondList: PagedList<Row>,
  offset: number,
): Promise<number> {
  if (offset === 0) return 0
  const [totalOne, totalOther] = await Promise.all([firstList.total(), secondList.total()])
  let low = Math.max(0, offset - (totalOther ?? offset))
  let high = Math.min(offset, totalOne ?? offset)
  while (low < high) {
    const share = Math.floor((low + high) / 2)
    const [[next], [last]] = await Promise.all([firstList.rows(share, 1), secondList.rows(offset - share - 1, 1)])
    // `next` precedes `last`, which was counted as a row of the second list, so `share` is too small.
    if (next && (!last || timestampOf(next) >= timestampOf(last))) low = share + 1
    else high = share
  }
  return low
}

/** Sorts the rows of two lists by time. If times are equal, the first list's row comes first. */
export function mergeNewestFirst<Row extends { at: string }>(first: readonly Row[], second: readonly Row[]): Row[] {
  return [...first, ...second].sort((a, b) => timestampOf(b) - timestampOf(a) || 0)
}

export async function loadMergedPage<Row extends { at: string }>(
  firstList: PagedList<Row>,
  secondList: PagedList<Row>,
  page: number,
): Promise<Row[]> {
  const offset = (page - 1) * rowsPerPage
  const share = await countFromFirstList(firstList, secondList, offset)
  const [first, second] = await Promise.all([
    firstList.rows(share, rowsPerPage),
    secondList.rows(offset - share, rowsPerPage),
  ])
  return mergeNewestFirst(first, second).slice(0, rowsPerPage)
}

const maxPagesAtOnce = 6

/**
 * Reads a list's newest rows until it has `maxRows` or the deadline passes. @param limits.deadlineMs on the clock of
 * `performance.now()` @throws ListUnavailableError if a page can't be read
 */
export async function loadAllRows<Row>(
  list: PagedList<Row>,
  { maxRows, deadlineMs }: { maxRows: number; deadlineMs: number },
): Promise<{ rows: Row[]; isComplete: boolean }> {
  const total = await list.total()
  const rows = [...(await list.page(1)).rows]
  const lastPage = Math.ceil(Math.min(total ?? maxRows, maxRows) / rowsPerPage)
  for (let page = 2; page <= lastPage; page += maxPagesAtOnce) {
    if (performance.now() >= deadlineMs) return { rows, isComplete: false }
    const numbers = Array.from({ length: Math.min(maxPagesAtOnce, lastPage - page + 1) }, (_, index) => page + index)
    const pages = await Promise.all(numbers.map((number) => list.page(number)))
    rows.push(...pages.flatMap((loaded) => loaded.rows))
    // Without a total, the first page that isn't full is the last one.
    if (total === undefined && pages.some((loaded) => loaded.rows.length < rowsPerPage))
      return { rows, isComplete: true }
  }
  return { rows: rows.slice(0, maxRows), isComplete: total !== undefined && total <= maxRows }
}
