import { type ParsedAmount, subtract } from './balance'
import { hours, minutes, seconds } from './durations'

/** The upstream's lists of deposits, withdrawals and comp. */
export type TransactionList = 'deposit' | 'withdraw' | 'comp'

export const transactionStages = ['unpaid', 'crediting', 'checking', 'sent'] as const

export type Transaction = {
  kind: 'deposit' | 'withdraw'
  id?: string | undefined
  /** The requested amount in won, never negative. */
  amount: ParsedAmount
  /** The fee of the payment method, in won. It is part of `amount`. */
  fee?: ParsedAmount
  /** The time of the request in ISO 8601, or '' if missing. */
  at: string
  /** When it was done or cancelled, in ISO 8601. Undefined or '' if missing. */
  settledAt?: string | undefined
  /** A `State` or an upstream's own status. Undefined if the transaction is not listed yet. Source: docs/calls.md. */
  status?: string | undefined
  /** Set only while the transaction is pending. */
  stage?: (typeof transactionStages)[number] | undefined
  /** The payment page, while the deposit can be paid. It expires at `expiresAt`, in ISO 8601. */
  payUrl?: string | undefined
  cancelUrl?: string | undefined
  expiresAt?: string | undefined
  cancellable?: boolean | undefined
  reason?: string | undefined
  cancelledByMember?: boolean | undefined
  /** Whether another deposit credited the money for this cancelled deposit. */
  paidApart?: boolean | undefined
  /** The wallet balance after the transaction, in won. */
  after?: ParsedAmount
  /** Whether the upstream's list contains the transaction, will contain it later, or is missing altogether. */
  listing: 'listed' | 'expected' | 'no-list'
  paidBy?: 'bank' | 'payment' | undefined
  method?: string | undefined
  /** The bank and the masked account number of a withdrawal. */
  paidTo?: string | undefined
  /** Whether the member has another account since this withdrawal failed. */
  isAccountChanged?: boolean | undefined
  /** The name of the member's account. Set if the transaction failed because of the name. */
  owner?: string | undefined
  /** How long the transaction had been pending at the time of the response. */
  pendingMs?: number | undefined
  /** A sentence about how long such a transaction usually takes, or that this one is late. */
  estimatedTime?: string | undefined
  isLate?: boolean | undefined
}

type WithStatus = Pick<Transaction, 'status'>

export const isCancelled = ({ status }: WithStatus): boolean => status === 'cancelled'

/** Returns whether the operator refused a withdrawal. Members can cancel one only on a payment service's page. */
export function isRefused({ kind, paidBy, status }: Pick<Transaction, 'kind' | 'paidBy' | 'status'>): boolean {
  return kind === 'withdraw' && paidBy !== 'payment' && isCancelled({ status })
}

/** Returns whether a transaction failed because the account holder's name did not match. */
export function isAboutName({ status, reason = '' }: Pick<Transaction, 'status' | 'reason'>): boolean {
  return isCancelled({ status }) && /입금자|예금주|이름|\b(?:name|sender|holder)s?\b/i.test(reason)
}

/** Returns whether a bank deposit was cancelled although the member may have sent the money. */
export function mayHaveBeenSent({ kind, paidBy, paidApart, status }: Transaction): boolean {
  return kind === 'deposit' && paidBy === 'bank' && !paidApart && isCancelled({ status })
}

export const isDone = ({ status }: WithStatus): boolean => status === 'done'

/** Returns whether a deposit or withdrawal can still change. Without a status, it is neither pending nor settled. */
export function isPending(transaction: WithStatus): boolean {
  return Boolean(transaction.status) && !isDone(transaction) && !isCancelled(transaction)
}

/** Returns whether a transaction has a result that the member doesn't know, unlike the member's own cancellation. */
export function hasResult(transaction: Pick<Transaction, 'status' | 'cancelledByMember'>): boolean {
  return isDone(transaction) || (isCancelled(transaction) && !transaction.cancelledByMember)
}

/** Sorts by settlement time, or by request time if the upstream sent no settlement time. */
export function newestFirst(rows: readonly Transaction[]): Transaction[] {
  return [...rows].sort((row, other) => lastChangeMs(other) - lastChangeMs(row))
}

/** Returns milliseconds since the epoch, or 0 if unknown. */
export function lastChangeMs({ settledAt, at }: Pick<Transaction, 'settledAt' | 'at'>): number {
  return Date.parse(settledAt || at) || 0
}

/** Returns the credited amount in won, or undefined if the fee is unreadable. A missing fee counts as 0. */
export function netAmount({ amount, fee }: Pick<Transaction, 'amount' | 'fee'>): ParsedAmount {
  const net = amount && subtract(amount, fee)
  return net && Math.max(0, net)
}

/**
 * Identifies a deposit or withdrawal by id, or by amount and time if the upstream has no ids. Two transactions of the
 * same amount within seconds can then be confused, but no money depends on this.
 */
