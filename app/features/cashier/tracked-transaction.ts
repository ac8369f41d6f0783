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
  /** Whether the upstream has a list to look it up in. */
  isListed: boolean
  /** Whether it is known to be a bank transfer. */
  isTransfer: boolean
  /** How long one usually takes, in words. */
  usual?: string | undefined
}

/** The transactions that wait, as a page follows them. */
export type WaitingTransactions = {
  /** Of each list the newest, newest first. */
  tracked: TrackedTransaction[]
  /** How many more wait, which only the history shows. */
  untrackedCount: number
}

export type Receipt = TrackedTransaction & {
  /** The name of the payment method; undefined when the upstream did not say. */
  method?: string | undefined
}

/** What the transaction brings to the account it goes to, in won. */
export function arrivingWon({ won, fee = 0 }: Pick<TrackedTransaction, 'won' | 'fee'>): number {
  return Math.max(0, won - fee)
}
