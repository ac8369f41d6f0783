import { type ParsedAmount, subtract } from './balance'
import { numberedMessages } from './numbered-messages'

/** The lists in which an upstream keeps what moved money: `get-deposit-list` and so on. */
export type TransactionList = 'deposit' | 'withdraw' | 'comp'

/** Where a pending transaction stands: its payment page was not finished, or nothing is awaited from the member. */
export const transactionStages = ['unpaid', 'crediting', 'checking', 'sent'] as const

/**
 * What the words of a status mean, as the contract spells them; other words are an upstream's own and are shown unchanged.
 * Done: its money moved. Cancelled: none did. Source: docs/product.md, statuses.
 */
const statuses = new Map([
  ['wait', 'pending'],
  ['reg', 'pending'],
  ['already', 'done'],
  ['alread', 'done'],
  ['cansel', 'cancelled'],
] as const)

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
  stage?: (typeof transactionStages)[number] | undefined
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

/** What a status means; undefined for a word that only its upstream knows. */
export function meaningOf(status: string | undefined): 'pending' | 'done' | 'cancelled' | undefined {
  return statuses.get(status as never)
}

/** Whether a deposit or withdrawal was cancelled: no money moved. */
export function isCancelled({ status }: WithStatus): boolean {
  return meaningOf(status) === 'cancelled'
}

/** Whether a deposit or withdrawal is finished: its money moved. */
export function isDone({ status }: WithStatus): boolean {
  return meaningOf(status) === 'done'
}

/** Whether a deposit or withdrawal is still pending. */
export function isPending({ status }: WithStatus): boolean {
  return meaningOf(status) === 'pending'
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
