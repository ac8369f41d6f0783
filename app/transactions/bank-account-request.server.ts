import type { RouterContextProvider } from 'react-router'
import type { BankAccountReply } from '~/components/bank-account'
import { bankAccountAnswerMs, hasAskedBankAccount } from '~/server/cookies/asked-bank-account.server'
import { type PageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { isMissing } from '~/upstream/client/call-support.server'
import type { Transaction } from '~/values/transaction'

export type BankAccountRequest =
  /**
   * `not-offered`: the upstream lacks the request or inquiries to answer it. `inquiries`: sent, and only the list of
   * inquiries will show its answer.
   */
  | { kind: 'none' | 'not-offered' | 'inquiries' }
  /** `at`: the time of the request, ISO 8601. */
  | { kind: 'waiting'; at: string }
  /** Answered more than a day ago, at `at` (ISO 8601). */
  | { kind: 'outdated'; at: string }
  | ({ kind: 'answered'; id: string | undefined } & BankAccountReply)

/**
 * Finds the member's request for the account among the inquiries. @param isAsked whether it is known to have been sent,
 * for an upstream that does not mark it. @returns undefined where neither is known: the inquiries could not be listed.
 */
export async function loadBankAccountRequest(
  upstream: PageUpstream,
  isAsked: boolean,
): Promise<BankAccountRequest | undefined> {
  const list = await upstream.callOptional('get-help-list', {})
  if (list.kind === 'unsupported') return noBankAccountRequest()
  const latest = list.kind === 'done' ? list.response.helps.find(({ kind }) => kind === 'account') : undefined
  if (!latest && isAsked) return { kind: 'inquiries' }
  if (!latest) return list.kind === 'done' ? noBankAccountRequest() : undefined
  const { _id: id, ref: answer, regDate } = latest
  if (!answer?.contents && !answer?.account) return { kind: 'waiting', at: regDate }
  const isRecent = Date.now() - Date.parse(answer.regDate) < bankAccountAnswerMs
  return isRecent
    ? { kind: 'answered', text: answer.contents ?? '', account: answer.account, at: answer.regDate, id: id?.toString() }
    : { kind: 'outdated', at: answer.regDate }
}

/** No request, or `not-offered` where the upstream lacks a call for it. */
export function noBankAccountRequest(): BankAccountRequest {
  return { kind: isMissing('get-help-list') || isMissing('user-ask-account') ? 'not-offered' : 'none' }
}

export async function loadBankAccountRequestFor(
  transactions: readonly Transaction[],
  context: Readonly<RouterContextProvider>,
): Promise<BankAccountRequest | undefined> {
  const isAsked = hasAskedBankAccount(context)
  const isNeeded = transactions.some((shown) => isPendingDeposit(shown) && (shown.paidBy === 'bank' || isAsked))
  return isNeeded ? loadBankAccountRequest(context.get(upstreamContext), isAsked) : undefined
}

function isPendingDeposit({ kind, listing, status }: Transaction): boolean {
  return kind === 'deposit' && (listing === 'expected' || status === 'pending')
}
