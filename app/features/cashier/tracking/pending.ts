import type { Won } from '~/values/amount'
import { addUp, type ReadWon, subtract } from '~/values/balance'
import { isOpen } from '~/values/transaction-status'
import type { AccountRequest } from '../deposit/account-request.server'

/** A deposit or withdrawal as its receipt and its tracker show it. */
export type TrackedTransaction = {
  list: 'deposit' | 'withdraw'
  /** From the upstream's list; undefined when it is not listed, or without an id. */
  id?: string | undefined
  /** In won, never negative. */
  won: ReadWon
  /** The part of `won` that the payment method charges. */
  fee?: ReadWon
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
  after?: ReadWon
  /** Whether the upstream has a list to look it up in. */
  isListed: boolean
  /** How it is paid, where that is known. */
  by?: 'transfer' | 'payment' | undefined
  /** How long one usually takes, and that this one has taken longer: a sentence. */
  usual?: string | undefined
}

/** The transactions that wait, as a page follows them. */
export type WaitingTransactions = {
  /** Of each list those on its first page, newest first. */
  tracked: TrackedTransaction[]
  /** How many more wait, which only the history shows. */
  untrackedCount: number
  /** What the amounts of each list add up to, in won; `isPartial`: one could not be read, and is not in it. */
  sums: { list: TrackedTransaction['list']; won: Won; isPartial?: true }[]
  /** The request for the account to pay into, where a deposit by bank transfer waits. */
  account?: AccountRequest | undefined
}

export type Receipt = TrackedTransaction & {
  /** The name of the payment method; undefined when the upstream did not say. */
  method?: string | undefined
}

/**
 * What the transaction brings to the account it goes to, in won. A missing fee is none; with one that could not be read
 * nobody knows: undefined.
 */
export function arrivingWon({ won, fee }: Pick<TrackedTransaction, 'won' | 'fee'>): ReadWon {
  const arriving = won && subtract(won, fee)
  return arriving && Math.max(0, arriving)
}

/** Whether both are one transaction: by id, or without ids by time and sum. */
export function isSameTransaction(one: TrackedTransaction, other: TrackedTransaction): boolean {
  if (one.list !== other.list || one.id !== other.id) return false
  return one.id !== undefined || (one.at === other.at && one.won === other.won)
}

/** Whether a transaction is under way, or not listed yet. */
export function mayChange({ status }: Pick<TrackedTransaction, 'status'>): boolean {
  return status === undefined || isOpen({ status })
}

/** What a listed transaction was last looked up as, if it was since; one that was listed as settled changes no more. */
export function findChange(
  listed: Pick<TrackedTransaction, 'status'>,
  changes: readonly TrackedTransaction[],
  isChange: (one: TrackedTransaction) => boolean,
): TrackedTransaction | undefined {
  return mayChange(listed) ? changes.findLast(isChange) : undefined
}

/** A transaction as it was last looked up. */
export function latestOf(loaded: TrackedTransaction, changes: readonly TrackedTransaction[]): TrackedTransaction {
  return findChange(loaded, changes, (one) => isSameTransaction(one, loaded)) ?? loaded
}

/** Those that wait besides some that the page shows already, or that have been settled since. */
export function withoutTransactions(
  waiting: WaitingTransactions,
  others: readonly TrackedTransaction[],
): WaitingTransactions {
  const isOther = (one: TrackedTransaction) => others.some((other) => isSameTransaction(one, other))
  const left = waiting.tracked.filter(isOther)
  const tracked = waiting.tracked.filter((one) => !isOther(one))
  const sums = waiting.sums
    .map((sum) => ({
      ...sum,
      won: sum.won - addUp(left.filter(({ list }) => list === sum.list).map(({ won }) => won)),
    }))
    .filter(({ list, won }) => won > 0 || tracked.some((one) => one.list === list))
  return { ...waiting, tracked, sums }
}
