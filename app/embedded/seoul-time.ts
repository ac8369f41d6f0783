/** Length of a day in Seoul, which has no daylight saving time. */
export const dayMs = 24 * 60 * 60_000
/** Seoul is UTC+9 all year. */
const seoulOffsetMs = 9 * 60 * 60_000

/** Start of the calendar day in Seoul that contains a moment. */
export function startOfSeoulDay(moment: Date): Date {
  return new Date(Math.floor((moment.getTime() + seoulOffsetMs) / dayMs) * dayMs - seoulOffsetMs)
}

/**
 * Start and exclusive end of a range of calendar days in Seoul, both days inclusive; null where a day is missing.
 *
 * @param days YYYY-MM-DD
 */
export function seoulDayBounds(days: { from?: string; to?: string }): [Date | null, Date | null] {
  const start = (day: string, offsetMs: number) => new Date(Date.parse(`${day}T00:00:00Z`) - seoulOffsetMs + offsetMs)
  return [days.from === undefined ? null : start(days.from, 0), days.to === undefined ? null : start(days.to, dayMs)]
}

/** Formats a moment as its calendar day in Seoul, YYYY-MM-DD. */
export function formatSeoulDate(moment: Date): string {
  return formatSeoulTime(moment).slice(0, 10)
}

/** Formats a moment as Seoul time, YYYY-MM-DD HH:mm:ss. */
export function formatSeoulTime(moment: Date): string {
  return new Date(moment.getTime() + seoulOffsetMs).toISOString().slice(0, 19).replace('T', ' ')
}
