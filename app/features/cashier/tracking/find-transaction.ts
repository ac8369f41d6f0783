import type { ReadWon } from '~/values/balance'
import { seconds } from '~/values/durations'
import type { TrackedTransaction } from './pending'

/** A list of the upstream that contains transactions. */
export type TransactionList = 'deposit' | 'withdraw' | 'comp'

/** A transaction as listed: its sum in won or points, negative when it left the wallet, and its ISO 8601 time. */
export type ListedTransaction = {
  id?: string | number | undefined
  won: ReadWon
  at: string
  status?: string | undefined
} & Pick<TrackedTransaction, 'fee' | 'settledAt' | 'stage' | 'payUrl' | 'expiresAt' | 'reason' | 'after'>

/** Whether a list contains a transaction, whose sum is as sent where the list has none; `no-list`: there was none to search. */
export type TransactionMatch<Row extends ListedTransaction = ListedTransaction> =
  | { kind: 'found'; transaction: Row }
  | { kind: 'not-found' | 'no-list' }

/** How far the upstream's clock may be behind the site's when a transaction is looked up. */
export const clockSkewMs = seconds(5)

/** A row of the deposits or withdrawals. */
export function listedBalance(row: Omit<ListedTransaction, 'won' | 'at'> & { balance?: ReadWon; regdate: string }) {
  const { id, balance: won, regdate: at, status, fee, settledAt, stage, payUrl, expiresAt, reason, after } = row
  return { id, won, at, status, fee, settledAt, stage, payUrl, expiresAt, reason, after } satisfies ListedTransaction
}

/** The rows of the deposits, the withdrawals or the exchanges of comp. */
export function listedRows(list: {
  balances?: readonly Parameters<typeof listedBalance>[0][]
  points?: readonly { points?: ReadWon; regdate: string }[]
}): ListedTransaction[] {
  const exchanges = (list.points ?? []).map(({ points, regdate }) => ({ won: points, at: regdate }))
  return [...exchanges, ...(list.balances ?? []).map(listedBalance)]
}

/**
 * Finds a transaction among listed ones: the one with its id; without an id the one with its sum and time, else the first
 * with its sum that is not older than `sinceMs`. Times are milliseconds since the epoch.
 *
 * @param rows undefined when there is no list.
 * @param sent.won when it is not known, nothing is found without an id.
 * @param sent.atMs its own time, if it was listed before.
 */
export function matchTransaction<Row extends ListedTransaction>(
  rows: readonly Row[] | undefined,
  sent: { id?: string | number | undefined; won: ReadWon; sinceMs: number; atMs?: number },
): TransactionMatch<Row> {
  if (rows === undefined) return { kind: 'no-list' }
  const { id: sentId, won: sentWon, sinceMs, atMs } = sent
  const ofSum = rows.filter(({ won }) => typeof sentWon === 'number' && Math.abs(won ?? 0) === sentWon)
  const row =
    sentId === undefined
      ? (ofSum.find(({ at }) => Date.parse(at) === atMs) ?? ofSum.find(({ at }) => Date.parse(at) >= sinceMs))
      : rows.find(({ id }) => id !== undefined && String(id) === String(sentId))
  if (!row) return { kind: 'not-found' }
  return { kind: 'found', transaction: { ...row, won: typeof row.won === 'number' ? Math.abs(row.won) : sentWon } }
}
