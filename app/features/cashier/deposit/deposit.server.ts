import { data, href, redirectDocument } from 'react-router'
import { throwIfExcluded } from '~/features/safer-play/play-limits.server'
import { createRequestCode, type FailureMessages, type FormMessage } from '~/forms/form-responses.server'
import { readForm } from '~/forms/read-form.server'
import { i18nFor } from '~/i18n/catalogue.server'
import type { I18n } from '~/i18n/i18n'
import { hasAskedAccount, rememberAccountRequest } from '~/server/cookies/account.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { readSavedForm } from '~/server/session/saved-forms.server'
import { getForm } from '~/server/steps/body.server'
import { isFromAnotherMember } from '~/server/steps/guard.server'
import { upstreamContext } from '~/server/upstream/for-pages.server'
import { isMissing } from '~/upstream/call-support.server'
import { limitPeriods } from '~/upstream/contract/play-limits'
import { findByIdx } from '~/upstream/find-by-id'
import { checkDepositAmount, minDeposit } from '~/values/amount'
import { numberedMessages } from '~/values/numbered-messages'
import { changeAmount } from '../form/amount-intents.server'
import { checkMethodLimits } from '../form/amounts'
import {
  anyFieldsForm,
  depositForm,
  hrefWithSubmitted,
  readIntent,
  readSubmittedFromQuery,
} from '../form/fields.server'
import {
  throwIfExcludedOnOpening,
  throwIfNothingLoaded,
  toPaymentChoices,
  toRecentTransactions,
} from '../form/page-parts.server'
import { redisplayMoneyForm } from '../form/responses.server'
import type { MoneyResult } from '../form/result'
import { redirectWithReceipt, toAcceptedTransaction } from '../receipt/sealed-receipt.server'
import { loadAccountFor, toPendingTransactions } from '../tracking/load.server'
import { rememberPending, rememberSent } from '../tracking/pending-cookie.server'
import { transferToWallet } from '../withdraw/transfer-to-wallet.server'
import type { Route } from './+types/deposit'
import { loadAccountRequest, noAccountRequest } from './account-request.server'

export async function loader({ request, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const i18n = i18nFor(context.get(requestInfoContext).locale)
  const [depositPayments, recent, account] = await Promise.all([
    upstream.call('get-deposit-payment', {}),
    upstream.callOptionalOnce('get-deposit-list'),
    hasAskedAccount(request, context) ? loadAccountRequest(upstream, true) : undefined,
    throwIfExcludedOnOpening(context),
  ])
  throwIfNothingLoaded(context, { callName: 'get-deposit-payment', outcome: depositPayments }, [recent])
  const pending = toPendingTransactions('deposit', recent, i18n)
  rememberPending(context, pending.transactions)
  return {
    depositPayments: toPaymentChoices(depositPayments, upstream, i18n),
    recent: toRecentTransactions('deposit', recent),
    pending,
    offersTransferToWallet: !isMissing('transfer-out'),
    account: account ?? (await loadAccountFor(pending.transactions, request, context)) ?? noAccountRequest(),
    code: createRequestCode(),
    savedForm: (await readSavedForm(request, context)) ?? readSubmittedFromQuery(new URL(request.url).searchParams),
  }
}

type Context = Route.ActionArgs['context']

export async function action({ context }: Route.ActionArgs) {
  const posted = getForm(context)
  const isOtherMembers = isFromAnotherMember(posted, context)
  const intent = readIntent(posted, ['add', 'set', 'clear', 'ask-account', 'bring-back'])
  if (isOtherMembers || intent !== 'main') await throwIfExcluded(context.get(upstreamContext))
  if (isOtherMembers) return redisplayMoneyForm(context, readForm(posted, anyFieldsForm), 'other-member')
  switch (intent) {
    case 'add':
    case 'set':
    case 'clear':
      return changeAmount(context, posted, intent, { check: checkDepositAmount })
    case 'ask-account':
      return askAccount(context, posted)
    case 'bring-back':
      return transferToWallet(context, posted, href('/deposit'))
    default:
      return deposit(context, posted)
  }
}

/** Asks the operator which account to pay into. The reply stands in the account's box; the form keeps its submitted values. */
async function askAccount(context: Context, posted: FormData) {
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, anyFieldsForm)
  if (form.kind === 'invalid') return redisplayMoneyForm(context, form, 'invalid')
  const outcome = await upstream.call('user-ask-account', {})
  const isAsked = outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.status !== 'other')
  if (isAsked) rememberAccountRequest(context)
  if (outcome.kind === 'done')
    return redirectWithFlash(hrefWithSubmitted(href('/deposit'), form.submitted), {
      kind: 'success',
      message: numberedMessages.accountRequested,
    })
  const requestFailed = {
    problem: numberedMessages.accountRequestFailed,
    values: { reference: upstream.reference },
  } as const
  const refused = {
    already: numberedMessages.accountAlreadyRequested,
    alread: numberedMessages.accountAlreadyRequested,
    other: requestFailed,
  } as const
  const { data: result, init } = await redisplayMoneyForm(context, form, outcome, { refused })
  // The loader of this request does not know yet that an account was asked for.
  const account = isAsked ? await loadAccountRequest(upstream, true) : undefined
  const isOutdated = outcome.kind === 'unknown'
  return data<MoneyResult>({ ...result, account, isOutdated }, init ?? undefined)
}

