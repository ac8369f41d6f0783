import { z } from 'zod'
import { days, toSeconds } from '~/values/durations'
import { alreadyStatuses, call, emptyPayload, listQuery, status, statusOnly } from './call'
import { limitPeriods } from './play-limits'
import {
  depositAmount,
  lenientDate,
  lenientId,
  lenientName,
  lenientNumber,
  lenientWhole,
  paymentOption,
  points,
  requestCode,
  secretText,
  upstreamId,
  withdrawalAmount,
} from './values'

/** Totals of the transactions in one state: their number, their amount in won, and the fees included in it. */
const transactionSum = z.object({ count: lenientWhole, won: lenientWhole, fee: lenientWhole })

const transactions = z.object({
  status,
  total: lenientWhole,
  sum: lenientWhole,
  // Only the embedded upstream sends these. Another upstream may use the names for something else.
  done: transactionSum.optional().catch(undefined),
  waiting: transactionSum.optional().catch(undefined),
  /** How long one takes now, from the request until it is settled. */
  usualSeconds: z
    .int()
    .min(1)
    .max(toSeconds(days(30)))
    .optional()
    .catch(undefined),
  balances: z.array(
    z.object({
      id: lenientId,
      type: lenientName,
      balance: lenientWhole,
      // Only the embedded upstream sends it: the part of `balance` that the payment method charges.
      fee: lenientWhole,
      after: lenientWhole,
      // Only the embedded upstream sends it: `bank` for a bank transfer, else the name of the payment method.
      method: lenientName,
      regdate: lenientDate,
      // Only the embedded upstream sends it: when it was done or cancelled.
      settledAt: lenientDate.optional(),
      status: lenientName,
    }),
  ),
})

/** What a refusal by the member's own deposit limit says: the tightest limit and the won that it leaves. */
const limitRefusal = { period: z.enum(limitPeriods).optional().catch(undefined), left: lenientWhole }

/**
 * What a success of a deposit or withdrawal says for the site's receipt alone: the transaction's `id` in the list. Only the
 * embedded upstream sends it.
 */
const forReceipt = { id: lenientId }

/** Calls that move money, and lists of what moved. */
export const moneyCalls = {
  /** Asks the operator to credit a bank transfer of the member. Moves money at most once per request code. */
  'apply-user-deposit': call({
    path: '/public/balance/apply_user_deposit',
    who: 'member',
    payload: z.strictObject({ balance: depositAmount, code: requestCode }),
    response: statusOnly.extend({ ...limitRefusal, ...forReceipt }),
    serverFields: ['id'],
    effect: 'write',
    closedWhileExcluded: true,
    depositIn: ({ balance }) => balance,
    rateLimit: 'money',
    servedCountriesOnly: true,
    successes: alreadyStatuses,
    refusals: ['wait', 'deposit_limit'],
  }),
  'apply-user-withdraw': call({
    path: '/public/balance/apply_user_withdraw',
    who: 'member',
    payload: z.strictObject({
      balance: withdrawalAmount,
      code: requestCode,
      exchange_pw: secretText(64, { long: 'register.exchangePw.rule' }).optional(),
    }),
    response: z.object({ status: z.string().max(64), ms: lenientNumber, ...forReceipt }),
    serverFields: ['id'],
    effect: 'write',
    rateLimit: 'money',
    successes: alreadyStatuses,
    refusals: ['wait', 'balance', 'pass'],
    checksPassword: {
      kindIn: ({ exchange_pw }) => (exchange_pw === undefined ? undefined : 'exchange'),
      wrongStatus: 'pass',
    },
  }),
  'roll-to-balance': call({
    path: '/user/point_to_money',
    who: 'member',
    payload: z.strictObject({ points, code: requestCode.optional() }),
    response: statusOnly,
    effect: 'write',
    closedWhileExcluded: true,
    rateLimit: 'money',
    successes: alreadyStatuses,
    refusals: ['low_point'],
  }),
  'get-deposit-payment': call({
    path: '/public/pay/get_deposit_payment',
    who: 'member',
    payload: emptyPayload,
    response: z.object({ status, payments: z.array(paymentOption) }),
    effect: 'read',
  }),
  'apply-deposit-payment': call({
    path: '/public/pay/apply_deposit_payment',
    who: 'member',
    payload: z.strictObject({ balance: depositAmount, code: requestCode, idx: upstreamId }),
    response: z.object({ status, launcherUrl: z.string().min(1).max(4096), ...limitRefusal }),
    effect: 'write',
    closedWhileExcluded: true,
    depositIn: ({ balance }) => balance,
    rateLimit: 'money',
    servedCountriesOnly: true,
    successes: alreadyStatuses,
    refusals: ['wait', 'deposit_limit'],
  }),
  'get-withdrawal-payment': call({
    path: '/public/pay/get_withdrawal_payment',
    who: 'member',
    payload: emptyPayload,
    response: z.object({ status, payments: z.array(paymentOption) }),
    effect: 'read',
  }),
  'withdrawal-launcher': call({
    path: '/public/pay/withdrawal_launcher',
    who: 'member',
    payload: z.strictObject({ idx: upstreamId }),
    response: z.object({ status, launcherUrl: z.string().min(1).max(4096) }),
    effect: 'write',
    rateLimit: 'money',
    refusals: ['wait', 'balance'],
  }),
  'get-deposit-list': call({
    path: '/balance/get_deposit_list',
    who: 'member',
    payload: listQuery,
    response: transactions,
    effect: 'read',
    optional: true,
    unattended: true,
  }),
  'get-withdraw-list': call({
    path: '/balance/get_withdraw_list',
    who: 'member',
    payload: listQuery,
    response: transactions,
    effect: 'read',
    optional: true,
    unattended: true,
  }),
  'get-comp-list': call({
    path: '/balance/get_point_list',
    who: 'member',
    payload: listQuery,
    response: z.object({
      status,
      total: lenientWhole,
      points: z.array(z.object({ id: lenientId, kind: lenientName, points: lenientWhole, regdate: lenientDate })),
    }),
    effect: 'read',
    optional: true,
  }),
  'money-to-point': call({
    path: '/user/money_to_point',
    alternatePaths: ['/user/user_chang_to_point'],
    who: 'member',
    payload: z.strictObject({ points, code: requestCode }),
    response: statusOnly,
    effect: 'write',
    closedWhileExcluded: true,
    rateLimit: 'money',
    successes: alreadyStatuses,
    refusals: ['balance'],
    optional: true,
  }),
}
