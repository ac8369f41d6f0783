import type { RouterContextProvider } from 'react-router'
import { createRequestCode } from '~/forms/form-responses.server'
import type { FormState } from '~/forms/form-state'
import type { I18n } from '~/i18n/i18n'
import { isFormPost } from '~/server/middleware/body.server'
import { readQuery } from '~/server/request-info/query.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { readSealedForm } from '~/server/session/sealed-forms.server'
import {
  type OptionalResult,
  type PageUpstream,
  responseOrThrow,
  upstreamContext,
} from '~/server/upstream/page-upstream.server'
import { toEstimatedTime } from '~/transactions/estimated-time.server'
import { loadNewest, type NewestTransactions, toPendingTransactions } from '~/transactions/newest-transactions.server'
import { loadSettlementNews } from '~/transactions/settlement-news.server'
import { isMissing, isSupportConfirmed } from '~/upstream/client/call-support.server'
import type { CallName } from '~/upstream/contract'
import type { OutcomeOf } from '~/upstream/outcome'
import type { ParsedAmount } from '~/values/balance'
import { isDone, isPending, keyOf, type Transaction } from '~/values/transaction'
import { throwIfClosedOnOpening } from './redisplay-money-form.server'

/** A part of a page. It is omitted if the upstream doesn't support it. */
export type PagePart<Value> = { kind: 'done'; value: Value } | Exclude<OptionalResult<CallName>, { kind: 'done' }>

export type PaymentChoice = { idx: string; name: string; min?: ParsedAmount; max?: ParsedAmount; fee?: ParsedAmount }

const paymentCalls = { deposit: 'get-deposit-payment', withdraw: 'get-withdrawal-payment' } as const

/**
 * Loads the common data of deposit and withdrawal screens: payments, recent and pending transactions, and the form.
 * @param furtherParts the page's other parts. If all of them and the payments failed, the page can't be shown. @throws
 * the redirect or page for an ended session, or the error page for the main call's failure.
 */
export async function loadMoneyPage(
  kind: Transaction['kind'],
  request: Request,
  context: Readonly<RouterContextProvider>,
  furtherParts: readonly Promise<OptionalResult<CallName>>[] = [],
) {
  const upstream = context.get(upstreamContext)
  const i18n = i18nOf(context)
  const [, payments, list, ...further] = await Promise.all([
    throwIfClosedOnOpening(context),
    upstream.call(paymentCalls[kind], {}),
    loadNewest(kind, context),
    ...furtherParts,
  ])
  // A submitted form is redisplayed even if the payment methods can't be loaded.
  if (!isFormPost(context) && payments.kind !== 'done' && payments.kind !== 'unsupported') {
    if (payments.kind === 'signed-out') upstream.throwSignedOut()
    if ([list, ...further].every((part) => part.kind === 'failed'))
      responseOrThrow(paymentCalls[kind], payments as never, upstream)
  }
  const news = await loadSettlementNews(context, [list])
  return {
    payments: toPaymentChoices(payments, upstream, i18n),
    recent: toRecentTransactions(list, news.rows),
    pending: toPendingTransactions(kind, list),
    usualTime: usualTimeOf(list, i18n),
    hasCompleted: list.kind === 'done' && list.rows.some(isDone),
    news,
    // Support for transfers is only known after a call, so /withdraw offers them unless they are known to be missing.
    canTransferToWallet: kind === 'withdraw' ? !isMissing('transfer-out') : isSupportConfirmed('transfer-out'),
    code: createRequestCode(),
    // Restores a form that was sealed when its session ended, or else the values in the query.
    savedForm: (await readSealedForm(request, context)) ?? formInQuery(request),
  }
}

/** Returns a sentence about how long such a transaction usually takes, if the upstream sends that. */
function usualTimeOf(list: NewestTransactions, { lang, t }: I18n): string | undefined {
  if (list.kind !== 'done' || list.usualSeconds === undefined) return undefined
  return t('tracker.estimate', { time: toEstimatedTime(list.usualSeconds, lang).text })
}

const maxRecentTransactions = 5

export type RecentTransaction = Transaction & { isNews: boolean }

/** Returns the last settled rows, and marks those that are news, which cards above the form show. */
function toRecentTransactions(list: NewestTransactions, news: readonly Transaction[]): PagePart<RecentTransaction[]> {
  if (list.kind !== 'done') return list
  const newsKeys = news.map(keyOf)
  const settled = list.rows.filter((row) => !isPending(row))
  const marked = settled.map((row) => ({ ...row, isNews: newsKeys.includes(keyOf(row)) }))
  const shown = maxRecentTransactions + marked.filter(({ isNews }) => isNews).length
  return { kind: 'done', value: marked.slice(0, shown) }
}

const maxMethods = 50

function toPaymentChoices(
  outcome: OutcomeOf<'get-deposit-payment' | 'get-withdrawal-payment'>,
  { reference }: Pick<PageUpstream, 'reference'>,
  i18n: I18n,
): PagePart<PaymentChoice[]> {
  if (outcome.kind === 'unsupported') return outcome
  if (outcome.kind !== 'done') return { kind: 'failed', reference }
  const payments = outcome.response.payments.slice(0, maxMethods).map(({ idx, name, min, max, fee }) => ({
    idx: String(idx),
    name: name || i18n.t('payment.unnamed', { idx: String(idx) }),
    ...{ min, max, fee },
  }))
  return { kind: 'done', value: payments }
}

function formInQuery(request: Request): FormState | undefined {
  const { balance = '', idx = '' } = readQuery(request.url)
  return balance || idx ? { submitted: { balance, idx }, fields: {} } : undefined
}
