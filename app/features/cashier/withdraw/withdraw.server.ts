import { href, redirectDocument } from 'react-router'
import { createRequestCode, type FormMessage } from '~/forms/form-responses.server'
import { readForm } from '~/forms/read-form.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { formatWait } from '~/i18n/wait'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { readSavedForm } from '~/server/session/saved-forms.server'
import { getForm } from '~/server/steps/body.server'
import { isFromAnotherMember } from '~/server/steps/guard.server'
import { type OptionalResult, type PageUpstream, upstreamContext } from '~/server/upstream/for-pages.server'
import { findByIdx } from '~/upstream/find-by-id'
import { maskAccountNumber, maskName } from '~/upstream/mask.server'
import { checkWithdrawalAmount, minWithdrawal, type Won } from '~/values/amount'
import { type ParsedAmount, toWholeWon } from '~/values/balance'
import { numberedMessages } from '~/values/numbered-messages'
import { changeAmount, fillMaxAmount } from '../form/amount-intents.server'
import { maxWithdrawable } from '../form/amounts'
import {
  anyFieldsForm,
  readIntent,
  readSubmittedFromQuery,
  withdrawByPaymentForm,
  withdrawForm,
} from '../form/fields.server'
import { throwIfNothingLoaded, toPaymentChoices, toRecentTransactions } from '../form/page-parts.server'
import { redisplayMoneyForm } from '../form/responses.server'
import { redirectWithReceipt, toAcceptedTransaction } from '../receipt/sealed-receipt.server'
import { toPendingTransactions } from '../tracking/load.server'
import { rememberPending } from '../tracking/pending-cookie.server'
import type { Route } from './+types/withdraw'
import { canTransferToWallet, transferToWallet } from './transfer-to-wallet.server'

export async function loader({ request, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const i18n = i18nFor(context.get(requestInfoContext).locale)
  const [withdrawalPayments, money, recent, health] = await Promise.all([
    upstream.call('get-withdrawal-payment', {}),
    upstream.callOptional('get-in-game-balance', {}),
    upstream.callOptionalOnce('get-withdraw-list'),
    upstream.callOptionalOnce('user-health-check'),
  ])
  throwIfNothingLoaded(context, { callName: 'get-withdrawal-payment', outcome: withdrawalPayments }, [money, recent])
  const { wallet, inGame } = wholeBalances(money)
  const pending = toPendingTransactions('withdraw', recent, i18n)
  rememberPending(context, pending.transactions)
  const { bankname, banknum, bankOwner } = health.kind === 'done' ? health.response.user : {}
  return {
    withdrawalPayments: toPaymentChoices(withdrawalPayments, upstream, i18n),
    money: {
      walletWon: wallet,
      inGameWon: inGame,
      maxWithdrawalWon: maxWithdrawable(wallet),
      canTransferToWallet: canTransferToWallet(inGame),
      failureReference: money.kind === 'failed' ? money.reference : undefined,
    },
    heldUntil: heldUntil(money),
    account: { bank: bankname, number: maskAccountNumber(banknum), owner: maskName(bankOwner) },
    recent: toRecentTransactions('withdraw', recent),
    pending,
    code: createRequestCode(),
    savedForm: (await readSavedForm(request, context)) ?? readSubmittedFromQuery(new URL(request.url).searchParams),
  }
}

type Context = Route.ActionArgs['context']

export async function action({ context }: Route.ActionArgs) {
  const posted = getForm(context)
  if (isFromAnotherMember(posted, context))
    return redisplayMoneyForm(context, readForm(posted, anyFieldsForm), 'other-member')
  const intent = readIntent(posted, ['add', 'set', 'clear', 'all', 'bring-back'])
  switch (intent) {
    case 'add':
    case 'set':
    case 'clear':
      return changeAmount(context, posted, intent, { check: checkWithdrawalAmount })
    case 'all':
      return fillMaxAmount(context, posted, 'balance', fetchMaxWithdrawal, 'withdraw.all.none')
    case 'bring-back':
      return transferToWallet(context, posted, href('/withdraw'))
    default:
      return posted.get('idx') ? withdrawByPayment(context, posted) : withdrawToBank(context, posted)
  }
}

async function fetchMaxWithdrawal(upstream: PageUpstream): Promise<ParsedAmount> {
  const money = await upstream.callOptional('get-in-game-balance', {})
  if (money.kind !== 'done') return undefined
  const { balance } = money.response
  return balance === null ? null : maxWithdrawable(balance)
}

/** Redirects to the payment method's own page, which asks for amount and password. */
async function withdrawByPayment(context: Context, posted: FormData) {
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, withdrawByPaymentForm)
  if (form.kind === 'invalid') return redisplayMoneyForm(context, form, 'invalid')
  const withdrawalPayments = await upstream.callOptional('get-withdrawal-payment', {})
  if (withdrawalPayments.kind !== 'done') return redisplayMoneyForm(context, form, withdrawalPayments.kind)
  const payment = findByIdx(withdrawalPayments.response.payments, form.values.idx)
  if (!payment) return redisplayMoneyForm(context, form, { fields: { idx: ['payment.gone'] } })
  const outcome = await upstream.call('withdrawal-launcher', { idx: payment.idx })
  if (outcome.kind !== 'done')
    return redisplayMoneyForm(context, form, outcome, { refused: refusalMessages(context, upstream) })
  return redirectDocument(outcome.response.launcherUrl, 303)
}

