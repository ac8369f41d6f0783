import { momentOf } from '~/i18n/formats'

/** A calendar day in Seoul as YYYY-MM-DD: such days compare as text. */
export type Day = string

const dayMs = 24 * 60 * 60_000
/** Seoul is nine hours ahead of UTC all year. */
const aheadMs = 9 * 60 * 60_000

/** The day in Seoul that a moment lies in, given in milliseconds since the epoch. */
export function seoulDay(moment: number): Day {
  return new Date(moment + aheadMs).toISOString().slice(0, 10)
}

/**
 * A moment as a clock in Seoul shows it, YYYY-MM-DD HH:mm; empty for an empty or broken one, or one past the calendar.
 * Plain arithmetic, because a file asks for it ten thousand times.
 */
export function seoulMinute(iso: string): string {
  const moment = momentOf(iso)
  if (moment === undefined) return ''
  return new Date(moment + aheadMs).toISOString().slice(0, 16).replace('T', ' ')
}

/** The day so many days earlier. */
export function daysBefore(day: Day, days: number): Day {
  return new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)
}

/** The same day so many months earlier; the month's last day where it has no such day. */
export function monthsBefore(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - months, 1))
  const lastDate = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, lastDate))
  return first.toISOString().slice(0, 10)
}

/** Whether a text names a day that is in the calendar. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text
}
