import type { RouterContextProvider } from 'react-router'
import { joinUnit } from '~/i18n/formats'
import type { I18n } from '~/i18n/i18n'
import { i18nOf } from '~/server/request-info/request-info.server'
import { type OptionalResult, upstreamContext } from '~/server/upstream/page-upstream.server'
import { bankName, maskAccountNumber } from '~/values/banks'
import { days, hours, minutes, seconds } from '~/values/durations'
import { memoize } from '~/values/memoize'
import { isCancelled, isDone, isPending, type Transaction } from '~/values/transaction'
import type { PendingList } from './pending-transactions'
import { type TransactionListing, toTransaction } from './state'

/**
 * Units for estimated times. A time up to `belowMs` is shown in `unit`, rounded up to a multiple of `step`, so that it
 * is never too short.
 */
const scales = [
  { unit: 'minute', unitMs: minutes(1), step: 1, belowMs: minutes(10) },
  { unit: 'minute', unitMs: minutes(1), step: 5, belowMs: minutes(90) },
  { unit: 'hour', unitMs: hours(1), step: 1, belowMs: hours(36) },
  { unit: 'day', unitMs: days(1), step: 1, belowMs: Number.POSITIVE_INFINITY },
] as const

const formatsOf = memoize((lang: string) => {
  const inUnit = (unit: string) => new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' })
  return { minute: inUnit('minute'), hour: inUnit('hour'), day: inUnit('day') }
})

/** Returns the usual duration in ms and in words: 3분, 20 minutes. Browsers format differently. @param lang BCP 47 */
export function toEstimatedTime(usualSeconds: number, lang: string): { ms: number; text: string } {
  const estimateMs = seconds(usualSeconds)
  const scale = scales.find(({ belowMs }) => estimateMs <= belowMs) ?? scales[3]
  const { unit, unitMs, step } = scale
  const count = Math.max(1, Math.ceil(estimateMs / (unitMs * step))) * step
  return { ms: count * unitMs, text: joinUnit(formatsOf(lang)[unit].format(count), lang) }
}

export type NewestTransactions =
  | ({ kind: 'done'; rows: Transaction[] } & Pick<TransactionListing, 'waiting' | 'usualSeconds'>)
  | { kind: 'unsupported' }
  | { kind: 'failed'; reference: string }

export async function loadNewest(
  kind: Transaction['kind'],
  context: Readonly<RouterContextProvider>,
): Promise<NewestTransactions> {
  const upstream = context.get(upstreamContext)
  const i18n = i18nOf(context)
  const newest = toNewest(kind, await upstream.callOptionalOnce(`get-${kind}-list`), i18n)
  return newest.kind === 'done' ? { ...newest, rows: await addPayoutAccount(newest.rows, context) } : newest
}

/** Adds the member's account to pending withdrawals, which are paid to it. It does not change while one is pending. */
export async function addPayoutAccount(
  rows: Transaction[],
  context: Readonly<RouterContextProvider>,
): Promise<Transaction[]> {
  const isPaidToIt = (row: Transaction) => row.kind === 'withdraw' && isPending(row) && row.paidBy !== 'payment'
  if (!rows.some(isPaidToIt)) return rows
  const health = await context.get(upstreamContext).callOptionalOnce('user-health-check')
  const { bankname, banknum } = health.kind === 'done' ? health.response.user : {}
  const number = maskAccountNumber(banknum)
  if (!bankname || !number) return rows
  const paidTo = `${bankName(bankname, i18nOf(context).lang)} ${number}`
  return rows.map((row) => (isPaidToIt(row) ? { ...row, paidTo } : row))
}

export function toNewest(
  kind: Transaction['kind'],
  list: OptionalResult<'get-deposit-list' | 'get-withdraw-list'>,
  i18n: I18n,
): NewestTransactions {
  if (list.kind !== 'done') return list
  const { waiting, usualSeconds } = list.response
  return { kind: 'done', rows: toTransactions(kind, list.response, i18n), waiting, usualSeconds }
}

export function toTransactions(kind: Transaction['kind'], listing: TransactionListing, i18n: I18n): Transaction[] {
  return listing.balances.map((row) => {
    const transaction = toTransaction(kind, row)
    const isSettled = isDone(transaction) || isCancelled(transaction)
    return {
      ...transaction,
      method: row.method === 'bank' ? i18n.t('payment.transfer') : row.method,
      ...(isSettled ? {} : pendingTimeOf(listing, row.regdate, i18n)),
    }
  })
}

/** How long a pending transaction has taken and usually takes. @param at when it was requested, ISO 8601. */
export function pendingTimeOf(
  { usualSeconds }: Pick<TransactionListing, 'usualSeconds'>,
  at: string,
  i18n: I18n,
): Pick<Transaction, 'pendingMs' | 'estimatedTime' | 'isLate'> {
  const pendingMs = Math.max(0, Date.now() - Date.parse(at))
  const known = { pendingMs: Number.isNaN(pendingMs) ? undefined : pendingMs }
  if (usualSeconds === undefined) return known
  const { ms, text } = toEstimatedTime(usualSeconds, i18n.lang)
  const isLate = pendingMs > ms
  return { ...known, isLate, estimatedTime: i18n.t(isLate ? 'tracker.overdue' : 'tracker.estimate', { time: text }) }
}

export function toPendingTransactions(
  kind: Transaction['kind'],
  listed: NewestTransactions,
): Omit<PendingList, 'accountRequest'> {
  if (listed.kind !== 'done') return { transactions: [], further: [] }
  const transactions = listed.rows.filter(isPending)
  const count = (listed.waiting?.count ?? 0) - transactions.length
  return { transactions, further: count > 0 ? [{ kind, count }] : [] }
}
