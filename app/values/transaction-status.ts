import { numberedMessages } from './numbered-messages'
/** Messages that a deposit or withdrawal was accepted; what comes next is said by the same key with `.text`. */
export const acceptedMessages = {
  deposit: numberedMessages.depositAccepted,
  withdraw: numberedMessages.withdrawalAccepted,
} as const

type WithStatus = { status?: string | undefined }

/** Whether a deposit or withdrawal was cancelled: no money moved. The contract spells the status "cansel". */
export function isCancelled({ status }: WithStatus): boolean {
  return status === 'cansel'
}

/** Whether a deposit or withdrawal is finished: its money moved. The contract spells the status both ways. */
export function isDone({ status }: WithStatus): boolean {
  return status === 'already' || status === 'alread'
}

/** Whether a deposit or withdrawal is still pending. */
export function isPending({ status }: WithStatus): boolean {
  return status === 'wait' || status === 'reg'
}

/** Whether a deposit or withdrawal may still change: pending, or in a state that only the upstream knows. */
export function isOpen(transaction: WithStatus): boolean {
  return Boolean(transaction.status) && !isDone(transaction) && !isCancelled(transaction)
}
