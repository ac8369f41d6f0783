import { createContext, type RouterContextProvider } from 'react-router'
import { hours, toSeconds } from '~/values/durations'
import { requestInfoContext } from '../request-info/request-info.server'
import { memberTagsIn } from '../session/member-tag.server'
import { formatSetCookie, sendCookie } from './cookie.server'

/** How long an answer to a request for the deposit account is shown: accounts change. */
export const bankAccountAnswerMs = hours(24)

const cookieName = 'account'

const askedContext = createContext(false)

/** Remembers that this member requested the deposit account, so that the deposit page fetches inquiries only then. */
export function rememberBankAccountRequest(context: Readonly<RouterContextProvider>): void {
  const [tag] = memberTagsIn(context)
  context.set(askedContext, tag !== undefined)
  if (tag) sendCookie(context, formatSetCookie(cookieName, tag, toSeconds(bankAccountAnswerMs)))
}

export function hasAskedBankAccount(context: Readonly<RouterContextProvider>): boolean {
  const tag = context.get(requestInfoContext).cookies.get(cookieName)
  return context.get(askedContext) || (tag !== undefined && memberTagsIn(context).includes(tag))
}

export function forgetBankAccountRequest(context: Readonly<RouterContextProvider>): void {
  sendCookie(context, formatSetCookie(cookieName, '', 0))
}
