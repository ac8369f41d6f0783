import type { FormState } from '~/forms/form-state'
import { callApi } from '~/session/call-api'
import type { SentForm } from '~/session/document-state'
import { reachSite } from '~/session/reach-site'
import { type ClientAction, sendMoneyForm } from '~/session/sent-form'
import { toTransaction } from '~/transactions/state'
import type { ResponseOf } from '~/upstream/contract'
import { parseAmount } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'
import { seconds } from '~/values/durations'
import { clockSkewMs, findTransaction, type Transaction, type TransactionList } from '~/values/transaction'

const moneyIntents = ['deposit', 'withdraw', 'exchange', 'bring-back'] as const

/** What of all that the forms of the money screens ask for moves money. */
export type MoneyIntent = (typeof moneyIntents)[number]

/** Whether a submitted form of a money screen may have moved money: one without an intent is the screen's own. */
export function mayMoveMoney(form: FormData): boolean {
  const intent = form.get('intent')
  const isChip = form.has('add') || form.has('set')
  return !isChip && (intent === null || moneyIntents.some((name) => name === intent))
}

/** The `clientAction` of the money screens. */
export function clientAction(args: ClientAction<MoneyResult>) {
  return sendMoneyForm(args, mayMoveMoney)
}

/** The amount in a sent form's field, parsed as the site does; undefined when it is none. */
export function readSentAmount({ fields }: Pick<SentForm, 'fields'>, name: string): number | undefined {
  const submitted = fields.get(name)
  return typeof submitted === 'string' ? parseAmount(submitted) : undefined
}

/** A row of the list that a money form adds to: a transaction, or an entry of comp, whose amount is in points. */
export type ListedRow = Transaction | { kind?: never; amount: ParsedAmount; at: string }

/**
 * Whether the upstream's list shows a form's transaction; `no-list`: there was none to search. The page shows the row as its
 * loader brings it.
 */
export type LookupResult =
  | { kind: 'found'; identity: { by: 'time'; amount: number; atMs: number } }
  | { kind: 'not-found' | 'no-list' }

/** The action result of a money screen: the form again, or `unknown` when it is not known whether money moved. */
export type MoneyResult = FormState & {
  /** `reference`: the request id, which a member can give to support. */
  unknown?: { reference: string; lookup: LookupResult }
  /** Whether the page may be older than the result: the upstream refused the form by what it knows, or may have taken it. */
  isOutdated?: boolean
}

/** The rows of a list, newest first. Comp that was spent is listed as negative. */
export function toListedRows(
  list: TransactionList,
  listing: Partial<ResponseOf<`get-${TransactionList}-list`>>,
): ListedRow[] {
  if (list !== 'comp') return (('balances' in listing && listing.balances) || []).map((row) => toTransaction(list, row))
  return (('points' in listing && listing.points) || []).map(({ points, regdate }) => ({
    amount: points && Math.abs(points),
    at: regdate,
  }))
}

/**
 * Finds the transaction of a sent form, by its amount, among the first rows of its list.
 *
 * @param rows undefined when there is no list.
 * @param sent.amount in won or points; of an unknown one nothing is found.
 * @param sent.sinceMs it is listed as no older, in milliseconds since the epoch.
 */
export function findSent(
  rows: readonly ListedRow[] | undefined,
  { amount, sinceMs }: { amount: ParsedAmount; sinceMs: number },
): LookupResult {
  if (rows === undefined) return { kind: 'no-list' }
  if (typeof amount !== 'number') return { kind: 'not-found' }
  const row = findTransaction<ListedRow>(rows, { by: 'sending', amount, atMs: sinceMs })
  return row ? { kind: 'found', identity: { by: 'time', amount, atMs: Date.parse(row.at) } } : { kind: 'not-found' }
}

/** By what a sent form's transaction is looked up: its list, its amount in won or points; `sentAtMs` is of performance.now(). */
type LookupQuery = { list: TransactionList; amount: number | undefined; sentAtMs: number; owner: string | undefined }

/** The site's Date header has whole seconds. */
const siteClockToleranceMs = clockSkewMs + seconds(1)

/**
 * Looks a transaction up in the member's history. The device's clock may be wrong by hours, so the start of the search is
 * the site's current time minus the time that has passed since the form was sent. `offline`: the site could not be reached;
 * `another-member`: the history is not that of the form's owner.
 */
export async function lookUpTransaction({
  list,
  amount,
  sentAtMs,
  owner,
}: LookupQuery): Promise<LookupResult | { kind: 'offline' } | { kind: 'another-member' }> {
  const siteResponse = await reachSite()
  if (!siteResponse?.date) return { kind: 'offline' }
  const sinceMs = Date.parse(siteResponse.date) - (performance.now() - sentAtMs) - siteClockToleranceMs
  const result = await callApi(`get-${list}-list`, { page: 1 }, owner)
  if (result.kind === 'failed' && result.code === 'another_member') return { kind: 'another-member' }
  if (result.kind === 'failed' && result.code === 'offline') return { kind: 'offline' }
  return findSent(result.kind === 'failed' ? undefined : toListedRows(list, result.response), { amount, sinceMs })
}