async function withdrawToBank(context: Context, posted: FormData) {
  const startedAtMs = Date.now()
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, withdrawForm)
  if (form.kind === 'invalid') return redisplayMoneyForm(context, form, 'invalid')
  const { balance, code, exchange_pw } = form.values
  const outcome = await upstream.call('apply-user-withdraw', { balance, code, exchange_pw })
  const transaction = { kind: 'withdraw', amount: balance, startedAtMs } as const
  if (outcome.kind === 'done') return redirectWithReceipt(context, toAcceptedTransaction(transaction, outcome.response))
  const refused = {
    ...refusalMessages(context, upstream, balance),
    pass: { fields: { exchange_pw: ['withdraw.exchangePw.wrong'] } },
  }
  return redisplayMoneyForm(context, form, outcome, { refused, transaction })
}

/** @param won the amount that was asked for, where the form has it. */
function refusalMessages(context: Context, upstream: PageUpstream, won?: Won) {
  return {
    balance: () => insufficientWalletMessage(context, upstream, won),
    wait: async ({ waitMs }: { waitMs?: number }): Promise<FormMessage> => {
      if (waitMs === undefined) return { problem: numberedMessages.requestInProgress }
      const i18n = i18nFor(context.get(requestInfoContext).locale)
      const until = heldUntil(await upstream.callOptional('get-in-game-balance', {}))
      if (until !== undefined) return { problem: 'withdraw.held', values: { until: i18n.dateTime(until) } }
      return { problem: numberedMessages.withdrawalTooSoon, values: { time: formatWait(i18n, waitMs) } }
    },
    other: { problem: numberedMessages.withdrawalFailed, values: { reference: upstream.reference } },
  } as const
}

/** Reads until when the upstream pays nothing out, because it changed the member's password or account for them. */
function heldUntil(money: OptionalResult<'get-in-game-balance'>): string | undefined {
  const until = money.kind === 'done' ? money.response.withdrawHeldUntil : undefined
  return until && new Date(until) > new Date() ? until : undefined
}

/**
 * The message for a withdrawal above the wallet's balance: what the wallet holds, and what is still in games. The
 * header shows both together, but only the wallet can be withdrawn.
 */
async function insufficientWalletMessage(
  context: Context,
  upstream: PageUpstream,
  asked: Won | undefined,
): Promise<FormMessage> {
  const { wallet, inGame } = wholeBalances(await upstream.callOptional('get-in-game-balance', {}))
  if (typeof wallet !== 'number') return { problem: numberedMessages.balanceTooLow }
  const { won } = i18nFor(context.get(requestInfoContext).locale)
  const isWrong = asked !== undefined && wallet >= minWithdrawal
  const fields: FormMessage['fields'] = isWrong ? { balance: ['withdraw.amount.above'] } : {}
  const values = { cash: won(wallet), amount: won(wallet) }
  return typeof inGame !== 'number' || inGame < 1
    ? { problem: numberedMessages.walletTooLow, values, fields }
    : { problem: numberedMessages.walletTooLowMoneyInGames, values: { ...values, inGame: won(inGame) }, fields }
}

/** What the wallet and the games hold, in whole won; empty where the upstream did not say. */
function wholeBalances(money: OptionalResult<'get-in-game-balance'>) {
  const { balance, gameMoney } = money.kind === 'done' ? money.response : {}
  return { wallet: toWholeWon(balance), inGame: toWholeWon(gameMoney) }
}
