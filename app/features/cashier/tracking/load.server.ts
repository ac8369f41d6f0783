import type { RouterContextProvider } from 'react-router'
import type { I18n } from '~/i18n/i18n'
import { hasAskedAccount } from '~/server/cookies/account.server'
import { type OptionalResult, upstreamContext } from '~/server/upstream/for-pages.server'
import { addUp, subtract } from '~/values/balance'
import { isOpen, isPending, type Transaction } from '~/values/transaction'
import { type AccountRequest, loadAccountRequest } from '../deposit/account-request.server'
import { type EstimatedTime, toEstimatedTime } from './estimated-time'
import { type PendingTransactions, type TransactionListing, toTransaction } from './rows'

/** The rows of one page of an upstream's list, with what the page says of them in its language. */
export function toTransactions(kind: Transaction['kind'], listing: TransactionListing, i18n: I18n): Transaction[] {
  const estimate = estimateOf(listing, i18n)
  return listing.balances.map((row) => ({
    ...toTransaction(kind, row),
    method: row.method === 'bank' ? i18n.t('payment.transfer') : row.method,
    estimatedTime: formatEstimate(estimate, row.regdate, i18n),
  }))
}

/** How long a transaction of the list usually takes now, where its upstream says so. */
export function estimateOf(
  { usualSeconds }: Pick<TransactionListing, 'usualSeconds'>,
  { lang }: I18n,
): EstimatedTime | undefined {
  return usualSeconds === undefined ? undefined : toEstimatedTime(usualSeconds, lang)
}

/** How long one usually takes, or that this one has taken longer. @param at when it was asked for, ISO 8601. */
export function formatEstimate(estimate: EstimatedTime | undefined, at: string, { t }: I18n): string | undefined {
  if (!estimate) return undefined
  return t(Date.now() - Date.parse(at) > estimate.ms ? 'tracker.overdue' : 'tracker.estimate', { time: estimate.text })
}

/** The pending transactions of a list, as far as its first page tells. */
export function toPendingTransactions(
  kind: Transaction['kind'],
  listed: OptionalResult<'get-deposit-list' | 'get-withdraw-list'>,
  i18n: I18n,
): PendingTransactions {
  if (listed.kind !== 'done') return { transactions: [], further: [] }
  const { response } = listed
  const transactions = toTransactions(kind, response, i18n).filter(isOpen)
  const count = (response.waiting?.count ?? 0) - transactions.length
  if (count <= 0) return { transactions, further: [] }
  const amount = subtract(response.waiting?.won, addUp(transactions.map((shown) => shown.amount))) ?? null
  return { transactions, further: [{ kind, count, amount }] }
}

/** The request for the account to pay into, where a deposit by bank transfer is under way. */
export async function loadAccountFor(
  transactions: readonly Transaction[],
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<AccountRequest | undefined> {
  const isAsked = hasAskedAccount(request, context)
  const isNeeded = transactions.some((shown) => isPendingDeposit(shown) && (shown.paidBy === 'transfer' || isAsked))
  return isNeeded ? loadAccountRequest(context.get(upstreamContext), isAsked) : undefined
}

function isPendingDeposit({ kind, status }: Transaction): boolean {
  return kind === 'deposit' && (status === undefined || isPending({ status }))
}
