import type { RouterContextProvider } from 'react-router'
import { throwIfExcluded } from '~/features/safer-play/play-limits.server'
import type { I18n } from '~/i18n/i18n'
import { isFormPost } from '~/server/steps/body.server'
import {
  type OptionalResult,
  type PageUpstream,
  responseOrThrow,
  upstreamContext,
} from '~/server/upstream/for-pages.server'
import type { CallName } from '~/upstream/contract'
import type { PaymentOption } from '~/upstream/contract/values'
import type { Outcome, OutcomeOf } from '~/upstream/outcome'
import type { ParsedAmount } from '~/values/balance'
import type { Transaction } from '~/values/transaction'
import { toTransaction } from '../tracking/rows'

const maxRecentTransactions = 10

/** A part of a page that may be missing: it is not shown when the upstream does not support it. */
export type PagePart<Value> =
  | { kind: 'done'; value: Value }
  | { kind: 'unsupported' }
  | { kind: 'failed'; reference: string }

/** A payment method as its card shows it; amounts in won. */
export type PaymentChoice = { idx: string; name: string; min?: ParsedAmount; max?: ParsedAmount; fee?: ParsedAmount }

/** What a list of the last ones shows of a transaction: the page brings no more. */
export type RecentTransaction = Pick<Transaction, 'id' | 'amount' | 'at' | 'status'>

/** The last ten deposits or withdrawals, newest first. */
export function toRecentTransactions(
  kind: Transaction['kind'],
  list: OptionalResult<'get-deposit-list' | 'get-withdraw-list'>,
): PagePart<RecentTransaction[]> {
  if (list.kind !== 'done') return list
  const rows = list.response.balances.slice(0, maxRecentTransactions).map((row) => toTransaction(kind, row))
  return { kind: 'done', value: rows.map(({ id, amount, at, status }) => ({ id, amount, at, status })) }
}

const maxMethods = 50

/** The payment methods besides a bank transfer. */
export function toPaymentChoices(
  outcome: OutcomeOf<'get-deposit-payment' | 'get-withdrawal-payment'>,
  { reference }: Pick<PageUpstream, 'reference'>,
  i18n: I18n,
): PagePart<PaymentChoice[]> {
  if (outcome.kind === 'unsupported') return outcome
  if (outcome.kind !== 'done') return { kind: 'failed', reference }
  const payments = outcome.response.payments.slice(0, maxMethods)
  return { kind: 'done', value: payments.map((payment) => toPaymentChoice(payment, i18n)) }
}

/** Converts a payment of the upstream; one without a name gets a generic one. */
function toPaymentChoice({ idx, name, min, max, fee }: PaymentOption, i18n: I18n): PaymentChoice {
  return { idx: String(idx), name: name || i18n.t('payment.unnamed', { idx: String(idx) }), min, max, fee }
}

/** Closes a money screen during a break or self-exclusion, unless it shows a form again: its response must not be lost. */
export async function throwIfExcludedOnOpening(context: Readonly<RouterContextProvider>): Promise<void> {
  if (!isFormPost(context)) await throwIfExcluded(context.get(upstreamContext))
}

/**
 * Throws the error page of the main call when all other parts of the page failed too. It does nothing when a form is
 * shown again, so that its submitted values are not lost.
 *
 * @param main the call whose error page is thrown, and its outcome.
 * @param others the other parts of the page.
 * @throws the redirect or page of an ended session, or the page of the main call's failure.
 */
export function throwIfNothingLoaded(
  context: Readonly<RouterContextProvider>,
  main: { callName: CallName; outcome: Outcome<unknown, string> },
  furtherParts: readonly OptionalResult<CallName>[],
): void {
  if (isFormPost(context) || main.outcome.kind === 'done' || main.outcome.kind === 'unsupported') return
  const upstream = context.get(upstreamContext)
  if (main.outcome.kind === 'signed-out') upstream.throwSignedOut()
  if (furtherParts.every(({ kind }) => kind === 'failed'))
    responseOrThrow(main.callName, main.outcome as never, upstream)
}
