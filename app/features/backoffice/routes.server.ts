import { memberScreen } from './member/member.server'
import type { BackofficeRequest, Page } from './screen'
import {
  booksScreen,
  contentScreen,
  figuresScreen,
  inquiriesScreen,
  logScreen,
  peopleScreen,
  setupScreen,
  waitingScreen,
} from './screens.server'
import { factorScreen } from './session/factor.server'
import { todayScreen } from './today/today.server'

/** The back office's screens. Login, logout and the forms of commands are in `backoffice.server.tsx`. */
export const screens: readonly [pattern: string, (asked: BackofficeRequest) => Promise<Page | Response>][] = [
  ['/backoffice', todayScreen],
  ['/backoffice/waiting', waitingScreen],
  ['/backoffice/member', memberScreen],
  ['/backoffice/inquiries', inquiriesScreen],
  ['/backoffice/content', contentScreen],
  ['/backoffice/people', peopleScreen],
  ['/backoffice/figures', figuresScreen],
  ['/backoffice/books', booksScreen],
  ['/backoffice/log', logScreen],
  ['/backoffice/setup', setupScreen],
  ['/backoffice/factor', factorScreen],
]
