import { useState } from 'react'
import { isSameTransaction, type TrackedTransaction } from './pending'

/** Transactions that were looked up since the page was loaded, latest last, and a function that adds one. */
export function useTransactionChanges() {
  const [changes, setChanges] = useState<readonly TrackedTransaction[]>([])
  const addChange = (change: TrackedTransaction) =>
    setChanges((all) => [...all.filter((one) => !isSameTransaction(one, change)), change])
  return [changes, addChange] as const
}
