import type { RouterContextProvider } from 'react-router'
import { hours, toSeconds } from '~/values/durations'
import { sendCookie } from '../response/headers.server'
import { memberTagsIn } from '../session/member-tag.server'
import { formatSetCookie, parseCookies } from './cookie.server'

/** How long an answer to a request for the deposit account is shown: accounts change. */
export const accountAnswerMs = hours(24)

const cookieName = 'account'

/**
 * Remembers that this member has asked for the deposit account in this browser, so that the deposit page fetches the
 * inquiries only where an answer may be among them.
 */
export function rememberAccountRequest(context: Readonly<RouterContextProvider>): void {
  const [tag] = memberTagsIn(context)
  if (tag) sendCookie(context, formatSetCookie(cookieName, tag, toSeconds(accountAnswerMs)))
}

/** Whether this member has asked for the account in this browser before this request, and lately. */
export function hasAskedAccount(request: Request, context: Readonly<RouterContextProvider>): boolean {
  const tag = parseCookies(request.headers.get('Cookie')).get(cookieName)
  return tag !== undefined && memberTagsIn(context).includes(tag)
}

/** Forgets that this member has asked: the request was deleted with all inquiries. */
export function forgetAccountRequest(context: Readonly<RouterContextProvider>): void {
  sendCookie(context, formatSetCookie(cookieName, '', 0))
}
