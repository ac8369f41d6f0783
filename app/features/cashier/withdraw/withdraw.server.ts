import { href, redirectDocument } from 'react-router'
import { z } from 'zod'
import type { FormMessage } from '~/forms/form-responses.server'
import { amountField, readForm } from '~/forms/read-form.server'
import { formatWait } from '~/i18n/format-wait'
import { findByIdx } from '~/server/request-info/query.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { type OptionalResult, type PageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { redirectWithAccepted } from '~/transactions/accepted.server'
import { secretText, withdrawalAmount } from '~/upstream/contract/fields/values'
import { checkWithdrawalAmount, minWithdrawal, type Won } from '~/values/amount'
import { type ParsedAmount, toWholeWon } from '~/values/balance'
import { maskAccountNumber, maskName } from '~/values/banks'
import { numberedMessages } from '~/values/numbered-messages'
import { maxWithdrawable } from '../form/amount-problems'
import { loadMoneyPage } from '../form/load-money-page.server'
import { idxField, moneyAction, moneyFormSchema, transferToWallet } from '../form/money-action.server'
import { redisplayAfterCall, redisplayMoneyForm } from '../form/redisplay-money-form.server'
import type { Route } from './+types/withdraw'

export async function loader({ request, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const balances = fetchBalances(upstream)
  const [page, money, health] = await Promise.all([
    loadMoneyPage('withdraw', request, context, [balances]),
    balances,
    upstream.callOptionalOnce('user-health-check'),
  ])
  const { wallet, inGame } = wholeBalances(money)
  const { bankname, banknum, bankOwner } = health.kind === 'done' ? health.response.user : {}
  return {
    ...page,
    money: {
      walletWon: wallet,
      inGameWon: inGame,
      failureReference: money.kind === 'failed' ? money.reference : undefined,
    },
    hold: findHold(money),
    bankAccount: { bank: bankname, number: maskAccountNumber(banknum), owner: maskName(bankOwner) },
  }
}

type Context = Route.ActionArgs['context']

export const withdrawalForm = moneyFormSchema('withdraw', {
  balance: amountField(withdrawalAmount),
  exchange_pw: secretText(64, { empty: 'withdraw.exchangePw.empty', long: 'withdraw.exchangePw.wrong' }),
  idx: z.literal('').optional(),
})

/** The payment method's page asks for the amount and the password, so this form ignores both fields. */
const withdrawByPaymentForm = moneyFormSchema('withdraw', {
  balance: z.unknown().optional(),
  exchange_pw: z.unknown().optional(),
  idx: idxField,
})

export const action = moneyAction({
  field: 'balance',
  check: checkWithdrawalAmount,
  all: { fetch: fetchWallet, most: maxWithdrawable, none: 'withdraw.all.none' },
  intents: { 'bring-back': transferToWallet(href('/withdraw')) },
  send: (context, posted) => (posted.get('idx') ? withdrawByPayment : withdrawToBank)(context, posted),
})

async function fetchWallet(upstream: PageUpstream): Promise<ParsedAmount> {
  const money = await fetchBalances(upstream)
  return money.kind === 'done' ? money.response.balance : undefined
}

async function withdrawByPayment(context: Context, posted: FormData) {
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, withdrawByPaymentForm)
  if (form.kind === 'invalid') return redisplayMoneyForm(context, form, 'invalid')
  const payments = await upstream.callOptional('get-withdrawal-payment', {})
  if (payments.kind !== 'done') return redisplayMoneyForm(context, form, payments.kind)
  const payment = findByIdx(payments.response.payments, form.values.idx)
  if (!payment) return redisplayMoneyForm(context, form, { fields: { idx: ['payment.gone'] } })
  const outcome = await upstream.call('withdrawal-launcher', { idx: payment.idx })
  if (outcome.kind !== 'done')
    return redisplayAfterCall(context, form, outcome, { refused: refusalMessages(context, upstream) })
  return redirectDocument(outcome.response.launcherUrl, 303)
}

