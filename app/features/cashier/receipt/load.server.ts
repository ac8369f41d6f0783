import type { RouterContextProvider } from 'react-router'
import { i18nFor } from '~/i18n/catalogue.server'
import type { I18n } from '~/i18n/i18n'
import { hasAskedAccount } from '~/server/account-cookie.server'
import { type OptionalResult, type PageUpstream, responseOrThrow, upstreamContext } from '~/server/page-upstream.server'
import { requestInfoContext } from '~/server/request-info.server'
import type { ResponseOf } from '~/upstream/contract'
import { rowsPerPage } from '~/upstream/contract/page-size'
import type { Won } from '~/values/amount'
import { addUp, subtract } from '~/values/balance'
import { formatSeoulMinute } from '~/values/seoul'
import { isOpen, isPending } from '~/values/transaction-status'
import { type AccountRequest, loadAccountRequest } from '../deposit/account-request.server'
import { replayLookbackMs } from '../form/responses.server'
import { toUsualTime, type UsualTime } from '../tracking/estimated-time'
import { clockSkewMs, listedBalance, matchTransaction } from '../tracking/find-transaction'
import { isSameTransaction, type Receipt, type TrackedTransaction, type WaitingTransactions } from '../tracking/pending'
import { followTransactions } from '../tracking/settled.server'
import { type AcceptedTransaction, readAcceptedTransaction } from './flash.server'

type ListName = Receipt['list']
type List = OptionalResult<`get-${ListName}-list`>
type Listing = ResponseOf<`get-${ListName}-list`>
type Row = Listing['balances'][number]

/** A transaction that the upstream has accepted, for its receipt. @param response of the call that sent it. */
export function toAcceptedTransaction(
  { list, won, startedAtMs }: { list: ListName; won: number; startedAtMs: number },
  { status = 'success', id }: Partial<Pick<ResponseOf<'apply-user-deposit'>, 'status' | 'id'>>,
): AcceptedTransaction {
  // A form sent again is answered `already` by upstreams that know its code.
  const lookbackMs = status === 'success' ? clockSkewMs : replayLookbackMs
  return { list, id, won, sinceMs: startedAtMs - lookbackMs, sentAtMs: startedAtMs }
}

/**
 * What home shows first of a member's deposits and withdrawals: the receipt of one that was just accepted, and those of
 * each kind that wait, newest first.
 */
export async function toLatestTransactions(
  request: Request,
  context: Readonly<RouterContextProvider>,
  lists: Record<ListName, List>,
) {
  const i18n = i18nFor(context.get(requestInfoContext).locale)
  const sent = await readAcceptedTransaction(context)
  const receipt = sent ? toSentReceipt(sent, lists[sent.list], i18n) : null
  const isOther = (one: TrackedTransaction) => !receipt || !isSameTransaction(one, receipt)
  const deposits = toWaitingTransactions('deposit', lists.deposit, i18n, isOther)
  const withdrawals = toWaitingTransactions('withdraw', lists.withdraw, i18n, isOther)
  const waiting = {
    tracked: [...deposits.tracked, ...withdrawals.tracked],
    untrackedCount: deposits.untrackedCount + withdrawals.untrackedCount,
    sums: [...deposits.sums, ...withdrawals.sums],
  }
  const shown = [...(receipt ? [receipt] : []), ...waiting.tracked]
  followTransactions(context, shown)
  const account = await loadAccountFor(shown, request, context)
  return { receipt, waiting: { ...waiting, account } }
}