export type TransactionIdentity = { kind: Transaction['kind'] } & IdentityBy

type IdentityBy =
  | { by: 'id'; id: string }
  /** `amount` is in won, `atMs` in milliseconds since the epoch. */
  | { by: 'time' | 'sending'; amount: number; atMs: number }

/** How long a payment page stays open and a deposit waits for payment. */
export const paymentPageLifetimeMs = hours(12)

/** How long withdrawals are held after a password reset, a new phone or bank account, or a 2FA reset. */
export const withdrawalHoldMs = hours(24)

/** How long a back-office user's claim on a transaction lasts. */
export const claimMs = minutes(15)

/** With less of a claim left, its screen says to extend it before the money is sent. */
export const payingMs = minutes(10)

/** Returns whether a claim lasts for more than `forMs` from `now`. */
export function isClaimed(claimedAt: Date | string | null, now: Date, forMs = 0): boolean {
  return claimedAt !== null && new Date(claimedAt).getTime() + claimMs > now.getTime() + forMs
}

export const clockSkewMs = seconds(5)

/** How far back to look for a transaction if its form has been sent before. */
const repeatLookbackMs = minutes(10)

/** A submitted form: its list, its amount in won or points, and its time in milliseconds since the epoch. */
export type SentTransaction<Kind = TransactionList> = { kind: Kind; amount: number; startedAtMs: number }

/** Returns the earliest time at which a submitted transaction can be listed, in milliseconds since the epoch. */
export function sentSinceMs({ startedAtMs }: Pick<SentTransaction, 'startedAtMs'>, isRepeat: boolean): number {
  return startedAtMs - (isRepeat ? repeatLookbackMs : clockSkewMs)
}

/** Returns the fields that identify a transaction, without an id that is too long or unsafe for a cookie. */
export function identityOf(
  transaction: Pick<Transaction, 'kind' | 'id' | 'amount' | 'at' | 'listing'>,
): TransactionIdentity {
  const { kind, id = '', amount, at, listing } = transaction
  if (/^[\w-]{1,40}$/.test(id)) return { kind, by: 'id', id }
  const atMs = Date.parse(at) || 0
  if (listing === 'listed') return { kind, by: 'time', amount: amount ?? 0, atMs }
  return { kind, by: 'sending', amount: amount ?? 0, atMs: atMs - clockSkewMs }
}

export const keyOf = (transaction: Parameters<typeof identityOf>[0]): string => formatIdentity(identityOf(transaction))

/** Finds a transaction in a list. @param rows newest first */
export function findTransaction<Row extends { id?: string | undefined; amount?: ParsedAmount; at: string }>(
  rows: readonly Row[],
  identity: IdentityBy,
): Row | undefined {
  if (identity.by === 'id') return rows.find(({ id }) => id === identity.id)
  const { by, amount, atMs } = identity
  const ofAmount = rows.filter((row) => Math.abs(row.amount ?? 0) === amount)
  return by === 'time'
    ? ofAmount.find(({ at }) => (Date.parse(at) || 0) === atMs)
    : ofAmount.find(({ at }) => Date.parse(at) >= atMs)
}

const kinds = { d: 'deposit', w: 'withdraw' } as const
const ways = { i: 'id', t: 'time', s: 'sending' } as const
const entryPattern = /^([dw])([its])\.([\w-]{1,40})(?:\.([0-9a-z]{1,9}))?$/
const separator = '!'

export function formatIdentity(identity: TransactionIdentity): string {
  const start = `${identity.kind.charAt(0)}${identity.by.charAt(0)}`
  if (identity.by === 'id') return `${start}.${identity.id}`
  return `${start}.${identity.amount}.${Math.max(0, identity.atMs).toString(36)}`
}

/** Parses an identity from a cookie. @returns undefined if the text is invalid */
export function parseIdentity(entry: string): TransactionIdentity | undefined {
  const [, kindLetter, wayLetter, first = '', time] = entryPattern.exec(entry) ?? []
  if (kindLetter === undefined) return undefined
  const kind = kinds[kindLetter as keyof typeof kinds]
  const by = ways[wayLetter as keyof typeof ways]
  if (by === 'id') return { kind, by, id: first }
  return { kind, by, amount: Number(first) || 0, atMs: Number.parseInt(time ?? '', 36) || 0 }
}

export const splitEntries = (text: string | undefined): string[] => (text ? text.split(separator) : [])

export const joinEntries = (entries: readonly string[]): string => entries.join(separator)

/** Returns whether a bet paid exactly its stake. Upstreams don't say why, such as a tie, but nothing was won. */
export function isStakeReturned(bet: { balanceBet?: ParsedAmount; balanceWin?: ParsedAmount }): boolean {
  return Boolean(bet.balanceWin) && bet.balanceWin === bet.balanceBet
}
