import { useEffect, useEffectEvent } from 'react'
import { useReload } from '~/frame/navigation/reload'
import { isOpen, type Transaction } from '~/values/transaction'
import { keyOf } from '~/values/transaction-reference'
import { pollTransactions } from './poll'

/**
 * Polls a page's pending transactions while the page is visible, for five minutes at most, and loads the page's data anew
 * when one has changed: the loaders are the only source of rows, and say what was settled.
 */
export function usePolledTransactions(transactions: readonly Transaction[]): void {
  const reload = useReload()
  const polled = transactions.filter((shown) => shown.listing === 'expected' || isOpen(shown))
  const key = polled.map((shown) => `${keyOf(shown)} ${shown.status} ${shown.stage}`).join('\n')
  const handleChange = useEffectEvent(reload)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether they are others, or have changed.
  useEffect(() => (key === '' ? undefined : pollTransactions(polled, () => handleChange())), [key])
}
