import { href } from 'react-router'
import type { Query } from '~/server/request-info/query.server'
import { type Day, daysBefore, isCalendarDay, monthsBefore } from '~/values/seoul'

/** The number of months covered by the history. Source: docs/product.md, screens. */
export const maxMonthsBack = 12

/** The maximum number of rows to sum, which takes ten calls. The upstream sends no sums for bets and comp. */
export const maxSummedRows = 200

export const maxCsvRows = 10_000

const maxSubmittedCharacters = 40

export const tabs = ['money', 'bets', 'comp'] as const
export type Tab = (typeof tabs)[number]

export const addressOfTab = (tab: Tab): string => (tab === tabs[0] ? 'history' : tab)

export const isHistoryTab = (tab: string | undefined): boolean => tab === 'history' || tabs.some((name) => name === tab)

export const rangePresets = ['2w', '1m', '3m', '12m'] as const
type RangePreset = (typeof rangePresets)[number]

/** An inclusive range of days in Seoul time. `preset` is the name of the preset, if the range is one. */
export type DateRange = { from: Day; to: Day; preset?: RangePreset }

/** An error in an entered date. If the date is too early or too late, `limit` is the first or last valid day. */
type DateError = {
  field: 'from' | 'to'
  message: 'user.history.date.wrong' | 'user.history.date.early' | 'user.history.date.late' | 'user.history.date.order'
  limit?: Day
}

export type HistoryQuery = {
  tab: Tab
  range: DateRange
  page: number
  submitted?: { from: string; to: string }
  dateErrors: DateError[]
}

export const earliestDay = (today: Day): Day => monthsBefore(today, maxMonthsBack)

export function presetRange(preset: RangePreset, today: Day): DateRange {
  const firstDays = {
    '2w': daysBefore(today, 13),
    '1m': monthsBefore(today, 1),
    '3m': monthsBefore(today, 3),
    '12m': earliestDay(today),
  }
  return { preset, from: firstDays[preset], to: today }
}

/**
 * Parses the history's query. `from` defaults to the earliest day and `to` to today. Unknown tabs, ranges and pages
 * fall back to the first one. `dateErrors` reports invalid dates. @param today in Seoul time
 */
export function parseHistoryQuery(search: Partial<Query>, today: Day): HistoryQuery {
  const tab = tabs.find((name) => name === search.tab) ?? tabs[0]
  const pageText = search.page ?? ''
  const page = /^[1-9]\d{0,4}$/.test(pageText) ? Number(pageText) : 1
  const [from = '', to = ''] = [search.from ?? '', search.to ?? ''].map((date) => date.trim())
  if (from === '' && to === '') {
    const name = rangePresets.find((known) => known === search.range) ?? rangePresets[0]
    return { tab, page, range: presetRange(name, today), dateErrors: [] }
  }
  const errors = checkDates(from, to, today)
  if (errors.length > 0) {
    const submitted = { from: from.slice(0, maxSubmittedCharacters), to: to.slice(0, maxSubmittedCharacters) }
    return { tab, page: 1, range: presetRange(rangePresets[0], today), submitted, dateErrors: errors }
  }
  return { tab, page, range: { from: from || earliestDay(today), to: to || today }, dateErrors: [] }
}

function checkDates(from: string, to: string, today: Day): DateError[] {
  const errors: DateError[] = []
  const dates = { from, to }
  for (const field of ['from', 'to'] as const) {
    const date = dates[field]
    if (date === '') continue
    if (!isCalendarDay(date)) errors.push({ field, message: 'user.history.date.wrong' })
    else if (date < earliestDay(today))
      errors.push({ field, message: 'user.history.date.early', limit: earliestDay(today) })
    else if (date > today) errors.push({ field, message: 'user.history.date.late', limit: today })
  }
  if (errors.length === 0 && from !== '' && to !== '' && from > to) {
    errors.push({ field: 'from', message: 'user.history.date.order' })
  }
  return errors
}

export function formatHistoryQuery({ tab, range, page = 1 }: { tab: Tab; range: DateRange; page?: number }): string {
  const query = new URLSearchParams({ tab: addressOfTab(tab) })
  if (range.preset !== undefined) query.set('range', range.preset)
  else for (const end of ['from', 'to'] as const) query.set(end, range[end])
  if (page > 1) query.set('page', String(page))
  return query.toString()
}

export function historyHref(query: Parameters<typeof formatHistoryQuery>[0]): string {
  return `${href('/user')}?${formatHistoryQuery(query)}`
}

export function csvHref(query: { tab: Tab; range: DateRange }): string {
  return `${href('/user/history.csv')}?${formatHistoryQuery(query)}`
}
