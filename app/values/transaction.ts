import { type ParsedAmount, subtract } from './balance'
import { hours, minutes, seconds } from './durations'

/** The upstream's lists of deposits, withdrawals and comp entries. */
export type TransactionList = 'deposit' | 'withdraw' | 'comp'

export const transactionStages = ['unpaid', 'crediting', 'checking', 'sent'] as const

export type Transaction = {
  kind: 'deposit' | 'withdraw'
  id?: string | undefined
  /** The requested amount in won, never negative. */
  amount: ParsedAmount
  /** The part of `amount` that the payment method takes as a fee, in won. */
  fee?: ParsedAmount
  /** The time of the request in ISO 8601, or '' if the upstream did not send it. */
  at: string
  /** When it was done or cancelled, in ISO 8601. Undefined or '' if the upstream did not send it. */
  settledAt?: string | undefined
  /** A `State`, or a status that only this upstream uses. Undefined until listed. Source: docs/calls.md, statuses. */
  status?: string | undefined
  /** Set only for a pending transaction. */
  stage?: (typeof transactionStages)[number] | undefined
  /** The payment page as long as the deposit can be paid. `expiresAt` is when that ends, in ISO 8601. */
  payUrl?: string | undefined
  /** The page on which the member can cancel the payment. */
  cancelUrl?: string | undefined
  expiresAt?: string | undefined
  cancellable?: boolean | undefined
  reason?: string | undefined
  /** Whether the money for this cancelled deposit was credited by another deposit. */
  paidApart?: boolean | undefined
  /** The wallet's balance after the transaction, in won. */
  after?: ParsedAmount
  /** Whether the upstream's list shows the transaction, will show it, or does not exist. */
  listing: 'listed' | 'expected' | 'no-list'
  paidBy?: 'bank' | 'payment' | undefined
  method?: string | undefined
  /** The bank and the masked account number to which a withdrawal is or was sent. */
  paidTo?: string | undefined
  /** How long the transaction had been pending when the server sent the response. */
  pendingMs?: number | undefined
  /** A sentence that says how long such a transaction usually takes, or that this one is late. */
  estimatedTime?: string | undefined
  isLate?: boolean | undefined
}

type WithStatus = Pick<Transaction, 'status'>

export function isCancelled({ status }: WithStatus): boolean {
  return status === 'cancelled'
}

/** Whether the operator refused a withdrawal. Members can cancel one themselves only on a payment service's page. */
export function isRefused({ kind, paidBy, status }: Pick<Transaction, 'kind' | 'paidBy' | 'status'>): boolean {
  return kind === 'withdraw' && paidBy !== 'payment' && isCancelled({ status })
}

/** Whether a bank deposit was cancelled although its money may be on its way. */
export function mayHaveBeenSent({ kind, paidBy, paidApart, status }: Transaction): boolean {
  return kind === 'deposit' && paidBy === 'bank' && !paidApart && isCancelled({ status })
}

export function isDone({ status }: WithStatus): boolean {
  return status === 'done'
}

/** Whether a deposit or withdrawal can still change. A row without a status is neither pending nor settled. */
export function isPending(transaction: WithStatus): boolean {
  return Boolean(transaction.status) && !isDone(transaction) && !isCancelled(transaction)
}

/** Sorts by the time of settlement. If the upstream sent none, the time of the request is used. */
export function newestFirst(rows: readonly Transaction[]): Transaction[] {
  return [...rows].sort((row, other) => lastChangeMs(other) - lastChangeMs(row))
}

/** Returns milliseconds since the epoch, or 0 if unknown. */
export function lastChangeMs({ settledAt, at }: Pick<Transaction, 'settledAt' | 'at'>): number {
  return Date.parse(settledAt || at) || 0
}

/** Returns what a transaction credits, in won, or undefined if the fee can't be read. A missing fee counts as 0. */
export function netAmount({ amount, fee }: Pick<Transaction, 'amount' | 'fee'>): ParsedAmount {
  const net = amount && subtract(amount, fee)
  return net && Math.max(0, net)
}

/**
 * Identifies a deposit or withdrawal by id. If the upstream has no ids, amount and time identify it. Two with the same
 * amount within seconds can then be confused, but no money depends on this.
 */
export type TransactionIdentity = { kind: Transaction['kind'] } & IdentityBy

type IdentityBy =
  | { by: 'id'; id: string }
  /** `amount` is in won, `atMs` in milliseconds since the epoch. */
  | { by: 'time' | 'sending'; amount: number; atMs: number }

/** How long a payment page is open, and how long a deposit waits for payment. */
export const paymentPageLifetimeMs = hours(12)

/** How long a back-office user's claim on a transaction lasts. */
export const claimMs = minutes(15)

export function isClaimed(claimedAt: Date | string | null, now: Date): boolean {
  return claimedAt !== null && new Date(claimedAt).getTime() + claimMs > now.getTime()
}

export const clockSkewMs = seconds(5)

/** How far back to look for a transaction if the same form has been sent before. */
const repeatLookbackMs = minutes(10)

/** A form that was sent: its list, its amount in won or points, and the time in milliseconds since the epoch. */
export type SentTransaction<Kind = TransactionList> = { kind: Kind; amount: number; startedAtMs: number }

/** Returns the earliest time at which a transaction that was sent can be listed, in milliseconds since the epoch. */
export function sentSinceMs({ startedAtMs }: Pick<SentTransaction, 'startedAtMs'>, isRepeat: boolean): number {
  return startedAtMs - (isRepeat ? repeatLookbackMs : clockSkewMs)
}

/** Returns a transaction's identity. An id that is too long for a cookie, or unsafe in one, is left out. */
export function identityOf(
  transaction: Pick<Transaction, 'kind' | 'id' | 'amount' | 'at' | 'listing'>,
): TransactionIdentity {
  const { kind, id = '', amount, at, listing } = transaction
  if (/^[\w-]{1,40}$/.test(id)) return { kind, by: 'id', id }
  const atMs = Date.parse(at) || 0
  if (listing === 'listed') return { kind, by: 'time', amount: amount ?? 0, atMs }
  return { kind, by: 'sending', amount: amount ?? 0, atMs: atMs - clockSkewMs }
}

export function keyOf(transaction: Parameters<typeof identityOf>[0]): string {
  return formatIdentity(identityOf(transaction))
}

/** Finds a transaction in a list. @param rows the newest first */
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

/** Parses one identity in a cookie's text. @returns undefined for any other text */
export function parseIdentity(entry: string): TransactionIdentity | undefined {
  const [, kindLetter, wayLetter, first = '', time] = entryPattern.exec(entry) ?? []
  if (kindLetter === undefined) return undefined
  const kind = kinds[kindLetter as keyof typeof kinds]
  const by = ways[wayLetter as keyof typeof ways]
  if (by === 'id') return { kind, by, id: first }
  return { kind, by, amount: Number(first) || 0, atMs: Number.parseInt(time ?? '', 36) || 0 }
}

export function splitEntries(text: string | undefined): string[] {
  return text ? text.split(separator) : []
}

export function joinEntries(entries: readonly string[]): string {
  return entries.join(separator)
}
