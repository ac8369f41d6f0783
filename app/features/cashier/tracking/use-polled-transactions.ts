import { useEffect, useEffectEvent } from 'react'
import { useSession } from '~/frame/session-state'
import { rememberTold } from '~/frame/settled-alert'
import { useI18n } from '~/i18n/i18n'
import { useToast } from '~/ui/toast/toast'
import { formatEntry, toFollowed } from '~/values/followed-transaction'
import { isDone, isOpen } from '~/values/transaction-status'
import { arrivingWon, mayChange, type TrackedTransaction } from './pending'
import { followTransactions } from './poll'

/**
 * Follows a page's transactions while they wait and the page is visible, for five minutes at most. When one is settled, a
 * toast says so and the member's money is fetched anew.
 *
 * @param onChange is told each status that was looked up.
 */
export function useFollowedTransactions(
  transactions: readonly TrackedTransaction[],
  onChange: (transaction: TrackedTransaction) => void,
): void {
  const { sentences, t, won } = useI18n()
  const toast = useToast()
  const { refreshMember } = useSession()
  const followed = transactions.filter((one) => one.isListed && mayChange(one))
  const key = followed.map(({ list, id, at }) => `${list} ${id} ${at}`).join('\n')

  const handleSeen = useEffectEvent((seen: TrackedTransaction) => {
    onChange(seen)
    if (isOpen(seen)) return
    const { list } = seen
    toast(
      isDone(seen)
        ? { kind: 'success', text: t(`tracker.${list}.done`, { amount: won(arrivingWon(seen)) }) }
        : { kind: 'info', text: sentences(t(`tracker.${list}.cancelled`, { amount: won(seen.won) }), seen.reason) },
    )
    rememberTold(formatEntry(toFollowed(seen)))
    refreshMember()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether they are others.
  useEffect(() => (key === '' ? undefined : followTransactions(followed, (seen) => handleSeen(seen))), [key])
}
