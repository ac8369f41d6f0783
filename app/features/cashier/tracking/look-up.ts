import { callApi } from '~/frame/call-api'
import type { SentForm } from '~/frame/lost-responses/client-middleware'
import { reachSite } from '~/frame/lost-responses/reach-site'
import { parseAmount } from '~/values/amount'
import { seconds } from '~/values/durations'
import {
  clockSkewMs,
  listedRows,
  matchTransaction,
  type TransactionList,
  type TransactionMatch,
} from './find-transaction'

const harmlessIntents: readonly unknown[] = ['clear', 'all', 'set', 'ask-account']

/** Whether a submitted form of a money screen may have moved money. */
export function mayMoveMoney(form: FormData): boolean {
  return !form.has('add') && !harmlessIntents.includes(form.get('intent'))
}

/** The amount in a sent form's field, parsed as the site does; undefined when it is none. */
export function readSentAmount({ fields }: Pick<SentForm, 'fields'>, name: string): number | undefined {
  const submitted = fields.get(name)
  return typeof submitted === 'string' ? parseAmount(submitted) : undefined
}

/**
 * The list that would contain a sent form's transaction, with its sum in won or points; `sentAtMs` is of
 * performance.now().
 */
export type SentTransaction = { list: TransactionList; won: number | undefined; sentAtMs: number }

/** The result of looking up a form whose response was lost. `offline`: the site could not be reached. */
export type LookupResult = TransactionMatch | { kind: 'offline' }

/** The site's Date header has whole seconds. */
const siteClockToleranceMs = clockSkewMs + seconds(1)

/**
 * Looks a transaction up in the member's history. The device's clock may be wrong by hours, so the start of the search is
 * the site's current time minus the time that has passed since the form was sent.
 */
export async function lookUpTransaction({ list, won, sentAtMs }: SentTransaction): Promise<LookupResult> {
  const siteResponse = await reachSite()
  if (!siteResponse?.date) return { kind: 'offline' }
  const sinceMs = Date.parse(siteResponse.date) - (performance.now() - sentAtMs) - siteClockToleranceMs
  const result = await callApi(`get-${list}-list`, { page: 1 })
  if (result.kind === 'failed' && result.code === 'offline') return { kind: 'offline' }
  return matchTransaction(result.kind === 'failed' ? undefined : listedRows(result.response), { won, sinceMs })
}
