import type { RouterContextProvider } from 'react-router'
import type { SettledTransaction, ShellData } from '~/frame/shell-data'
import { isPrefetch } from '~/server/request-info/request-info.server'
import { upstreamContext } from '~/server/upstream/for-pages.server'
import { hours, seconds } from '~/values/durations'
import { isCancelled, isDone, isOpen, type Transaction } from '~/values/transaction'
import {
  findTransaction,
  formatReference,
  joinEntries,
  referenceTo,
  splitEntries,
  type TransactionReference,
} from '~/values/transaction-reference'
import { withinTime } from '~/values/within-time'
import { notePending, readAnnounced, readRemembered } from './pending-cookie.server'
import { toTransaction } from './rows'

type Context = Readonly<RouterContextProvider>

/** A payment page ends after 12 hours: what is not listed by then was never paid. */
const unlistedForMs = hours(13)
/** No page waits longer to say what was settled; the next one looks again. */
const maxLookMs = seconds(1)

/**
 * Says what was settled since the member's last page in this browser, and whether a deposit is still pending, as far as it
 * is known. It looks only where a page has shown something as pending.
 */
export async function loadSettled(
  request: Request,
  context: Context,
): Promise<Pick<ShellData, 'settled' | 'hasOpenDeposit'>> {
  const remembered = readRemembered(context)
  if (remembered.length === 0 || isPrefetch(request)) return { settled: [], hasOpenDeposit: false }
  const lists = await loadListsOf(remembered, context)
  const announced = readAnnounced(context)
  const open: TransactionReference[] = []
  const settled = new Map<string, SettledTransaction>()
  /** Rows that others just sent were found as. */
  const taken = new Set<Transaction>()
  for (const reference of remembered) {
    const rows = lists.get(reference.kind)
    const row = rows && findTransaction(rows, reference, (listed) => taken.has(listed))
    if (row && reference.by === 'sending') taken.add(row)
    if (!row) {
      if (isAwaited(reference, rows)) open.push(reference)
      continue
    }
    const listed = referenceTo(row)
    const key = formatReference(listed)
    if (isOpen(row)) open.push(listed)
    // One may be remembered as it was sent and as it was listed, and was announced by either.
    else if ((isDone(row) || isCancelled(row)) && !announced.includes(key)) {
      const entries = new Set([...splitEntries(settled.get(key)?.entries), formatReference(reference), key])
      settled.set(key, { transaction: row, entries: joinEntries([...entries]) })
    }
  }
  notePending(context, open)
  return { settled: [...settled.values()], hasOpenDeposit: open.some(({ kind }) => kind === 'deposit') }
}

/** The first rows of each list that is needed: null where the upstream lacks it, undefined where it can't say now. */
async function loadListsOf(references: readonly TransactionReference[], context: Context) {
  const upstream = context.get(upstreamContext)
  const kinds = [...new Set(references.map(({ kind }) => kind))]
  const lists = kinds.map(async (kind) => {
    const list = await withinTime(upstream.callOptionalOnce(`get-${kind}-list`), maxLookMs)
    const rows = list?.kind === 'done' ? list.response.balances.map((row) => toTransaction(kind, row)) : undefined
    return [kind, list?.kind === 'unsupported' ? null : rows] as const
  })
  return new Map(await Promise.all(lists))
}

/** Whether one that no list shows may still come: the list can't say now, or it was just sent. */
function isAwaited(reference: TransactionReference, rows: readonly Transaction[] | null | undefined): boolean {
  if (rows === undefined) return true
  return rows !== null && reference.by === 'sending' && Date.now() - reference.atMs < unlistedForMs
}
