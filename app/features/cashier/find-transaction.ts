import { seconds } from '~/values/durations'
import type { TrackedTransaction } from './tracked-transaction'

/** A list of the upstream that contains transactions. */
export type TransactionList = 'deposit' | 'withdraw' | 'comp'

/** A transaction as listed: its sum in won or points, negative when it left the wallet, and its ISO 8601 time. */
export type ListedTransaction = {
  id?: string | number | undefined
  won: number | undefined
  at: string
  status?: string | undefined
} & Pick<TrackedTransaction, 'settledAt' | 'stage' | 'payUrl' | 'expiresAt' | 'reason' | 'after'>

/** The listed transaction of a form, with the sum that was sent. */
export type FoundTransaction<Row extends ListedTransaction = ListedTransaction> = Row & { won: number }

/** Whether a list contains a transaction; `no-list` when there was no list to search. */
export type TransactionMatch<Row extends ListedTransaction = ListedTransaction> =
  | { kind: 'found'; transaction: FoundTransaction<Row> }
  | { kind: 'not-found' | 'no-list' }

/** How far the upstream's clock may be behind the site's when a transaction is looked up. */
export const clockSkewMs = seconds(5)

/** A row of the deposits or withdrawals. */
export function listedBalance(
  row: Omit<ListedTransaction, 'won' | 'at'> & { balance?: number | undefined; regdate: string },
) {
  const { id, balance, regdate, status, settledAt, stage, payUrl, expiresAt, reason, after } = row
  const more = { settledAt, stage, payUrl, expiresAt, reason, after }
  return { id, won: balance, at: regdate, status, ...more } satisfies ListedTransaction
}

/** A row of the exchanges of comp. */
export function listedComp(row: { points?: number | undefined; regdate: string }) {
  return { won: row.points, at: row.regdate } satisfies ListedTransaction
}

/**
 * Finds a sent transaction among listed ones: the one with its id, or without an id the first with its sum that is not
 * older than `sinceMs`, in milliseconds since the epoch.
 *
 * @param rows undefined when there is no list.
 * @param sent.won undefined when it could not be read from the form; nothing is found then.
 */
export function matchTransaction<Row extends ListedTransaction>(
  rows: readonly Row[] | undefined,
  sent: { id?: string | number | undefined; won: number | undefined; sinceMs: number },
): TransactionMatch<Row> {
  if (rows === undefined) return { kind: 'no-list' }
  const { id: sentId, won: sentWon, sinceMs } = sent
  if (sentWon === undefined) return { kind: 'not-found' }
  const row = rows.find(({ id, won, at }) =>
    sentId === undefined
      ? Math.abs(won ?? 0) === sentWon && Date.parse(at) >= sinceMs
      : id !== undefined && String(id) === String(sentId),
  )
  return row ? { kind: 'found', transaction: { ...row, won: sentWon } } : { kind: 'not-found' }
}
