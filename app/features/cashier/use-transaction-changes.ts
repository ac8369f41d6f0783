import { useState } from 'react'
import type { TrackedTransaction } from './tracked-transaction'

/** Transactions that were looked up since the page was loaded, latest last, and a function that adds one. */
export function useTransactionChanges() {
  const [changes, setChanges] = useState<readonly TrackedTransaction[]>([])
  return [changes, (transaction: TrackedTransaction) => setChanges((all) => [...all, transaction])] as const
}
