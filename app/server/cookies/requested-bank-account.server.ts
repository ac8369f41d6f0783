import { createContext } from 'react-router'
import { hours, toSeconds } from '~/values/durations'
import { joinEntries, splitEntries } from '~/values/transaction'
import type { Context } from '../http/incoming.server'
import { requestInfoContext } from '../request-info/request-info.server'
import { memberTagsIn } from '../session/member-tag.server'
import { formatSetCookie, sendCookie } from './cookie.server'

/** How long the operator's reply with a bank account for deposits is shown. It expires because accounts change. */
export const bankAccountAnswerMs = hours(24)

const cookieName = 'account'

/** Who requested the bank account: the site (along with a deposit) or the member (with the request button). */
type RequestedBy = 'deposit' | 'member'

/** The change to the cookie in this response. `undefined` deletes the cookie. */
const requestedContext = createContext<RequestedBy | undefined | 'unchanged'>('unchanged')

/** Remembers that this member requested the bank account. Otherwise the deposit page doesn't fetch inquiries. */
export function rememberBankAccountRequest(context: Context, by: RequestedBy): void {
  const [tag] = memberTagsIn(context)
  if (tag === undefined) return
  context.set(requestedContext, by)
  sendCookie(context, formatSetCookie(cookieName, joinEntries([tag, by]), toSeconds(bankAccountAnswerMs)))
}

/** Returns who requested the bank account for this member, or undefined if nobody did in the last 24 hours. */
export function bankAccountRequestedBy(context: Context): RequestedBy | undefined {
  const changed = context.get(requestedContext)
  if (changed !== 'unchanged') return changed
  const [tag, by] = splitEntries(context.get(requestInfoContext).cookies.get(cookieName))
  if (tag === undefined || !memberTagsIn(context).includes(tag)) return undefined
  return by === 'deposit' ? by : 'member'
}

export function forgetBankAccountRequest(context: Context): void {
  context.set(requestedContext, undefined)
  sendCookie(context, formatSetCookie(cookieName, '', 0))
}
