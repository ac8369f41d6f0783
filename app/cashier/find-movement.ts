import { seconds } from '~/time/durations'

/** A list of the upstream that contains movements. */
export type MovementList = 'deposit' | 'withdraw' | 'comp'

/** A movement as listed: its sum in won or points, negative when it left the wallet, and its ISO 8601 time. */
export type ListedMovement = {
  id?: string | number | undefined
  won: number | undefined
  at: string
  settledAt?: string | undefined
  status?: string | undefined
}

/** The listed movement of a form, with the sum that was sent. */
export type FoundMovement<Row extends ListedMovement = ListedMovement> = Row & { won: number }

/** Whether a list contains a movement; `no-list` when there was no list to search. */
export type MovementMatch<Row extends ListedMovement = ListedMovement> =
  | { kind: 'found'; movement: FoundMovement<Row> }
  | { kind: 'missing' | 'no-list' }

/** How far the upstream's clock may be behind the site's when a movement is looked up. */
export const clockSkewMs = seconds(5)

/** A row of the deposits or withdrawals. */
export function listedBalance(
  row: Pick<ListedMovement, 'id' | 'settledAt' | 'status'> & { balance?: number; regdate: string },
) {
  const { id, balance, regdate, settledAt, status } = row
  return { id, won: balance, at: regdate, settledAt, status } satisfies ListedMovement
}

/** A row of the exchanges of comp. */
export function listedComp(row: { points?: number | undefined; regdate: string }) {
  return { won: row.points, at: row.regdate } satisfies ListedMovement
}

/**
 * Finds a sent movement among listed ones: the one with its id, or without an id the first with its sum that is not
 * older than `sinceMs`, in milliseconds since the epoch.
 *
 * @param rows undefined when there is no list.
 * @param sent.won undefined when it could not be read from the form; nothing is found then.
 */
export function matchMovement<Row extends ListedMovement>(
  rows: readonly Row[] | undefined,
  sent: { id?: string | number | undefined; won: number | undefined; sinceMs: number },
): MovementMatch<Row> {
  if (rows === undefined) return { kind: 'no-list' }
  const { id: sentId, won: sentWon, sinceMs } = sent
  if (sentWon === undefined) return { kind: 'missing' }
  const row = rows.find(({ id, won, at }) =>
    sentId === undefined
      ? Math.abs(won ?? 0) === sentWon && Date.parse(at) >= sinceMs
      : id !== undefined && String(id) === String(sentId),
  )
  return row ? { kind: 'found', movement: { ...row, won: sentWon } } : { kind: 'missing' }
}
