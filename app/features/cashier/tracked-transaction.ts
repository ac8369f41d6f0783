import type { AccountRequest } from './account-request.server'

/** A deposit or withdrawal as its receipt and its tracker show it. */
export type TrackedTransaction = {
  list: 'deposit' | 'withdraw'
  /** From the upstream's list; undefined when it is not listed, or without an id. */
  id?: string | undefined
  /** In won. */
  won: number
  /** The part of `won` that the payment method charges. */
  fee?: number | undefined
  /** ISO 8601; '' when the upstream did not say. */
  at: string
  /** When it was done or cancelled, ISO 8601; undefined or '' when the upstream did not say. */
  settledAt?: string | undefined
  /** Undefined when it is not listed. */
  status?: string | undefined
  /** Where a waiting one stands, if the upstream says so. */
  stage?: 'unpaid' | 'crediting' | 'checking' | 'sent' | undefined
  /** Its payment page, while it can still be paid, and when that page ends, ISO 8601. */
  payUrl?: string | undefined
  expiresAt?: string | undefined
  /** Why it was cancelled, in the member's language. */
  reason?: string | undefined
  /** The wallet's balance after it, in won. */
  after?: number | undefined
  /** Whether the upstream has a list to look it up in. */
  isListed: boolean
  /** Whether it is known to be a bank transfer. */
  isTransfer: boolean
  /** How long one usually takes, in words. */
  usual?: string | undefined
}

/** What may change while a transaction is under way. */
export type TransactionChange = { status: string } & Pick<
  TrackedTransaction,
  'settledAt' | 'stage' | 'payUrl' | 'expiresAt' | 'reason' | 'after'
>

/** The transactions that wait, as a page follows them. */
export type WaitingTransactions = {
  /** Of each list the newest, newest first. */
  tracked: TrackedTransaction[]
  /** How many more wait, which only the history shows. */
  untrackedCount: number
  /** What the amounts of each list add up to, in won. */
  sums: { list: TrackedTransaction['list']; won: number }[]
  /** The request for the account to pay into, where a deposit by bank transfer waits. */
  account?: AccountRequest | undefined
}

export type Receipt = TrackedTransaction & {
  /** The name of the payment method; undefined when the upstream did not say. */
  method?: string | undefined
}

/** What the transaction brings to the account it goes to, in won. */
export function arrivingWon({ won, fee = 0 }: Pick<TrackedTransaction, 'won' | 'fee'>): number {
  return Math.max(0, won - fee)
}

/** Those that wait besides one that the page shows already. */
export function withoutTransaction(
  waiting: WaitingTransactions,
  shown: TrackedTransaction | null,
): WaitingTransactions {
  const isShown = ({ list, id }: TrackedTransaction) => list === shown?.list && id === shown.id
  const again = waiting.tracked.find(isShown)
  if (!again) return waiting
  const tracked = waiting.tracked.filter((one) => one !== again)
  const sums = waiting.sums
    .map(({ list, won }) => ({ list, won: list === again.list ? won - again.won : won }))
    .filter(({ won }) => won > 0)
  return { ...waiting, tracked, sums }
}
