import { memberScreen } from './member/member.server'
import type { BackofficeRequest, Page } from './screen'
import * as made from './screens.server'
import { factorScreen } from './session/factor.server'
import { todayScreen } from './today/today.server'

/** The back office's screens. Login, logout and the forms of commands are in `backoffice.server.tsx`. */
export const screens: readonly [pattern: string, (asked: BackofficeRequest) => Promise<Page | Response>][] = [
  ['/backoffice', todayScreen],
  ['/backoffice/waiting', made.waitingScreen],
  ['/backoffice/member', memberScreen],
  ['/backoffice/inquiries', made.inquiriesScreen],
  ['/backoffice/content', made.contentScreen],
  ['/backoffice/people', made.peopleScreen],
  ['/backoffice/figures', made.figuresScreen],
  ['/backoffice/books', made.booksScreen],
  ['/backoffice/log', made.logScreen],
  ['/backoffice/setup', made.setupScreen],
  ['/backoffice/factor', factorScreen],
]