/** The request for the account to pay into, where a deposit by bank transfer is under way. */
export async function loadAccountFor(
  transactions: readonly TrackedTransaction[],
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<AccountRequest | undefined> {
  const isAsked = hasAskedAccount(request, context)
  const isNeeded = transactions.some((one) => isWaitingDeposit(one) && (one.by === 'transfer' || isAsked))
  return isNeeded ? loadAccountRequest(context.get(upstreamContext), isAsked) : undefined
}

function isWaitingDeposit({ list, status }: TrackedTransaction): boolean {
  return list === 'deposit' && (status === undefined || isPending({ status }))
}

/** The transactions of a list that are not settled, as far as its first page tells. */
export function toWaitingTransactions(
  list: ListName,
  listed: List,
  i18n: I18n,
  isShown: (transaction: TrackedTransaction) => boolean = () => true,
): WaitingTransactions {
  if (listed.kind !== 'done') return { tracked: [], untrackedCount: 0, sums: [] }
  const { response } = listed
  const open = toTransactions(list, response, i18n).filter(isOpen)
  const tracked = open.filter(isShown)
  const untrackedCount = Math.max(0, (response.waiting?.count ?? 0) - open.length)
  // What waits beyond the first page, as far as its own sum could be read.
  const untrackedWon = untrackedCount > 0 ? subtract(response.waiting?.won, sumOf(open)) : 0
  const isPartial = untrackedWon === undefined || tracked.some(({ won }) => won === null)
  const sum = { list, won: addUp([sumOf(tracked), untrackedWon]), ...(isPartial ? { isPartial } : {}) }
  return { tracked, untrackedCount, sums: tracked.length + untrackedCount === 0 ? [] : [sum] }
}

function sumOf(transactions: readonly TrackedTransaction[]): Won {
  return addUp(transactions.map(({ won }) => won))
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
  asked: { list: ListName; id: string; at: string },
  i18n: I18n,
): Promise<Receipt | null> {
  const day = formatSeoulMinute(asked.at).slice(0, 'YYYY-MM-DD'.length) || undefined
  for (let page = 1; page <= maxSearchedPages; page += 1) {
    const callName = `get-${asked.list}-list` as const
    const outcome = await upstream.call(callName, { from: day, to: day, page })
    if (outcome.kind === 'unsupported') return null
    const listing = responseOrThrow(callName, outcome, upstream)
    const row = listing.balances.find(({ id }) => id !== undefined && String(id) === asked.id)
    if (row) return toReceipt(asked.list, row, listing, i18n)
    if (listing.balances.length !== rowsPerPage || day === undefined) return null
  }
  return null
}

/** The receipt of a transaction that was just accepted: as listed, else as it was sent. */
function toSentReceipt({ list, id, won, sinceMs, sentAtMs }: AcceptedTransaction, listed: List, i18n: I18n): Receipt {
  const listing = listed.kind === 'done' ? listed.response : undefined
  const rows = listing?.balances.map((row) => ({ ...listedBalance(row), row }))
  const match = matchTransaction(rows, { id, won, sinceMs })
  const way = { by: 'transfer', method: i18n.t('payment.transfer') } as const
  if (match.kind === 'found' && listing) return { ...toReceipt(list, match.transaction.row, listing, i18n), ...way }
  const at = new Date(sentAtMs).toISOString()
  return {
    list,
    id: id?.toString(),
    won,
    at,
    isListed: listed.kind !== 'unsupported',
    ...way,
    usual: formatUsual(toUsual(listing, i18n), at, i18n),
  }
}

function toReceipt(list: ListName, row: Row, listing: Listing, i18n: I18n): Receipt {
  const method = row.method === 'bank' ? i18n.t('payment.transfer') : row.method
  return { ...toTransaction(list, row, toUsual(listing, i18n), i18n), method }
}

/** The rows of one page of an upstream's list. */
export function toTransactions(list: ListName, listing: Listing, i18n: I18n): TrackedTransaction[] {
  const usual = toUsual(listing, i18n)
  return listing.balances.map((row) => toTransaction(list, row, usual, i18n))
}

function toTransaction(list: ListName, row: Row, usual: UsualTime | undefined, i18n: I18n): TrackedTransaction {
  const listed = listedBalance(row)
  return {
    ...listed,
    list,
    id: row.id?.toString(),
    // Some upstreams send withdrawals as negative amounts; here `list` gives the direction.
    won: row.balance && Math.abs(row.balance),
    isListed: true,
    by: row.method === undefined ? undefined : row.method === 'bank' ? 'transfer' : 'payment',
    usual: formatUsual(usual, listed.at, i18n),
  }
}

function toUsual(listing: Listing | undefined, { lang }: I18n): UsualTime | undefined {
  return listing?.usualSeconds === undefined ? undefined : toUsualTime(listing.usualSeconds, lang)
}

/** @param at when it was asked for, ISO 8601. */
function formatUsual(usual: UsualTime | undefined, at: string, { t }: I18n): string | undefined {
  if (!usual) return undefined
  return t(Date.now() - Date.parse(at) > usual.ms ? 'tracker.overdue' : 'tracker.usual', { time: usual.words })
}
