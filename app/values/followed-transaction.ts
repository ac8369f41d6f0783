/** A deposit or withdrawal under way. Without `id` it is known by its sum in won and by the time it is not older than. */
export type FollowedTransaction = {
  list: 'deposit' | 'withdraw'
  won: number | undefined
  sinceMs: number
  id?: string | undefined
}

const lists = { d: 'deposit', w: 'withdraw' } as const
const entryPattern = /^([dw])\.(\d{1,15})\.([0-9a-z]{1,9})\.([\w-]{0,40})$/
const separator = '!'

/** As text that a cookie can hold. An id of other characters is left out: its sum and time tell which one it is. */
export function formatEntry({ list, won = 0, sinceMs, id = '' }: FollowedTransaction): string {
  return [list.charAt(0), won, (sinceMs || 0).toString(36), /^[\w-]{1,40}$/.test(id) ? id : ''].join('.')
}

/** @returns undefined for what is no entry. */
export function parseEntry(entry: string): FollowedTransaction | undefined {
  const [, list, won, sinceMs = '', id] = entryPattern.exec(entry) ?? []
  if (list === undefined) return undefined
  return {
    list: lists[list as keyof typeof lists],
    won: Number(won),
    sinceMs: Number.parseInt(sinceMs, 36),
    id: id || undefined,
  }
}

/** The entries of a cookie; none without one. */
export function splitEntries(text: string | undefined): string[] {
  return text ? text.split(separator) : []
}

/** The text of a cookie of entries. */
export function joinEntries(entries: readonly string[]): string {
  return entries.join(separator)
}
