import type { RouterContextProvider } from 'react-router'
import { i18nFor } from '~/i18n/catalogue.server'
import type { I18n } from '~/i18n/i18n'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { type OptionalResult, type PageUpstream, responseOrThrow } from '~/server/upstream/for-pages.server'
import { rowsPerPage } from '~/upstream/contract/page-size'
import { formatSeoulMinute } from '~/values/seoul'
import type { Transaction } from '~/values/transaction'
import { findTransaction } from '~/values/transaction-reference'
import {
  estimateOf,
  formatEstimate,
  loadAccountFor,
  toPendingTransactions,
  toTransactions,
} from '../tracking/load.server'
import { rememberPending } from '../tracking/pending-cookie.server'
import { type AcceptedTransaction, readAcceptedTransaction } from './sealed-receipt.server'

type Kind = Transaction['kind']
type Listed = OptionalResult<`get-${Kind}-list`>

/**
 * What home shows first of a member's deposits and withdrawals: the receipt of one that was just accepted, and those of
 * each kind that are pending, newest first.
 */
export async function loadLatestTransactions(
  request: Request,
  context: Readonly<RouterContextProvider>,
  lists: Record<Kind, Listed>,
) {
  const i18n = i18nFor(context.get(requestInfoContext).locale)
  const sent = await readAcceptedTransaction(context)
  const receipt = sent ? toReceipt(sent, lists[sent.reference.kind], i18n) : null
  const deposits = toPendingTransactions('deposit', lists.deposit, i18n)
  const withdrawals = toPendingTransactions('withdraw', lists.withdraw, i18n)
  const pending = {
    transactions: [...deposits.transactions, ...withdrawals.transactions],
    further: [...deposits.further, ...withdrawals.further],
  }
  const shown = receipt ? [receipt, ...pending.transactions] : pending.transactions
  rememberPending(context, shown)
  return { receipt, pending: { ...pending, account: await loadAccountFor(shown, request, context) } }
}

/** How many pages of a day's transactions are searched for a receipt. */
const maxSearchedPages = 5

/**
 * Looks a receipt up by its id among the transactions of its day.
 *
 * @param asked.at ISO 8601; '' or a broken one: among the newest.
 * @returns null when there is none.
 */
export async function loadReceipt(
  upstream: PageUpstream,
  asked: { kind: Kind; id: string; at: string },
  i18n: I18n,
): Promise<Transaction | null> {
  const day = formatSeoulMinute(asked.at).slice(0, 'YYYY-MM-DD'.length) || undefined
  for (let page = 1; page <= maxSearchedPages; page += 1) {
    const callName = `get-${asked.kind}-list` as const
    const outcome = await upstream.call(callName, { from: day, to: day, page })
    if (outcome.kind === 'unsupported') return null
    const listing = responseOrThrow(callName, outcome, upstream)
    const receipt = toTransactions(asked.kind, listing, i18n).find(({ id }) => id === asked.id)
    if (receipt) return receipt
    if (listing.balances.length !== rowsPerPage || day === undefined) return null
  }
  return null
}

/** The receipt of a transaction by bank transfer that was just accepted: as listed, else as it was sent. */
function toReceipt({ reference, amount, sentAtMs }: AcceptedTransaction, listed: Listed, i18n: I18n): Transaction {
  const { kind } = reference
  const listing = listed.kind === 'done' ? listed.response : undefined
  const way = { paidBy: 'transfer', method: i18n.t('payment.transfer') } as const
  const row = listing && findTransaction(toTransactions(kind, listing, i18n), reference)
  if (row) return { ...row, amount: row.amount ?? amount, ...way }
  const at = new Date(sentAtMs).toISOString()
  return {
    kind,
    id: reference.by === 'id' ? reference.id : undefined,
    amount,
    at,
    listing: listed.kind === 'unsupported' ? 'no-list' : 'expected',
    ...way,
    estimatedTime: formatEstimate(listing && estimateOf(listing, i18n), at, i18n),
  }
}
