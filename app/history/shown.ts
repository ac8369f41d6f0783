import type { Asked, WrongDate } from './asked'
import { queryOf } from './asked'
import type { Day } from './days'
import type { History } from './history.server'

/** The loader data of the history: its content and the parsed query; `first` is the earliest day. */
export type Shown = {
  history: History
  asked: Pick<Asked, 'range' | 'typed'> & { wrong: WrongDate[]; first: Day; today: Day }
}

/** The URL of a tab, range and page of the history. */
export function addressOf(view: Parameters<typeof queryOf>[0]): string {
  return `/user?${queryOf(view)}#history`
}
