/** A day in Seoul: none is longer or shorter. */
export const dayMs = 24 * 60 * 60_000
/** Seoul is nine hours ahead of UTC all year. */
const aheadMs = 9 * 60 * 60_000

/** The beginning of the calendar day in Seoul that a moment lies in. */
export function startOfDay(moment: Date): Date {
  return new Date(Math.floor((moment.getTime() + aheadMs) / dayMs) * dayMs - aheadMs)
}

/**
 * The moments between two calendar days in Seoul, both inclusive, as [first, past the last]. A day that is not named
 * leaves its side open.
 *
 * @param days YYYY-MM-DD
 */
export function momentsOf(days: { from?: string; to?: string }): [Date | null, Date | null] {
  const start = (day: string, add: number) => new Date(Date.parse(`${day}T00:00:00Z`) - aheadMs + add)
  return [days.from === undefined ? null : start(days.from, 0), days.to === undefined ? null : start(days.to, dayMs)]
}

/** A moment's calendar day in Seoul, YYYY-MM-DD. */
export function dayOf(moment: Date): string {
  return timeOf(moment).slice(0, 10)
}

/** A moment on the clocks of Seoul, YYYY-MM-DD HH:mm:ss. */
export function timeOf(moment: Date): string {
  return new Date(moment.getTime() + aheadMs).toISOString().slice(0, 19).replace('T', ' ')
}
