import { perPage } from './limits'

/** Count and sum of the rows in one state, and the fees included in the sum; in won. */
type StateSum = { count?: number; won?: number; fee?: number }

/**
 * One page of a list, with the count and sum of the whole list where the upstream sends them; `done` and `waiting`
 * where it separates these.
 */
export type Page<Row> = { rows: readonly Row[]; total?: number; sum?: number; done?: StateSum; waiting?: StateSum }

/**
 * Thrown when a list could not be read: the upstream does not support it, or the call failed. Caught inside this
 * folder.
 */
export class Unread extends Error {
  constructor(readonly how: { kind: 'unsupported' } | { kind: 'failed'; reference: string }) {
    super(`a list is ${how.kind}`)
  }
}

/** A list of the upstream, newest first, read page by page, each page at most once. */
export class Listing<Row> {
  readonly #read: (page: number) => Promise<Page<Row>>
  readonly #pages = new Map<number, Promise<Page<Row>>>()

  /** @param read reads one page, counted from 1; throws Unread. */
  constructor(read: (page: number) => Promise<Page<Row>>) {
    this.#read = read
  }

  page(number: number): Promise<Page<Row>> {
    const page = this.#pages.get(number) ?? this.#read(number)
    this.#pages.set(number, page)
    return page
  }

  /** The number of rows: as the upstream says, or counted when the first page is not full; undefined otherwise. */
  async total(): Promise<number | undefined> {
    const { rows, total } = await this.page(1)
    return total ?? (rows.length < perPage ? rows.length : undefined)
  }

  async row(index: number): Promise<Row | undefined> {
    const { rows } = await this.page(Math.floor(index / perPage) + 1)
    return rows[index % perPage]
  }

  /** Up to `count` rows from an index, counted from 0. */
  async rows(from: number, count: number): Promise<Row[]> {
    const first = Math.floor(from / perPage)
    const last = Math.floor((from + count - 1) / perPage)
    const total = await this.total()
    const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at + 1).filter(
      (number) => number === 1 || total === undefined || (number - 1) * perPage < total,
    )
    const pages = await Promise.all(numbers.map((number) => this.page(number)))
    return pages.flatMap(({ rows }) => rows).slice(from - first * perPage, from - first * perPage + count)
  }
}

/** The time of a row in milliseconds since the epoch; a row without a valid time counts as the oldest. */
export function momentOf({ at }: { at: string }): number {
  const moment = Date.parse(at)
  return Number.isNaN(moment) ? Number.NEGATIVE_INFINITY : moment
}

/**
 * How many of the first `offset` rows of two merged lists belong to the first list. A binary search, so that a late
 * page costs a few calls instead of all pages before it. Of two rows at the same time the first list's comes first.
 */
async function shareOf<Row extends { at: string }>(
  one: Listing<Row>,
  other: Listing<Row>,
  offset: number,
): Promise<number> {
  if (offset === 0) return 0
  const [totalOne, totalOther] = await Promise.all([one.total(), other.total()])
  let least = Math.max(0, offset - (totalOther ?? offset))
  let most = Math.min(offset, totalOne ?? offset)
  while (least < most) {
    const share = Math.floor((least + most) / 2)
    const [next, last] = await Promise.all([one.row(share), other.row(offset - share - 1)])
    // The first list's next row comes before a counted row of the other, so its share is larger.
    if (next && (!last || momentOf(next) >= momentOf(last))) least = share + 1
    else most = share
  }
  return least
}

/** Merges two lists, newest first. Of two rows at the same time the first list's comes first. */
export function merged<Row extends { at: string }>(one: readonly Row[], other: readonly Row[]): Row[] {
  const rows: Row[] = []
  let at = 0
  for (const row of one) {
    for (let next = other[at]; next && momentOf(next) > momentOf(row); next = other[at]) {
      rows.push(next)
      at += 1
    }
    rows.push(row)
  }
  return [...rows, ...other.slice(at)]
}

/** One page of two merged lists, counted from 1; exact for late pages too. */
export async function mergedPage<Row extends { at: string }>(
  one: Listing<Row>,
  other: Listing<Row>,
  page: number,
): Promise<Row[]> {
  const offset = (page - 1) * perPage
  const share = await shareOf(one, other, offset)
  const [first, second] = await Promise.all([one.rows(share, perPage), other.rows(offset - share, perPage)])
  return merged(first, second).slice(0, perPage)
}

/** How many pages of one list are fetched at once. */
const pagesAtOnce = 6

/**
 * Reads the rows of a list, newest first, up to `rowsMax` and until the deadline.
 *
 * @param endsAt the deadline for fetching further pages, in milliseconds of `performance.now()`.
 * @returns `complete`: the list has no more rows.
 * @throws Unread
 */
export async function allRows<Row>(
  listing: Listing<Row>,
  { rowsMax, endsAt }: { rowsMax: number; endsAt: number },
): Promise<{ rows: Row[]; complete: boolean }> {
  const total = await listing.total()
  const rows = [...(await listing.page(1)).rows]
  const lastPage = Math.ceil(Math.min(total ?? rowsMax, rowsMax) / perPage)
  for (let page = 2; page <= lastPage; page += pagesAtOnce) {
    if (performance.now() >= endsAt) return { rows, complete: false }
    const numbers = Array.from({ length: Math.min(pagesAtOnce, lastPage - page + 1) }, (_, at) => page + at)
    const pages = await Promise.all(numbers.map((number) => listing.page(number)))
    rows.push(...pages.flatMap((one) => one.rows))
    // Without a total, a page that is not full is the last one.
    if (total === undefined && pages.some((one) => one.rows.length < perPage)) return { rows, complete: true }
  }
  return { rows: rows.slice(0, rowsMax), complete: total !== undefined && total <= rowsMax }
}
