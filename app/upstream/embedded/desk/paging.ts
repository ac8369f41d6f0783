const perPage = 50

/** Returns the SQL limit and offset of a page, counted from 1. */
export function pageOf(page: number): string {
  return `limit ${perPage} offset ${(page - 1) * perPage}`
}

/** Returns the paging fields of a list's answer. */
export function pagesOf(total: number, page: number): { total: number; page: number; pages: number } {
  return { total, page, pages: Math.max(1, Math.ceil(total / perPage)) }
}

/** Converts whole won to JSON: a number, or a string of digits past 2^53-1. */
export function wonOf(won: bigint): number | string {
  const number = Number(won)
  return Number.isSafeInteger(number) ? number : String(won)
}

/** Formats a time as ISO 8601 in UTC. */
export function moment(at: Date): string
export function moment(at: Date | null): string | null
export function moment(at: Date | null): string | null {
  return at === null ? null : at.toISOString()
}
