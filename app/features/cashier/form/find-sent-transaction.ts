import { callApi } from '~/session/call-api'
import { reachSite } from '~/session/site-response'
import { type DeviceTime, readDeviceTime } from '~/session/tab-state'
import { toTransaction } from '~/transactions/state'
import type { ResponseOf } from '~/upstream/contract'
import type { ParsedAmount } from '~/values/balance'
import { seconds } from '~/values/durations'
import { clockSkewMs, findTransaction, type Transaction, type TransactionList } from '~/values/transaction'

export type ListedRow = Transaction | { kind?: never; amount: ParsedAmount; at: string }

/** The result of a search for a form's transaction in the upstream's list. `no-list`: there was no list to search. */
export type LookupResult =
  | { kind: 'found'; identity: { by: 'time'; amount: number; atMs: number } }
  | { kind: 'not-found' | 'no-list' }

/** Returns the rows of a list, newest first. Spent comp becomes positive. */
export function toListedRows(list: TransactionList, listing: Partial<ResponseOf<`get-${TransactionList}-list`>>) {
  if (list !== 'comp') return (('balances' in listing && listing.balances) || []).map((row) => toTransaction(list, row))
  return (('points' in listing && listing.points) || []).map(({ points, regdate }) => ({
    amount: points && Math.abs(points),
    at: regdate,
  }))
}

/**
 * Finds a submitted form's transaction in the first rows of its list. @param sent.amount in won or points. If unknown,
 * nothing is found. @param sent.sinceMs the earliest time, in ms since 1970
 */
export function matchSent(
  rows: readonly ListedRow[] | undefined,
  { amount, sinceMs }: { amount: ParsedAmount; sinceMs: number },
): LookupResult {
  if (rows === undefined) return { kind: 'no-list' }
  if (typeof amount !== 'number') return { kind: 'not-found' }
  const row = findTransaction<ListedRow>(rows, { by: 'sending', amount, atMs: sinceMs })
  return row ? { kind: 'found', identity: { by: 'time', amount, atMs: Date.parse(row.at) } } : { kind: 'not-found' }
}

export type LookupOutcome = LookupResult | { kind: 'offline' } | { kind: 'another-member' }

/** The list to search, and the amount in won or points. */
type LookupQuery = { list: TransactionList; amount: number | undefined; sentAt: DeviceTime; owner: string | undefined }

/** Allows for the whole seconds of the site's Date header. */
const siteClockToleranceMs = clockSkewMs + seconds(1)

/**
 * Looks up a transaction in the member's history. The device's clock may be wrong by hours, so the search starts at the
 * site's time minus the time since the submission. Uses the device clock that measured more time. `offline`: the site
 * can't be reached. `another-member`: the history belongs to another member.
 */
export async function lookUpTransaction({ list, amount, sentAt, owner }: LookupQuery): Promise<LookupOutcome> {
  const siteResponse = await reachSite()
  if (!siteResponse?.date) return { kind: 'offline' }
  const now = readDeviceTime()
  const elapsedMs = Math.max(now.tickMs - sentAt.tickMs, now.clockMs - sentAt.clockMs)
  const sinceMs = Date.parse(siteResponse.date) - elapsedMs - siteClockToleranceMs
  const result = await callApi(`get-${list}-list`, { page: 1 }, owner)
  if (result.kind === 'failed' && result.code === 'another_member') return { kind: 'another-member' }
  if (result.kind === 'failed' && result.code === 'offline') return { kind: 'offline' }
  return matchSent(result.kind === 'failed' ? undefined : toListedRows(list, result.response), { amount, sinceMs })
}
