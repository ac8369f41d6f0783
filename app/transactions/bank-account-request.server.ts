import { createContext } from 'react-router'
import type { BankAccountReply } from '~/components/bank-account'
import {
  bankAccountAnswerMs,
  bankAccountRequestedBy,
  forgetBankAccountRequest,
  rememberBankAccountRequest,
} from '~/server/cookies/requested-bank-account.server'
import type { Context } from '~/server/http/incoming.server'
import { sessionContext } from '~/server/session/session.server'
import { getUpstreamConnection } from '~/server/upstream/connection.server'
import { readMessageText } from '~/server/upstream/message-body.server'
import { type PageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { isMissing } from '~/upstream/client/call-support.server'
import { siteIdempotencyStore } from '~/upstream/client/idempotency-store.server'
import type { ResponseOf } from '~/upstream/contract'
import type { UpstreamId } from '~/upstream/contract/fields/values'
import type { OutcomeOf } from '~/upstream/outcome'
import { seconds, withinTime } from '~/values/durations'
import type { Transaction } from '~/values/transaction'

export type BankAccountRequest =
  /**
   * `not-offered`: the upstream supports no such request, or no inquiries in which the answer would appear.
   * `inquiries`: a request was sent, and the answer will only appear in the list of inquiries.
   */
  | { kind: 'none' | 'not-offered' | 'inquiries' }
  | { kind: 'waiting'; at: string; id: UpstreamId | undefined }
  /** The answer is more than a day old. `at` is its time in ISO 8601. */
  | { kind: 'outdated'; at: string }
  | ({ kind: 'answered'; id: UpstreamId | undefined; isUnread: boolean } & BankAccountReply)

/**
 * Finds the member's request for a bank account, or undefined if inquiries can't be listed and none is known.
 * @param isAsked true if a request is known to have been sent, for upstreams that don't list requests
 */
async function loadBankAccountRequest(
  upstream: PageUpstream,
  isAsked: boolean,
): Promise<BankAccountRequest | undefined> {
  const list = await upstream.callOptional('get-help-list', {})
  if (list.kind === 'unsupported') return noBankAccountRequest()
  const latest = list.kind === 'done' ? list.response.helps.find(({ kind }) => kind === 'account') : undefined
  if (!latest && isAsked) return { kind: 'inquiries' }
  if (!latest) return list.kind === 'done' ? noBankAccountRequest() : undefined
  const { _id: id, ref: answer, regDate, isRead } = latest
  if (!answer?.contents && !answer?.account) return { kind: 'waiting', at: regDate, id }
  // An answer without a time counts from its request, or as recent if that has none either.
  const at = answer.regDate || regDate
  if (Date.now() - Date.parse(at) >= bankAccountAnswerMs) return { kind: 'outdated', at }
  const health = await upstream.callOptionalOnce('user-health-check')
  return {
    kind: 'answered',
    text: readMessageText(answer.contents),
    account: answer.account,
    at,
    id,
    payer: health.kind === 'done' ? health.response.user.bankOwner : undefined,
    isUnread: isRead === false,
  }
}

/**
 * Returns the member's request, even from another device if the upstream reports it. Unless the member made it with the
 * button in this browser, a waiting request ends when no deposit is pending. @param pending the pending transactions
 */
export async function loadBankAccountRequestOfMember(context: Context, pending: Promise<readonly Transaction[]>) {
  const askedBy = bankAccountRequestedBy(context)
  const upstream = context.get(upstreamContext)
  const health = await upstream.callOptionalOnce('user-health-check')
  const isAsked = (health.kind === 'done' ? health.response.accountAsked : undefined) ?? askedBy !== undefined
  const request = isAsked ? await loadBankAccountRequest(upstream, askedBy !== undefined) : undefined
  const isWaiting = request?.kind === 'waiting' || request?.kind === 'inquiries'
  const isNeedless = isWaiting && askedBy !== 'member' && !(await pending).some(({ paidBy }) => paidBy !== 'payment')
  if (askedBy && (!isAsked || isNeedless)) forgetBankAccountRequest(context)
  return isNeedless ? undefined : markAsRead(request, context)
}

/** The number of answers that the page's loader has marked as read. */
const readAnswersContext = createContext(0)

/** Marks the answer as read when it is shown, so that it isn't counted as new in the inquiries. */
async function markAsRead(request: BankAccountRequest | undefined, context: Context) {
  if (request?.kind !== 'answered' || !request.isUnread || request.id === undefined) return request
  const { kind } = await context.get(upstreamContext).callOptional('read-help-message', { id: request.id })
  if (kind === 'done') context.set(readAnswersContext, 1)
  return request
}

/** Returns a health check's unread answers, without one that the page's loader has marked as read since. */
export function countUnreadAnswers(context: Context, { helpCount, user }: ResponseOf<'user-health-check'>) {
  const count = helpCount ?? user.helpCount
  return count && count - context.get(readAnswersContext)
}

/** Returns `none`, or `not-offered` if the upstream doesn't support one of the required calls. */
export const noBankAccountRequest = (): BankAccountRequest => ({
  kind: isMissing('get-help-list') || isMissing('user-ask-account') ? 'not-offered' : 'none',
})

/** Returns whether the upstream has the member's request, either this one or an earlier one. */
export const isBankAccountRequested = (outcome: Pick<OutcomeOf<'user-ask-account'>, 'kind'> & { status?: string }) =>
  outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.status !== 'other')

/** The maximum delay of the redirect. If the request succeeds later, the next page finds it. */
const maxAskMs = seconds(2)

/**
 * Requests the account for an accepted deposit, once per request code and at most once a day. If that fails, the page
 * offers a button for it.
 */
export async function askBankAccountFor(code: string, context: Context): Promise<void> {
  const userId = context.get(sessionContext).member?.userId
  const isOffered = noBankAccountRequest().kind !== 'not-offered'
  if (userId === undefined || !isOffered || bankAccountRequestedBy(context)) return
  const upstream = context.get(upstreamContext)
  const startedAtMs = Date.now()
  const known = await withinTime(
    loadBankAccountRequest(upstream, false).catch(() => undefined),
    maxAskMs,
  )
  // If another device has requested the account, a second request would hide the first answer.
  if (!known) return
  if (known.kind === 'waiting' || known.kind === 'answered') return rememberBankAccountRequest(context, 'deposit')
  const connection = await getUpstreamConnection()
  // The space prevents collisions with other request codes.
  const claim = { member: `member ${userId}`, callName: 'user-ask-account', payload: {}, code: `ask ${code}` }
  const asking = siteIdempotencyStore(connection.epoch?.())
    .run(claim, upstream.reference, () => upstream.call('user-ask-account', {}))
    .catch(() => undefined)
  const outcome = await withinTime(asking, startedAtMs + maxAskMs - Date.now())
  if (outcome && isBankAccountRequested(outcome)) rememberBankAccountRequest(context, 'deposit')
}

export async function loadBankAccountRequestFor(transactions: readonly Transaction[], context: Context) {
  const isAsked = bankAccountRequestedBy(context) !== undefined
  const isNeeded = transactions.some((shown) => isPendingDeposit(shown) && (shown.paidBy === 'bank' || isAsked))
  return isNeeded ? markAsRead(await loadBankAccountRequest(context.get(upstreamContext), isAsked), context) : undefined
}

const isPendingDeposit = ({ kind, listing, status }: Transaction) =>
  kind === 'deposit' && (listing === 'expected' || status === 'pending')
