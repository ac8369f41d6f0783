import { href, redirectDocument } from 'react-router'
import { z } from 'zod'
import { brand } from '~/brand/brand.server'
import { acknowledgeFunds, fundsToAcknowledge } from '~/features/documents/accepted-documents.server'
import {
  checkDepositAnswer,
  depositQuestionFields,
  isDepositQuestionDue,
  setFirstLimits,
} from '~/features/play-limits/deposit-question.server'
import type { FailureMessages, FormMessage } from '~/forms/form-responses.server'
import { amountField, readForm } from '~/forms/read-form.server'
import type { I18n } from '~/i18n/i18n'
import { limitPeriods } from '~/limits/names'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { bankAccountRequestedBy, rememberBankAccountRequest } from '~/server/cookies/requested-bank-account.server'
import { findByIdx } from '~/server/request-info/query.server'
import { i18nOf, requestInfoContext } from '~/server/request-info/request-info.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { redirectWithAccepted } from '~/transactions/accepted.server'
import {
  askBankAccountFor,
  isBankAccountRequested,
  loadBankAccountRequestFor,
  loadBankAccountRequestOfMember,
  noBankAccountRequest,
} from '~/transactions/bank-account-request.server'
import { dismissBeforeCount, redirectIfAbandoned } from '~/transactions/settlement-news.server'
import { depositAmount } from '~/upstream/contract/fields/values'
import { checkDepositAmount } from '~/values/amount'
import { numberedMessages } from '~/values/numbered-messages'
import { checkMethodRange, describeMemberLimit } from '../form/amount-problems'
import { loadMoneyPage } from '../form/load-money-page.server'
import {
  hrefWithSubmitted,
  idxField,
  moneyAction,
  moneyFormSchema,
  transferToWallet,
} from '../form/money-action.server'
import { redisplayAfterCall, redisplayMoneyForm } from '../form/redisplay-money-form.server'
import type { Route } from './+types/deposit'

export const loader = ({ request, context }: Route.LoaderArgs) =>
  dismissBeforeCount(context, loadDeposit(request, context))

async function loadDeposit(request: Request, context: Context) {
  await redirectIfAbandoned(request, context)
  const loading = loadMoneyPage('deposit', request, context)
  const transactions = loading.then(({ pending }) => pending.transactions).catch(() => [])
  const [page, accountRequest] = await Promise.all([loading, loadBankAccountRequestOfMember(context, transactions)])
  const known = accountRequest ?? (await loadBankAccountRequestFor(page.pending.transactions, context))
  // Members with earlier deposits, perhaps from another device, have already answered the question about limits.
  const hasDeposited = page.hasCompleted || page.pending.transactions.length > 0
  const funds = brand.funds(context.get(requestInfoContext).locale)
  return {
    ...page,
    accountRequest: known || noBankAccountRequest(),
    isAccountAskedByMember: bankAccountRequestedBy(context) === 'member',
    isLimitQuestion: !hasDeposited && (await isDepositQuestionDue(context)),
    funds,
    isFundsQuestion: fundsToAcknowledge(context) !== undefined,
  }
}

type Context = Route.ActionArgs['context']

export const depositForm = moneyFormSchema('deposit', {
  balance: amountField(depositAmount),
  idx: idxField,
  funds: z.string().max(64).optional(),
  ...depositQuestionFields,
})

export const action = moneyAction({
  field: 'balance',
  check: checkDepositAmount,
  intents: { 'ask-account': askBankAccount, 'bring-back': transferToWallet(href('/deposit')) },
  send: deposit,
})

/** Requests the bank account to pay into. The page shows the result and preserves the form's values. */
async function askBankAccount(context: Context, form: { submitted: Record<string, string> }) {
  const upstream = context.get(upstreamContext)
  const outcome = await upstream.call('user-ask-account', {})
  if (isBankAccountRequested(outcome)) rememberBankAccountRequest(context, 'member')
  if (outcome.kind === 'done')
    return redirectWithFlash(await hrefWithSubmitted(context, href('/deposit'), form), {
      kind: 'success',
      message: numberedMessages.accountRequested,
    })
  const refused = {
    already: numberedMessages.accountAlreadyRequested,
    alread: numberedMessages.accountAlreadyRequested,
    other: { problem: numberedMessages.accountRequestFailed, values: { reference: upstream.reference } },
  } as const
  return redisplayAfterCall(context, form, outcome, { refused })
}

async function deposit(context: Context, posted: FormData) {
  const startedAtMs = Date.now()
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, depositForm)
  if (form.kind === 'invalid') return redisplayMoneyForm(context, form, 'invalid')
  const { balance, code, idx, funds } = form.values
  const dueFunds = fundsToAcknowledge(context)
  if (dueFunds && funds !== dueFunds)
    return redisplayMoneyForm(context, form, { fields: { funds: ['funds.required'] } })
  const unanswered = checkDepositAnswer(context, form, balance)
  if (unanswered) return redisplayMoneyForm(context, form, unanswered)
  const i18n = i18nOf(context)
  const refused = {
    wait: numberedMessages.requestInProgress,
    deposit_limit: ({ response }) => depositLimitMessage(response, i18n),
    other: { problem: numberedMessages.requestFailed, values: { reference: upstream.reference } },
  } satisfies FailureMessages<'wait' | 'deposit_limit'>['refused']
  const transaction = { kind: 'deposit', amount: balance, startedAtMs } as const

  const payments = idx === '' ? undefined : await upstream.callOptional('get-deposit-payment', {})
  if (payments && payments.kind !== 'done') return redisplayMoneyForm(context, form, payments.kind)
  const payment = payments && findByIdx(payments.response.payments, idx)
  if (payments && !payment) return redisplayMoneyForm(context, form, { fields: { idx: ['payment.gone'] } })
  const rangeError = payment && checkMethodRange(payment, balance)
  if (rangeError) {
    const values = { amount: i18n.won(rangeError.bound), method: payment.name || i18n.t('payment.unnamed', { idx }) }
    return redisplayMoneyForm(context, form, { fields: { balance: [rangeError.message] }, values })
  }
  const unset = await setFirstLimits(context, form)
  if (unset) return unset
  if (dueFunds) await acknowledgeFunds(context, upstream, { versions: { funds: dueFunds }, adult: false })

  if (!payment) {
    const outcome = await upstream.call('apply-user-deposit', { balance, code })
    if (outcome.kind !== 'done') return redisplayAfterCall(context, form, outcome, { refused, transaction })
    if (outcome.response.stage !== 'checking') await askBankAccountFor(code, context)
    return redirectWithAccepted(context, transaction, outcome.response)
  }
  const outcome = await upstream.call('apply-deposit-payment', { balance, code, idx: payment.idx })
  if (outcome.kind !== 'done') return redisplayAfterCall(context, form, outcome, { refused, transaction })
  return redirectDocument(outcome.response.launcherUrl, 303)
}

function depositLimitMessage(response: { period?: unknown; left?: unknown }, i18n: I18n): FormMessage {
  const period = limitPeriods.find((name) => name === response.period)
  if (!period || typeof response.left !== 'number') return { fields: { balance: ['deposit.limit.refused'] } }
  const { message, bound } = describeMemberLimit({ period, left: response.left })
  return { fields: { balance: [message] }, ...(bound === undefined ? {} : { values: { amount: i18n.won(bound) } }) }
}
