import { parseTimestamp } from '~/i18n/formats'

/** A calendar day in Seoul as YYYY-MM-DD; days compare as strings. */
export type Day = string

const dayMs = 24 * 60 * 60_000
/** Seoul is nine hours ahead of UTC all year. */
const seoulOffsetMs = 9 * 60 * 60_000

/** The day in Seoul at a time given in milliseconds since the epoch. */
export function toSeoulDay(timestamp: number): Day {
  return new Date(timestamp + seoulOffsetMs).toISOString().slice(0, 10)
}

/**
 * Formats an ISO 8601 date as YYYY-MM-DD HH:mm in Seoul; '' when it is empty, invalid or out of range. It is plain
 * arithmetic because a file formats up to ten thousand dates.
 */
export function formatSeoulMinute(iso: string): string {
  const timestamp = parseTimestamp(iso)
  if (timestamp === undefined) return ''
  return new Date(timestamp + seoulOffsetMs).toISOString().slice(0, 16).replace('T', ' ')
}

export function daysBefore(day: Day, days: number): Day {
  return new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)
}

/** The same day of an earlier month; that month's last day when it is shorter. */
export function monthsBefore(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - months, 1))
  const lastDate = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, lastDate))
  return first.toISOString().slice(0, 10)
}

/** Whether a text is YYYY-MM-DD and an existing calendar day. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const timestamp = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(timestamp.getTime()) && timestamp.toISOString().slice(0, 10) === text
}
