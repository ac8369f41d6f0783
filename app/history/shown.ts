import type { Asked, WrongDate } from './asked'
import { queryOf } from './asked'
import type { Day } from './days'
import type { History } from './history.server'

/** What the page is handed: the history, and what its address asked for. */
export type Shown = {
  history: History
  asked: Pick<Asked, 'range' | 'typed'> & { wrong: WrongDate[]; first: Day; today: Day }
}

/** The page of a tab, range and page, at its history. */
export function addressOf(view: Parameters<typeof queryOf>[0]): string {
  return `/user?${queryOf(view)}#history`
}
