import type { RouterContextProvider } from 'react-router'
import { sendCookie } from '~/server/response-headers.server'
import { formatSetCookie, parseCookies } from '~/server/session/cookie.server'
import { hours, toSeconds } from '~/values/durations'

/** How long an answer to a request for the deposit account is shown: accounts change. */
export const accountAnswerMs = hours(24)

const cookieName = 'account'

/**
 * Remembers that this browser has asked for the deposit account, so that the deposit page fetches the inquiries only
 * where an answer may be among them. The cookie says nothing else: the inquiries are those of the session's member.
 */
export function rememberAccountRequest(context: Readonly<RouterContextProvider>): void {
  sendCookie(context, formatSetCookie(cookieName, '1', toSeconds(accountAnswerMs)))
}

/** Whether this browser has asked for the account before this request, and lately. */
export function hasAskedAccount(request: Request): boolean {
  return parseCookies(request.headers.get('Cookie')).has(cookieName)
}
