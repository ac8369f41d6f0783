import { type Day, daysBefore, isDay, monthsBefore } from './days'
import { monthsBack } from './limits'

/** The tabs of the history. */
export const tabs = ['money', 'bets', 'comp'] as const
export type Tab = (typeof tabs)[number]

/** Preset ranges, all ending today. */
export const rangeNames = ['2w', '1m', '3m', '12m'] as const
export type RangeName = (typeof rangeNames)[number]

const daysInTwoWeeks = 14

/** Days in Seoul, both inclusive; `name` when it is a preset range. */
export type Range = { from: Day; to: Day; name?: RangeName }

/** An error of a typed date; `day` is the limit that it exceeds. */
export type WrongDate = {
  name: 'from' | 'to'
  message: 'user.history.date.wrong' | 'user.history.date.early' | 'user.history.date.late' | 'user.history.date.order'
  day?: Day
}

/** The parsed query of the history page. */
export type Asked = {
  tab: Tab
  range: Range
  /** From 1. */
  page: number
  /** The dates as typed, when they are invalid; `range` is then the first preset. */
  typed?: { from: string; to: string }
  wrong: WrongDate[]
}

/** The earliest day that the history shows. */
export function firstDay(today: Day): Day {
  return monthsBefore(today, monthsBack)
}

/** The days of a preset range. */
export function readyRange(name: RangeName, today: Day): Range {
  switch (name) {
    case '2w':
      return { name, from: daysBefore(today, daysInTwoWeeks - 1), to: today }
    case '1m':
      return { name, from: monthsBefore(today, 1), to: today }
    case '3m':
      return { name, from: monthsBefore(today, 3), to: today }
    case '12m':
      return { name, from: firstDay(today), to: today }
    default:
      return name satisfies never
  }
}

/**
 * Parses `?tab=`, `?range=` or `?from=&to=`, and `?page=`. A missing `from` is the earliest day, a missing `to` is
 * today. An unknown tab, range or page becomes the first one; an invalid date is reported in `wrong`.
 *
 * @param today the day in Seoul.
 */
export function readAsked(search: URLSearchParams, today: Day): Asked {
  const tab = tabs.find((name) => name === search.get('tab')) ?? tabs[0]
  const asked = search.get('page') ?? ''
  const page = /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : 1
  const [from = '', to = ''] = [search.get('from') ?? '', search.get('to') ?? ''].map((date) => date.trim())
  if (from === '' && to === '') {
    const name = rangeNames.find((known) => known === search.get('range')) ?? rangeNames[0]
    return { tab, page, range: readyRange(name, today), wrong: [] }
  }
  const wrong = wrongDates(from, to, today)
  if (wrong.length > 0) {
    const typed = { from: short(from), to: short(to) }
    return { tab, page: 1, range: readyRange(rangeNames[0], today), typed, wrong }
  }
  return { tab, page, range: { from: from || firstDay(today), to: to || today }, wrong: [] }
}

function wrongDates(from: string, to: string, today: Day): WrongDate[] {
  const wrong: WrongDate[] = []
  for (const [name, date] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (date === '') continue
    if (!isDay(date)) wrong.push({ name, message: 'user.history.date.wrong' })
    else if (date < firstDay(today)) wrong.push({ name, message: 'user.history.date.early', day: firstDay(today) })
    else if (date > today) wrong.push({ name, message: 'user.history.date.late', day: today })
  }
  if (wrong.length === 0 && from !== '' && to !== '' && from > to) {
    wrong.push({ name: 'from', message: 'user.history.date.order' })
  }
  return wrong
}

/** Truncates an invalid date before it is shown again in its field. */
function short(typed: string): string {
  const charactersMax = 40
  return typed.slice(0, charactersMax)
}

/** Formats a tab, range and page as the query that `readAsked` parses. */
export function queryOf({ tab, range, page = 1 }: { tab: Tab; range: Range; page?: number }): string {
  const query = new URLSearchParams({ tab })
  if (range.name !== undefined) query.set('range', range.name)
  else for (const end of ['from', 'to'] as const) query.set(end, range[end])
  if (page > 1) query.set('page', String(page))
  return query.toString()
}

/** The URL of the CSV file of a tab and its whole range. */
export function fileAddress(view: { tab: Tab; range: Range }): string {
  return `/user/history.csv?${queryOf(view)}`
}
