import type { RouterContextProvider } from 'react-router'
import { upstreamContext } from '~/server/upstream/for-pages.server'
import { type SentTransaction, sentSinceMs } from '~/values/transaction'
import { findSent, type MoneyResult, toListedRows } from '../sending'

/**
 * What takes the place of a form whose upstream response was lost: it is unknown whether the money moved. The transaction is
 * looked up where the upstream has lists.
 *
 * @param outcome.reference of the request that moved the money, if one did.
 */
export async function lookUpSent(
  context: Readonly<RouterContextProvider>,
  { reference }: { reference: string },
  sent: SentTransaction,
): Promise<MoneyResult> {
  const upstream = context.get(upstreamContext)
  // A form sent again gets the outcome of its first request, with that request's reference.
  const sinceMs = sentSinceMs(sent, reference !== upstream.reference)
  const listed = await upstream.callOptional(`get-${sent.kind}-list`, { page: 1 })
  const rows = listed.kind === 'done' ? toListedRows(sent.kind, listed.response) : undefined
  const lookup = findSent(rows, { amount: sent.amount, sinceMs })
  return { submitted: {}, fields: {}, unknown: { reference, lookup }, isOutdated: true }
}
