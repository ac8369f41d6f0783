import { type ParsedAmount, subtract } from './balance'
import { numberedMessages } from './numbered-messages'

/** The lists in which an upstream keeps what moved money: `get-deposit-list` and so on. */
export type TransactionList = 'deposit' | 'withdraw' | 'comp'

/** A deposit or withdrawal of a member, as its row of the upstream's list or its form says it. */
export type Transaction = {
  kind: 'deposit' | 'withdraw'
  /** Undefined where the upstream gives none, or has not listed it yet. */
  id?: string | undefined
  /** What was asked for, in won, never negative. */
  amount: ParsedAmount
  /** The part of `amount` that the payment method charges, in won. */
  fee?: ParsedAmount
  /** When it was asked for, ISO 8601; '' when the upstream did not say. */
  at: string
  /** When it was done or cancelled, ISO 8601; undefined or '' when the upstream did not say. */
  settledAt?: string | undefined
  /** The status in the upstream's word; undefined until it is listed. */
  status?: string | undefined
  /** Where a pending one stands, if the upstream says so. */
  stage?: 'unpaid' | 'crediting' | 'checking' | 'sent' | undefined
  /** Its payment page, while it can still be paid, and when that page ends, ISO 8601. */
  payUrl?: string | undefined
  expiresAt?: string | undefined
  /** Why it was cancelled, in the member's language. */
  reason?: string | undefined
  /** The wallet's balance after it, in won. */
  after?: ParsedAmount
  /** Whether its list shows it, will show it, or does not exist at this upstream. */
  listing: 'listed' | 'expected' | 'no-list'
  /** How it is paid, where that is known. */
  paidBy?: 'transfer' | 'payment' | undefined
  /** The payment method's name in the page's language. */
  method?: string | undefined
  /** How long one usually takes, or that this one has taken longer: a sentence. */
  estimatedTime?: string | undefined
}

/** Messages that a deposit or withdrawal was accepted; what comes next is said by the same key with `.text`. */
export const acceptedMessages = {
  deposit: numberedMessages.depositAccepted,
  withdraw: numberedMessages.withdrawalAccepted,
} as const

type WithStatus = Pick<Transaction, 'status'>

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

/**
 * What the transaction brings to the account it goes to, in won. A missing fee is none; with one that could not be read
 * nobody knows: undefined.
 */
export function netAmount({ amount, fee }: Pick<Transaction, 'amount' | 'fee'>): ParsedAmount {
  const net = amount && subtract(amount, fee)
  return net && Math.max(0, net)
}
