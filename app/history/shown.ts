import type { DateError, HistoryQuery } from './asked'
import { formatHistoryQuery } from './asked'
import type { Day } from './days'
import type { MemberHistory } from './history.server'

/** The loader data of the history: its content and the parsed query; `earliestDay` is the earliest day. */
export type HistoryView = {
  history: MemberHistory
  query: Pick<HistoryQuery, 'range' | 'typed'> & { dateErrors: DateError[]; earliestDay: Day; today: Day }
}

/** The URL of a tab, range and page of the history. */
export function historyHref(query: Parameters<typeof formatHistoryQuery>[0]): string {
  return `/user?${formatHistoryQuery(query)}#history`
}
