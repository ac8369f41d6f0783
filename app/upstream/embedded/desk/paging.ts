/** Rows on a page of the desk. */
const perPage = 50

/** The limit and offset of a page, from 1. */
export function pageOf(page: number): string {
  return `limit ${perPage} offset ${(page - 1) * perPage}`
}

/** What is told beside a page's rows. */
export function pagesOf(total: number, page: number): { total: number; page: number; pages: number } {
  return { total, page, pages: Math.max(1, Math.ceil(total / perPage)) }
}

/** A sum in whole won as JSON carries it: a number, or a string of digits where a number would not be exact. */
export function wonOf(won: bigint): number | string {
  const number = Number(won)
  return Number.isSafeInteger(number) ? number : String(won)
}

/** A moment on the wire. */
export function moment(at: Date): string
export function moment(at: Date | null): string | null
export function moment(at: Date | null): string | null {
  return at === null ? null : at.toISOString()
}
