import { type ParsedAmount, subtract } from './balance'
import { hours, minutes, seconds } from './durations'
import { numberedMessages } from './numbered-messages'

/** The lists in which an upstream keeps what moved money: `get-deposit-list` and so on. */
export type TransactionList = 'deposit' | 'withdraw' | 'comp'

/** Where a pending transaction stands: its payment page was not finished, or nothing is awaited from the member. */
export const transactionStages = ['unpaid', 'crediting', 'checking', 'sent'] as const

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
  /** A `State`, or a word that only its upstream knows; undefined until it is listed. Source: docs/product.md, statuses. */
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
  /** How it is paid, where that is known: by bank transfer, or on a payment page. */
  paidBy?: 'bank' | 'payment' | undefined
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

/** Whether a deposit or withdrawal was cancelled: no money moved. */
export function isCancelled({ status }: WithStatus): boolean {
  return status === 'cancelled'
}

/** Whether a deposit or withdrawal is finished: its money moved. */
export function isDone({ status }: WithStatus): boolean {
  return status === 'done'
}

/**
 * Whether a deposit or withdrawal may still change: it waits, or its status is a word that only the upstream knows. A row that
 * is listed without a status is neither pending nor known to be settled: it stands among the last ones, and nothing is awaited.
 */
export function isPending(transaction: WithStatus): boolean {
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

/**
 * What identifies a deposit or withdrawal: its id in the upstream's list. An upstream without ids leaves its amount and
 * its time; of one that was just sent, and is not listed yet, its amount and a time that it is not older than. Two of one
 * amount, sent within seconds to such an upstream, may then be taken for each other; both are shown, and no money hangs on it.
 */
export type TransactionIdentity = { kind: Transaction['kind'] } & IdentityBy

type IdentityBy =
  | { by: 'id'; id: string }
  /** `amount` in won, `atMs` in milliseconds since the epoch. */
  | { by: 'time' | 'sending'; amount: number; atMs: number }

/** How long a payment page can be used, and a deposit by payment service waits for its payer. */
export const paymentPageLifetimeMs = hours(12)

/** How far the upstream's clock may be behind the site's when a transaction is looked up. */
export const clockSkewMs = seconds(5)

/** How far back a transaction is looked up when the same form was sent before. */
const repeatLookbackMs = minutes(10)

/**
 * What a form has sent: the list that its upstream keeps it in, its amount in won or points, and when the form arrived, in
 * milliseconds since the epoch.
 */
export type SentTransaction<Kind = TransactionList> = { kind: Kind; amount: number; startedAtMs: number }

/**
 * The time that a sent transaction is listed as no older than, in milliseconds since the epoch.
 *
 * @param isRepeat whether the response is that of the same form sent before.
 */
export function sentSinceMs({ startedAtMs }: Pick<SentTransaction, 'startedAtMs'>, isRepeat: boolean): number {
  return startedAtMs - (isRepeat ? repeatLookbackMs : clockSkewMs)
}

/** What identifies a transaction. An id that no cookie can hold is left out. */
export function identityOf({
  kind,
  id = '',
  amount,
  at,
  listing,
}: Pick<Transaction, 'kind' | 'id' | 'amount' | 'at' | 'listing'>): TransactionIdentity {
  if (/^[\w-]{1,40}$/.test(id)) return { kind, by: 'id', id }
  const atMs = Date.parse(at) || 0
  if (listing === 'listed') return { kind, by: 'time', amount: amount ?? 0, atMs }
  return { kind, by: 'sending', amount: amount ?? 0, atMs: atMs - clockSkewMs }
}

/** The text that identifies a transaction on its page and in a cookie. */
export function keyOf(transaction: Parameters<typeof identityOf>[0]): string {
  return formatIdentity(identityOf(transaction))
}

/**
 * Finds a transaction among the rows of its list, newest first.
 *
 * @param isTaken whether a row is known to be another transaction that was sent as well.
 */
export function findTransaction<Row extends { id?: string | undefined; amount?: ParsedAmount; at: string }>(
  rows: readonly Row[],
  identity: IdentityBy,
  isTaken: (row: Row) => boolean = () => false,
): Row | undefined {
  if (identity.by === 'id') return rows.find(({ id }) => id === identity.id)
  const { by, amount, atMs } = identity
  const ofAmount = rows.filter((row) => Math.abs(row.amount ?? 0) === amount)
  return by === 'time'
    ? ofAmount.find(({ at }) => (Date.parse(at) || 0) === atMs)
    : ofAmount.find((row) => Date.parse(row.at) >= atMs && !isTaken(row))
}

const kinds = { d: 'deposit', w: 'withdraw' } as const
const ways = { i: 'id', t: 'time', s: 'sending' } as const
const entryPattern = /^([dw])([its])\.([\w-]{1,40})(?:\.([0-9a-z]{1,9}))?$/
const separator = '!'

/** An identity as text that a cookie can hold. */
export function formatIdentity(identity: TransactionIdentity): string {
  const start = `${identity.kind.charAt(0)}${identity.by.charAt(0)}`
  if (identity.by === 'id') return `${start}.${identity.id}`
  return `${start}.${identity.amount}.${Math.max(0, identity.atMs).toString(36)}`
}

/** Parses a cookie's text of one identity. @returns undefined for what is none. */
export function parseIdentity(entry: string): TransactionIdentity | undefined {
  const [, kindLetter, wayLetter, first = '', time] = entryPattern.exec(entry) ?? []
  if (kindLetter === undefined) return undefined
  const kind = kinds[kindLetter as keyof typeof kinds]
  const by = ways[wayLetter as keyof typeof ways]
  if (by === 'id') return { kind, by, id: first }
  return { kind, by, amount: Number(first) || 0, atMs: Number.parseInt(time ?? '', 36) || 0 }
}

/** The entries of a cookie; none without one. */
export function splitEntries(text: string | undefined): string[] {
  return text ? text.split(separator) : []
}

/** The text of a cookie of entries. */
export function joinEntries(entries: readonly string[]): string {
  return entries.join(separator)
}