async function withdrawToBank(context: Context, posted: FormData) {
  const startedAtMs = Date.now()
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, withdrawalForm)
  if (form.kind === 'invalid') return redisplayMoneyForm(context, form, 'invalid')
  const { balance, code, exchange_pw } = form.values
  const outcome = await upstream.call('apply-user-withdraw', { balance, code, exchange_pw })
  const transaction = { kind: 'withdraw', amount: balance, startedAtMs } as const
  if (outcome.kind === 'done') return redirectWithAccepted(context, transaction, outcome.response)
  const refused = {
    ...refusalMessages(context, upstream, balance),
    pass: { fields: { exchange_pw: ['withdraw.exchangePw.wrong'] } },
  }
  return redisplayAfterCall(context, form, outcome, { refused, transaction })
}

function refusalMessages(context: Context, upstream: PageUpstream, won?: Won) {
  return {
    balance: () => insufficientWalletMessage(context, upstream, won),
    wait: async ({ waitMs }: { waitMs?: number }): Promise<FormMessage> => {
      if (waitMs === undefined) return { problem: numberedMessages.requestInProgress }
      const i18n = i18nOf(context)
      const hold = findHold(await upstream.callOptional('get-in-game-balance', {}))
      if (hold) return { problem: hold.message, values: { until: i18n.dateTime(hold.until) } }
      return { problem: numberedMessages.withdrawalTooSoon, values: { time: formatWait(i18n, waitMs) } }
    },
    other: { problem: numberedMessages.withdrawalFailed, values: { reference: upstream.reference } },
  } as const
}

function findHold(money: OptionalResult<'get-in-game-balance'>) {
  if (money.kind !== 'done' || money.response.withdrawHeldUntil === undefined) return undefined
  const { withdrawHeldUntil: until, withdrawHeldFor } = money.response
  if (new Date(until) <= new Date()) return undefined
  return { until, message: withdrawHeldFor === 'second_factor' ? 'withdraw.held.factor' : 'withdraw.held' } as const
}

/** Returns the message for a withdrawal above the balance. It is beside the amount if any withdrawal is possible. */
async function insufficientWalletMessage(context: Context, upstream: PageUpstream, asked: Won | undefined) {
  const { wallet, inGame } = wholeBalances(await fetchBalances(upstream))
  const { won } = i18nOf(context)
  const values = { cash: won(wallet), amount: won(wallet) }
  const atAmount = (message: string) => ({ status: 409, fields: { balance: [message] }, values })
  const { balanceTooLow } = numberedMessages
  if (typeof wallet !== 'number') return asked === undefined ? { problem: balanceTooLow } : atAmount(balanceTooLow)
  if (asked !== undefined && wallet >= minWithdrawal) return atAmount('withdraw.amount.above')
  return typeof inGame !== 'number' || inGame < 1
    ? { problem: numberedMessages.walletTooLow, values }
    : { problem: numberedMessages.walletTooLowMoneyInGames, values: { ...values, inGame: won(inGame) } }
}

/** Returns the member's money. If get-in-game-balance sends no wallet balance, the health check supplies it. */
async function fetchBalances(upstream: PageUpstream): Promise<OptionalResult<'get-in-game-balance'>> {
  const money = await upstream.callOptional('get-in-game-balance', {})
  if (money.kind !== 'done' || money.response.balance !== undefined) return money
  const health = await upstream.callOptionalOnce('user-health-check')
  if (health.kind !== 'done') return money
  return { ...money, response: { ...money.response, balance: health.response.user.balance } }
}

/** Returns wallet and in-game money in whole won. Both are undefined if the upstream sent neither. */
function wholeBalances(money: OptionalResult<'get-in-game-balance'>) {
  const { balance, gameMoney } = money.kind === 'done' ? money.response : {}
  return { wallet: toWholeWon(balance), inGame: toWholeWon(gameMoney) }
}
