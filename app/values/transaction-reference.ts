import type { ParsedAmount } from './balance'
import { minutes, seconds } from './durations'
import type { Transaction, TransactionList } from './transaction'

/**
 * What identifies a deposit or withdrawal: its id in the upstream's list. An upstream without ids leaves its amount and
 * its time; of one that was just sent, and is not listed yet, its amount and a time that it is not older than. Two of one
 * amount, sent within seconds to such an upstream, may then be taken for each other; both are shown, and no money hangs on it.
 */
export type TransactionReference = { kind: Transaction['kind'] } & ReferenceBy

type ReferenceBy =
  | { by: 'id'; id: string }
  /** `amount` in won, `atMs` in milliseconds since the epoch. */
  | { by: 'time' | 'sending'; amount: number; atMs: number }

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
export function referenceTo({
  kind,
  id = '',
  amount,
  at,
  listing,
}: Pick<Transaction, 'kind' | 'id' | 'amount' | 'at' | 'listing'>): TransactionReference {
  if (/^[\w-]{1,40}$/.test(id)) return { kind, by: 'id', id }
  const atMs = Date.parse(at) || 0
  if (listing === 'listed') return { kind, by: 'time', amount: amount ?? 0, atMs }
  return { kind, by: 'sending', amount: amount ?? 0, atMs: atMs - clockSkewMs }
}

/** The text that identifies a transaction on its page and in a cookie. */
export function keyOf(transaction: Parameters<typeof referenceTo>[0]): string {
  return formatReference(referenceTo(transaction))
}

/**
 * Finds a transaction among the rows of its list, newest first.
 *
 * @param isTaken whether a row is known to be another transaction that was sent as well.
 */
export function findTransaction<Row extends { id?: string | undefined; amount?: ParsedAmount; at: string }>(
  rows: readonly Row[],
  reference: ReferenceBy,
  isTaken: (row: Row) => boolean = () => false,
): Row | undefined {
  if (reference.by === 'id') return rows.find(({ id }) => id === reference.id)
  const { by, amount, atMs } = reference
  const ofAmount = rows.filter((row) => Math.abs(row.amount ?? 0) === amount)
  return by === 'time'
    ? ofAmount.find(({ at }) => (Date.parse(at) || 0) === atMs)
    : ofAmount.find((row) => Date.parse(row.at) >= atMs && !isTaken(row))
}

const kinds = { d: 'deposit', w: 'withdraw' } as const
const ways = { i: 'id', t: 'time', s: 'sending' } as const
const entryPattern = /^([dw])([its])\.([\w-]{1,40})(?:\.([0-9a-z]{1,9}))?$/
const separator = '!'

/** A reference as text that a cookie can hold. */
export function formatReference(reference: TransactionReference): string {
  const start = `${reference.kind.charAt(0)}${reference.by.charAt(0)}`
  if (reference.by === 'id') return `${start}.${reference.id}`
  return `${start}.${reference.amount}.${Math.max(0, reference.atMs).toString(36)}`
}

/** Parses a cookie's text of one reference. @returns undefined for what is none. */
export function parseReference(entry: string): TransactionReference | undefined {
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
