import type { Day } from '~/time/seoul'
import type { MemberHistory } from './history.server'
import type { DateError, HistoryQuery } from './history-query'
import { formatHistoryQuery } from './history-query'

/** The loader data of the history: its content and the parsed query; `earliestDay` is the earliest day. */
export type HistoryView = {
  history: MemberHistory
  query: Pick<HistoryQuery, 'range' | 'typed'> & { dateErrors: DateError[]; earliestDay: Day; today: Day }
}

/** The URL of a tab, range and page of the history. */
export function historyHref(query: Parameters<typeof formatHistoryQuery>[0]): string {
  return `/user?${formatHistoryQuery(query)}#history`
}
