import { type Day, daysBefore, isDay, monthsBefore } from './days'
import { monthsBack } from './limits'

/** What a member can look back on; each is a tab. */
export const tabs = ['money', 'bets', 'comp'] as const
export type Tab = (typeof tabs)[number]

/** Ranges that are one press away, all of them up to today. */
export const rangeNames = ['2w', '1m', '3m', '12m'] as const
export type RangeName = (typeof rangeNames)[number]

const daysInTwoWeeks = 14

/** Days in Seoul, both inclusive; `name` when it is one of the ready ranges. */
export type Range = { from: Day; to: Day; name?: RangeName }

/** What is wrong with a date that was typed; `day` is the limit it lies outside of. */
export type WrongDate = {
  name: 'from' | 'to'
  message: 'user.history.date.wrong' | 'user.history.date.early' | 'user.history.date.late' | 'user.history.date.order'
  day?: Day
}

/** What an address of the history asks for. */
export type Asked = {
  tab: Tab
  range: Range
  /** From 1. */
  page: number
  /** The dates as they were typed, where they are no range: the range is the first ready one then. */
  typed?: { from: string; to: string }
  wrong: WrongDate[]
}

/** The earliest day that can be looked at, of a given today. */
export function firstDay(today: Day): Day {
  return monthsBefore(today, monthsBack)
}

/** A ready range of a given today. */
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
 * Reads `?tab=`, `?range=` or `?from=&to=`, and `?page=`. Of two dates one may be missing: the range then begins as early
 * as it can, or ends today. What names no tab, range or page is taken as the first one; a date that can't be is said.
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

/** What was typed and is none comes back into its field, but no more of it than a date could be. */
function short(typed: string): string {
  const charactersMax = 40
  return typed.slice(0, charactersMax)
}

/** The query that asks for a tab, range and page: what `readAsked` reads. */
export function queryOf({ tab, range, page = 1 }: { tab: Tab; range: Range; page?: number }): string {
  const query = new URLSearchParams({ tab })
  if (range.name !== undefined) query.set('range', range.name)
  else for (const end of ['from', 'to'] as const) query.set(end, range[end])
  if (page > 1) query.set('page', String(page))
  return query.toString()
}

/** Where the whole range of a tab comes as a file. */
export function fileAddress(view: { tab: Tab; range: Range }): string {
  return `/user/history.csv?${queryOf(view)}`
}
