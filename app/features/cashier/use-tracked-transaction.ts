import { useEffect, useState } from 'react'
import { useSession } from '~/frame/session-state'
import { rememberTold } from '~/frame/settled-alert'
import { useI18n } from '~/i18n/i18n'
import { useToast } from '~/ui/toast/toast'
import { formatEntry, toFollowed } from '~/values/followed-transaction'
import { isDone, isOpen } from '~/values/transaction-status'
import { arrivingWon, type TrackedTransaction, type TransactionChange } from './tracked-transaction'

/**
 * Follows a transaction while it waits and the page is visible, for five minutes at most. When it is settled, a toast says
 * so and the member's money is fetched anew.
 *
 * @param onChange is told each status that was looked up.
 * @returns it with its latest status.
 */
export function useTrackedTransaction(
  transaction: TrackedTransaction,
  onChange?: (transaction: TrackedTransaction) => void,
): TrackedTransaction {
  const { t, won } = useI18n()
  const toast = useToast()
  const { refreshMember } = useSession()
  const key = [transaction.list, transaction.id, transaction.at].join(' ')
  const [seen, setSeen] = useState<{ key: string; change: TransactionChange } | null>(null)
  const isFollowed = transaction.isListed && (transaction.status === undefined || isOpen(transaction))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether it is another transaction.
  useEffect(() => {
    if (!isFollowed) return
    let stop = () => {}
    let isLeft = false
    const handleSeen = (change: TransactionChange) => {
      setSeen({ key, change })
      onChange?.({ ...transaction, ...change })
      if (isOpen(change)) return true
      const isArrived = isDone(change)
      toast({
        kind: isArrived ? 'success' : 'info',
        text: isArrived
          ? t(`tracker.${transaction.list}.done`, { amount: won(arrivingWon({ ...transaction, ...change })) })
          : t(`tracker.${transaction.list}.cancelled`, { amount: won(change.won) }),
      })
      rememberTold(formatEntry(toFollowed(transaction)))
      refreshMember()
      return false
    }
    import('./follow-transaction').then(
      ({ followTransaction }) => {
        if (!isLeft) stop = followTransaction(transaction, handleSeen)
      },
      // Without this code the link still looks again.
      () => {},
    )
    return () => {
      isLeft = true
      stop()
    }
  }, [key, isFollowed])

  return isFollowed && seen?.key === key ? { ...transaction, ...seen.change } : transaction
}
