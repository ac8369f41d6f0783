import type { RouterContextProvider } from 'react-router'
import { i18nFor } from '~/i18n/catalogue.server'
import { toEstimatedTime } from '~/i18n/estimated-time.server'
import type { I18n } from '~/i18n/i18n'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { type OptionalResult, upstreamContext } from '~/server/upstream/for-pages.server'
import { addUp, subtract } from '~/values/balance'
import { isCancelled, isDone, isPending, type Transaction } from '~/values/transaction'
import type { PendingList } from './pending-transactions'
import { type TransactionListing, toTransaction } from './state'

/** A member's newest deposits or withdrawals, and what their list says of all of them. */
export type NewestTransactions =
  | ({ kind: 'done'; rows: Transaction[] } & Pick<TransactionListing, 'waiting' | 'usualSeconds'>)
  | { kind: 'unsupported' }
  | { kind: 'failed'; reference: string }

/** Reads the first page of the member's deposits or withdrawals: by one call, however many parts of a page ask. */
export async function loadNewest(
  kind: Transaction['kind'],
  context: Readonly<RouterContextProvider>,
): Promise<NewestTransactions> {
  const list = await context.get(upstreamContext).callOptionalOnce(`get-${kind}-list`)
  return toNewest(kind, list, i18nFor(context.get(requestInfoContext).locale))
}

/** What an upstream's list says of a member's deposits or withdrawals. */
export function toNewest(
  kind: Transaction['kind'],
  list: OptionalResult<'get-deposit-list' | 'get-withdraw-list'>,
  i18n: I18n,
): NewestTransactions {
  if (list.kind !== 'done') return list
  const { waiting, usualSeconds } = list.response
  return { kind: 'done', rows: toTransactions(kind, list.response, i18n), waiting, usualSeconds }
}

/** The rows of one page of an upstream's list, with what the page says of them in its language. */
export function toTransactions(kind: Transaction['kind'], listing: TransactionListing, i18n: I18n): Transaction[] {
  return listing.balances.map((row) => {
    const transaction = toTransaction(kind, row)
    const isSettled = isDone(transaction) || isCancelled(transaction)
    return {
      ...transaction,
      method: row.method === 'bank' ? i18n.t('payment.transfer') : row.method,
      estimatedTime: isSettled ? undefined : formatEstimate(listing, row.regdate, i18n),
    }
  })
}

/**
 * How long a transaction of the list usually takes now, or that this one has taken longer, where its upstream says so.
 *
 * @param at when it was asked for, ISO 8601.
 */
export function formatEstimate(
  { usualSeconds }: Pick<TransactionListing, 'usualSeconds'>,
  at: string,
  { t, lang }: I18n,
): string | undefined {
  if (usualSeconds === undefined) return undefined
  const { ms, text } = toEstimatedTime(usualSeconds, lang)
  return t(Date.now() - Date.parse(at) > ms ? 'tracker.overdue' : 'tracker.estimate', { time: text })
}

/** The pending transactions of a list, as far as its first page tells. */
export function toPendingTransactions(
  kind: Transaction['kind'],
  listed: NewestTransactions,
): Omit<PendingList, 'accountRequest'> {
  if (listed.kind !== 'done') return { transactions: [], further: [] }
  const transactions = listed.rows.filter(isPending)
  const count = (listed.waiting?.count ?? 0) - transactions.length
  if (count <= 0) return { transactions, further: [] }
  const amount = subtract(listed.waiting?.won, addUp(transactions.map((shown) => shown.amount))) ?? null
  return { transactions, further: [{ kind, count, amount }] }
}
