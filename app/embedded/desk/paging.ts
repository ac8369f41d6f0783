const rowsPerPage = 50

/** Returns the SQL limit and offset of a page, counted from 1. */
export function rowsOfPage(page: number): string {
  return `limit ${rowsPerPage} offset ${(page - 1) * rowsPerPage}`
}

/** Returns the paging fields of a list's answer. */
export function pagingFields(total: number, page: number): { total: number; page: number; pages: number } {
  return { total, page, pages: Math.max(1, Math.ceil(total / rowsPerPage)) }
}

/** Converts whole won to JSON: a number, or a string of digits past 2^53-1. */
export function wonToJson(won: bigint): number | string {
  const number = Number(won)
  return Number.isSafeInteger(number) ? number : String(won)
}

/** Formats a time as ISO 8601 in UTC. */
export function isoTime(at: Date): string
export function isoTime(at: Date | null): string | null
export function isoTime(at: Date | null): string | null {
  return at === null ? null : at.toISOString()
}
