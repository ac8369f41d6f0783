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

/** Whether the site sent the request together with a deposit, or the member clicked the request button. */
type RequestedBy = 'deposit' | 'member'

/** The change that this response makes to the cookie. `undefined` means that the response deletes the cookie. */
const requestedContext = createContext<RequestedBy | undefined | 'unchanged'>('unchanged')

/** Remembers that this member asked for the bank account. The deposit page fetches inquiries only in that case. */
export function rememberBankAccountRequest(context: Context, by: RequestedBy): void {
  const [tag] = memberTagsIn(context)
  if (tag === undefined) return
  context.set(requestedContext, by)
  sendCookie(context, formatSetCookie(cookieName, joinEntries([tag, by]), toSeconds(bankAccountAnswerMs)))
}

/** Returns how this browser's member asked for the bank account, or undefined if nobody asked in the last 24 hours. */
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
