import type { ReadWon } from './balance'

/**
 * A deposit or withdrawal under way, as a page knows it: by its id; without one by its sum in won and its time in
 * milliseconds since the epoch; or just sent, not listed yet, by its sum and a time that it is not older than.
 */
export type FollowedTransaction = { list: 'deposit' | 'withdraw' } & (
  | { by: 'id'; id: string }
  | { by: 'time' | 'sending'; won: number; atMs: number }
)

const lists = { d: 'deposit', w: 'withdraw' } as const
const ways = { i: 'id', t: 'time', s: 'sending' } as const
const entryPattern = /^([dw])([its])\.([\w-]{1,40})(?:\.([0-9a-z]{1,9}))?$/
const separator = '!'

/** What identifies a listed transaction. An id that no cookie can hold is left out. @param listed.at ISO 8601. */
export function toFollowed(listed: {
  list: FollowedTransaction['list']
  id?: string | number | undefined
  won?: ReadWon
  at: string
}): FollowedTransaction {
  const { list, won, at } = listed
  const id = String(listed.id ?? '')
  return /^[\w-]{1,40}$/.test(id)
    ? { list, by: 'id', id }
    : { list, by: 'time', won: Math.abs(won ?? 0), atMs: Date.parse(at) || 0 }
}

/** As text that a cookie can hold. */
export function formatEntry(followed: FollowedTransaction): string {
  const start = `${followed.list.charAt(0)}${followed.by.charAt(0)}`
  if (followed.by === 'id') return `${start}.${followed.id}`
  return `${start}.${followed.won}.${followed.atMs.toString(36)}`
}

/** @returns undefined for what is no entry. */
export function parseEntry(entry: string): FollowedTransaction | undefined {
  const [, listLetter, wayLetter, first = '', time] = entryPattern.exec(entry) ?? []
  if (listLetter === undefined) return undefined
  const list = lists[listLetter as keyof typeof lists]
  const by = ways[wayLetter as keyof typeof ways]
  if (by === 'id') return { list, by, id: first }
  return { list, by, won: Number(first) || 0, atMs: Number.parseInt(time ?? '', 36) || 0 }
}

/** The entries of a cookie; none without one. */
export function splitEntries(text: string | undefined): string[] {
  return text ? text.split(separator) : []
}

/** The text of a cookie of entries. */
export function joinEntries(entries: readonly string[]): string {
  return entries.join(separator)
}