/** Applies for a deposit by bank transfer, or opens the page of the chosen payment. */
async function deposit(context: Context, posted: FormData) {
  const startedAtMs = Date.now()
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, depositForm)
  if (form.kind === 'invalid') return redisplayMoneyForm(context, form, 'invalid', { closesWhileExcluded: true })
  const { balance, code, idx } = form.values
  const requestFailed = { problem: numberedMessages.requestFailed, values: { reference: upstream.reference } } as const
  const i18n = i18nFor(context.get(requestInfoContext).locale)
  const refused = {
    wait: numberedMessages.requestInProgress,
    deposit_limit: ({ response }) => depositLimitMessage(response, i18n),
    other: requestFailed,
  } satisfies FailureMessages<'wait' | 'deposit_limit'>['refused']
  const closed = { closesWhileExcluded: true }
  const transaction = { kind: 'deposit', amount: balance, startedAtMs } as const

  if (idx === '') {
    const outcome = await upstream.call('apply-user-deposit', { balance, code })
    if (outcome.kind !== 'done') return redisplayMoneyForm(context, form, outcome, { refused, transaction })
    return redirectWithReceipt(context, toAcceptedTransaction(transaction, outcome.response))
  }

  const depositPayments = await upstream.callOptional('get-deposit-payment', {})
  if (depositPayments.kind !== 'done') return redisplayMoneyForm(context, form, depositPayments.kind)
  const payment = findByIdx(depositPayments.response.payments, idx)
  if (!payment) return redisplayMoneyForm(context, form, { fields: { idx: ['payment.gone'] } }, closed)
  const limitError = checkMethodLimits(payment, balance)
  if (limitError) {
    const values = { amount: i18n.won(limitError.limit) }
    return redisplayMoneyForm(context, form, { fields: { balance: [limitError.message] }, values }, closed)
  }
  const outcome = await upstream.call('apply-deposit-payment', { balance, code, idx: payment.idx })
  if (outcome.kind !== 'done') return redisplayMoneyForm(context, form, outcome, { refused, transaction })
  rememberSent(context, toAcceptedTransaction(transaction, outcome.response).reference)
  return redirectDocument(outcome.response.launcherUrl, 303)
}

/**
 * The refusal by the member's own limit, at the amount: which limit, and what it leaves if the upstream says so. When
 * that is too little for a deposit, the line below the amount says when the limit starts anew.
 */
function depositLimitMessage(response: { period?: unknown; left?: unknown }, i18n: I18n): FormMessage {
  const period = limitPeriods.find((name) => name === response.period)
  if (!period || typeof response.left !== 'number' || response.left < minDeposit)
    return { fields: { balance: ['deposit.limit.refused'] } }
  return {
    fields: { balance: [`deposit.limit.refused.${period}`] },
    values: { amount: i18n.won(response.left) },
  }
}
