import { days, hours } from './durations'

export type Day = string

/** Seoul is nine hours ahead of UTC all year. Adding a constant is fast enough for files with ten thousand dates. */
const seoulOffsetMs = hours(9)

/** Dates with four-digit years, to the end of the last day in Seoul. */
const displayableDates = { from: Date.UTC(1000, 0, 1), to: Date.UTC(9999, 11, 31, 15) }

/** Formats milliseconds since the epoch as Seoul time, YYYY-MM-DDTHH:mm:ss.sssZ. */
const seoulClock = (timestamp: number): string => new Date(timestamp + seoulOffsetMs).toISOString()

export const toSeoulDay = (timestamp: number): Day => seoulClock(timestamp).slice(0, 10)

export const seoulDayNumber = (moment: Date): number => Math.floor((moment.getTime() + seoulOffsetMs) / days(1))

/** Formats a moment as Seoul time, YYYY-MM-DD HH:mm:ss. */
export const formatSeoulTime = (moment: Date): string => seoulClock(moment.getTime()).slice(0, 19).replace('T', ' ')

/** Returns whether a text is a time in UTC (ISO 8601), as in the results of back-office commands. */
export const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text)

export function formatSeoulMinute(iso: string | undefined): string {
  const timestamp = parseTimestamp(iso)
  return timestamp === undefined ? '' : seoulClock(timestamp).slice(0, 16).replace('T', ' ')
}

/** Formats a time as 오늘 11:38, 내일 11:38 or 어제 11:38. Other days include the date. @param nowMs may be NaN */
export function formatNearTime(iso: string | undefined, nowMs: number, lang: string): string {
  const [day, clock] = formatSeoulMinute(iso).split(' ')
  const offset = [0, 1, -1].find((count) => nowMs > 0 && toSeoulDay(nowMs + days(count)) === day)
  if (offset === undefined) return formatSeoulMinute(iso)
  return `${new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(offset, 'day')} ${clock}`
}

/** Parses ISO 8601 into milliseconds. Returns undefined if it is missing, invalid or outside the years 1000 to 9999. */
function parseTimestamp(iso: string | undefined): number | undefined {
  const timestamp = iso ? Date.parse(iso) : Number.NaN
  return timestamp >= displayableDates.from && timestamp < displayableDates.to ? timestamp : undefined
}

/** Parses a Seoul time such as `2026-03-01 15:00`, or the next `15:00`. Returns undefined for other text. */
export function parseSeoulMinute(text: string, now: Date): Date | undefined {
  const [, day, time] = /^(?:(\d{4}-\d\d-\d\d)[ T])?((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(text.trim()) ?? []
  if (time === undefined || (day !== undefined && !isCalendarDay(day))) return undefined
  const today = new Date(`${day ?? toSeoulDay(now.getTime())}T${time}:00+09:00`)
  return day === undefined && today <= now ? new Date(today.getTime() + days(1)) : today
}

export function startOfSeoulDay(moment: Date): Date {
  return new Date(Math.floor((moment.getTime() + seoulOffsetMs) / days(1)) * days(1) - seoulOffsetMs)
}

export function startOfSeoulWeek(moment: Date): Date {
  const today = startOfSeoulDay(moment).getTime()
  return new Date(today - days((new Date(today + seoulOffsetMs).getUTCDay() + 6) % 7))
}

export function startOfSeoulMonth(moment: Date): Date {
  return new Date(Date.parse(`${toSeoulDay(moment.getTime()).slice(0, 7)}-01T00:00:00Z`) - seoulOffsetMs)
}

/** Returns the same time in Seoul some months later, or on the last day of that month if it is shorter. */
export function monthsAfter(moment: Date, months: number): Date {
  const startMs = startOfSeoulDay(moment).getTime()
  const laterDay = monthsBefore(toSeoulDay(startMs), -months)
  return new Date(Date.parse(`${laterDay}T00:00:00Z`) - seoulOffsetMs + (moment.getTime() - startMs))
}

/** Returns the start and the exclusive end of a range of days in Seoul, with null for a missing day. */
export function seoulDayBounds({ from, to }: { from?: Day; to?: Day }): [Date | null, Date | null] {
  const start = (day: Day, offsetMs: number) => new Date(Date.parse(`${day}T00:00:00Z`) - seoulOffsetMs + offsetMs)
  return [from === undefined ? null : start(from, 0), to === undefined ? null : start(to, days(1))]
}

export function daysBefore(day: Day, count: number): Day {
  return new Date(Date.parse(day) - days(count)).toISOString().slice(0, 10)
}

/** Counts the days of an inclusive period. */
export const daysBetween = (from: Day, to: Day) => (Date.parse(to) - Date.parse(from)) / days(1) + 1

/** Returns the same day in an earlier month, or the last day of that month if it is shorter. */
export function monthsBefore(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - months, 1))
  const lastDate = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, lastDate))
  return first.toISOString().slice(0, 10)
}

export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const timestamp = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(timestamp.getTime()) && timestamp.toISOString().slice(0, 10) === text
}
