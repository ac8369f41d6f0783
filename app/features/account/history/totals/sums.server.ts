import type { MonthSum } from '~/upstream/contract/calls/money'
import { addUp, type ParsedAmount } from '~/values/balance'
import { stateOf } from '~/values/status'
import { isDone, isPending, type Transaction } from '~/values/transaction'
import type { PagedList } from '../paged-list.server'
import { maxSummedRows } from '../query'
import { sumByMonth } from './months'

/**
 * The number and sum (in won) of a range's transactions. With 'done', only settled ones count, and `won` includes
 * `fee`. With 'upstream-sum', the upstream sent the sum. `isPartial` is true if the sum omits unreadable rows.
 */
export type TransactionSum = DoneSum | ({ counted: 'upstream-sum' } & CountedSum)

type CountedSum = { count?: number | undefined; won?: ParsedAmount }
type DoneSum = CountedSum & {
  counted: 'done'
  fee: ParsedAmount
  waiting: ParsedAmount
  isPartial: boolean
  months?: readonly MonthSum[] | undefined
}

/** Sums both lists by the same method (settled rows or the upstream's sums), so that they can be compared. */
export async function sumTransactions(lists: readonly PagedList<Transaction>[]): Promise<TransactionSum[]> {
  const sums = await Promise.all(lists.map(sumDone))
  if (sums.every((sum) => sum !== undefined)) return sums
  return Promise.all(
    lists.map(async (list) => ({
      counted: 'upstream-sum' as const,
      count: await list.total(),
      won: (await list.page(1)).sum,
    })),
  )
}

/** Sums settled transactions. Returns undefined if there are too many rows, or if an amount or status is unknown. */
export async function sumDone(list: PagedList<Transaction>): Promise<DoneSum | undefined> {
  const { done, waiting, months } = await list.page(1)
  if (done?.won !== undefined) {
    const { count, won, fee = 0 } = done
    const { won: waitingWon = 0 } = waiting ?? {}
    return { counted: 'done', count, won, fee, waiting: waitingWon, isPartial: false, months }
  }
  const rows = await loadRowsToSum(list)
  if (!rows?.every((row) => row.amount !== undefined && stateOf(row.status) !== undefined)) return undefined
  const doneRows = rows.filter(isDone)
  return {
    counted: 'done',
    isPartial: [...doneRows, ...rows.filter(isPending)].some(({ amount, fee }) => amount === null || fee === null),
    count: doneRows.length,
    won: addUp(doneRows.map(({ amount }) => amount)),
    fee: addUp(doneRows.map(({ fee }) => fee)),
    waiting: addUp(rows.filter(isPending).map(({ amount }) => amount)),
    months: sumByMonth(doneRows),
  }
}

export async function loadRowsToSum<Row>(list: PagedList<Row>): Promise<Row[] | undefined> {
  const total = await list.total()
  return total === undefined || total > maxSummedRows ? undefined : list.rows(0, Math.max(1, total))
}
