import { findTransaction, identityOf, type Transaction } from '~/values/transaction'

/**
 * The transaction that was just accepted, as home shows it by the lists that came last.
 *
 * @param isNew whether the data say which one it is: loaded anew, they only list it.
 * @returns `row`: it among the pending ones. `shown`: it as its row says, and as it was sent while no list has shown it.
 *   `hasEnded`: a list shows that it was settled, which an alert says.
 */
export function followAccepted<Settled extends Pick<Transaction, 'kind' | 'id' | 'amount' | 'at'>>(
  accepted: Transaction | null,
  isNew: boolean,
  { pending, settled }: { pending: readonly Transaction[]; settled: readonly Settled[] },
): { row: Transaction | undefined; shown: Transaction | null; hasEnded: boolean } {
  if (accepted === null) return { row: undefined, shown: null, hasEnded: false }
  const ofKind = ({ kind }: Pick<Transaction, 'kind'>) => kind === accepted.kind
  const identity = identityOf(accepted)
  const row = findTransaction(pending.filter(ofKind), identity)
  // Its form knows how it is paid where the list does not say so.
  if (row) return { row, shown: { ...row, paidBy: row.paidBy ?? accepted.paidBy }, hasEnded: false }
  const hasEnded = !isNew && findTransaction(settled.filter(ofKind), identity) !== undefined
  const isCurrent = isNew || (accepted.listing === 'expected' && !hasEnded)
  return { row, shown: isCurrent ? accepted : null, hasEnded }
}
