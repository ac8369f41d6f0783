import type { MonthSum } from '~/upstream/contract/calls/money'
import type { Won } from '~/values/amount'
import { addUp, type ParsedAmount } from '~/values/balance'
import { type Day, daysBefore, monthsBefore, toSeoulDay } from '~/values/seoul'
import type { Transaction } from '~/values/transaction'
import type { DateRange } from '../query'

export type MonthTotal = { month: string; name: string; deposits: Won; withdrawals: Won; net: Won }

/** Longer ranges are shown by month. */
const daysOfTwoMonths = 62

export const isShownByMonth = ({ from, to }: DateRange): boolean => from < daysBefore(to, daysOfTwoMonths - 1)

/** Sums transactions by the month of the request, in Seoul time. Rows without a date are ignored. */
export function sumByMonth(rows: readonly Transaction[]): MonthSum[] {
  const sums = new Map<string, ParsedAmount[]>()
  for (const { at, amount } of rows) {
    const timestamp = Date.parse(at)
    if (Number.isNaN(timestamp)) continue
    const month = monthOf(toSeoulDay(timestamp))
    sums.set(month, [...(sums.get(month) ?? []), amount])
  }
  return [...sums].map(([month, amounts]) => ({ month, won: addUp(amounts) }))
}

export function toMonthTotals(
  { from, to }: DateRange,
  deposits: readonly MonthSum[],
  withdrawals: readonly MonthSum[],
  names: readonly string[],
): MonthTotal[] {
  const months: MonthTotal[] = []
  for (let first: Day = `${monthOf(from)}-01`; first <= to; first = monthsBefore(first, -1)) {
    const month = monthOf(first)
    const [deposited, withdrawn] = [deposits, withdrawals].map((sums) =>
      addUp(sums.filter((sum) => sum.month === month).map(({ won }) => won)),
    ) as [Won, Won]
    months.push({
      month,
      name: names[Number(month.slice(5)) - 1] ?? month,
      deposits: deposited,
      withdrawals: withdrawn,
      net: deposited - withdrawn,
    })
  }
  return months
}

export function daysOfMonth(month: string, { from, to }: DateRange): DateRange {
  const [first, last] = [`${month}-01`, daysBefore(monthsBefore(`${month}-01`, -1), 1)]
  return { from: first < from ? from : first, to: last > to ? to : last }
}

export const monthOf = (day: Day): string => day.slice(0, 7)
