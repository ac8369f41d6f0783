import { z } from 'zod'
import { limitPeriods } from '~/limits/names'
import type { Won } from '~/values/amount'
import { days, toSeconds } from '~/values/durations'
import { transactionStages } from '~/values/transaction'
import {
  alreadyStatuses,
  call,
  listQuery,
  memberWrite,
  optionalRead,
  optionalWrite,
  rowsPerPage,
  status,
  statusOnly,
} from '../call'
import {
  described,
  expected,
  lenientNumber,
  lenientSigned,
  lenientWhole,
  lenientWon,
  optional,
} from '../fields/numbers'
import {
  depositAmount,
  lenientDate,
  lenientId,
  lenientName,
  lenientText,
  paymentOption,
  points,
  requestCode,
  rowStatus,
  secretText,
  upstreamId,
  withdrawalAmount,
} from '../fields/values'

/** Totals of the transactions in one state: their number, their amount in won, and the fees included in it. */
const transactionSum = z
  .object({
    count: expected(lenientWhole, 'number of transactions', 1),
    won: expected(lenientWon('won'), 'their amounts together', 300_000),
    fee: expected(lenientWon('fee'), 'the fees included', 0),
  })
  .meta({ id: 'TransactionSum' })

/** Totals of done transactions that were requested in one month in Seoul. */
const monthSum = z
  .object({
    month: z
      .string()
      .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
      .describe('month in Seoul')
      .meta({ example: '2026-01' }),
    won: expected(lenientWon('won'), 'their amounts together', 300_000),
  })
  .meta({ id: 'MonthSum' })
export type MonthSum = z.output<typeof monthSum>

const stage = z.enum(transactionStages).optional().catch(undefined)

const transaction = z
  .object({
    id: expected(lenientId, 'number of the transaction, shown to the member', 41),
    type: described(lenientName, 'what it is; shown unchanged', 'bank'),
    balance: expected(lenientSigned('balance'), 'amount of the transaction; its sign is not used', 300_000),
    fee: described(lenientWon('fee'), 'part of the amount that the payment method charges', 0),
    after: described(lenientWon('after'), 'wallet balance after it', 1_300_000),
    method: described(lenientName, '`bank`, or the name of the payment service; shown on the receipt', 'bank'),
    regdate: expected(lenientDate, 'when it was requested'),
    settledAt: lenientDate.optional().describe('when it was done or cancelled; shown on the receipt'),
    status: rowStatus('done'),
    payUrl: optional(
      z.string().min(1).max(4096),
      'address of its payment page while it can still be paid, by the rule of `launcherUrl`',
    ),
    expiresAt: lenientDate.optional().describe('when that page ends'),
    stage: stage.describe('where a waiting one stands; without it the site claims no more than its status'),
    cancellable: optional(
      z.boolean(),
      'whether its member may cancel it now with cancel-deposit; without it the site does not offer that',
    ),
    reason: lenientText.describe('why it was cancelled or another sum credited, in the requested language'),
    paidApart: optional(
      z.boolean(),
      'whether another deposit has the money of this cancelled one; the site then does not offer to request it again',
    ),
  })
  .meta({ id: 'Transaction' })

export const settledTransaction = transaction
  .extend({ kind: z.enum(['deposit', 'withdraw']).describe('which list has it') })
  .meta({ id: 'SettledTransaction' })

/** Maximum ids per call, enough for a form to close everything that home shows. */
export const maxSeenAtOnce = 2 * rowsPerPage

export const maxUsualSeconds = toSeconds(days(30))

const transactions = z.object({
  status,
  total: expected(lenientWhole, 'number of transactions in the range', 1),
  sum: described(
    lenientWon('sum'),
    'amount of those that the upstream counts; the page shows it where `done` is missing',
    300_000,
  ),
  // Only the embedded upstream sends these. Another upstream may use the names for something else.
  done: optional(transactionSum, 'totals of those done; missing: the page shows `sum`'),
  waiting: optional(transactionSum, 'totals of those waiting'),
  months: optional(
    z.array(monthSum),
    'those done by the month in which they were requested, of a range of more than 62 days; the history draws them',
  ),
  usualSeconds: optional(
    z.int().min(1).max(maxUsualSeconds),
    'how long one of them usually takes now, in seconds; said on the form and the receipt',
    180,
  ),
  balances: z.array(transaction).describe('one page, newest first'),
})

const compEntry = z
  .object({
    id: expected(lenientId, 'number of the entry', 3),
    kind: described(lenientName, 'what it is; shown unchanged', 'bet'),
    points: expected(lenientSigned('points'), 'points, negative when they were exchanged', 12),
    regdate: expected(lenientDate, 'when it was booked'),
  })
  .meta({ id: 'CompEntry' })

/** The details of a refusal by the own deposit limit: the tightest limit's period and the won still allowed. */
const limitRefusal = {
  period: optional(z.enum(limitPeriods), 'with `deposit_limit`: the limit that refused'),
  left: lenientWon('left').describe('with `deposit_limit`: what that limit leaves'),
}

/** For the site's receipt: the transaction's `id` in the list. Only the embedded upstream sends it. */
const forReceipt = {
  id: described(lenientId, 'number of the transaction, for the receipt; else the site looks it up in the list', 41),
}

const launcherUrl = described(
  z.string().min(1).max(4096),
  'where the member goes on: an https address (http too while the site is on http), or a path of the site',
  'https://pay.example.com/p/91b',
)
const paymentIdx = described(upstreamId, '`idx` of the payment service', 1)

const deposit = {
  auth: 'member',
  refusalFields: Object.keys(limitRefusal),
  effect: 'write',
  closedWhileExcluded: true,
  depositIn: ({ balance }: { balance: Won }) => balance,
  rateLimit: 'money',
  servedCountriesOnly: true,
  successes: alreadyStatuses,
  refusals: ['wait', 'deposit_limit'],
} as const

const paymentList = (path: string) =>
  call({
    ...optionalRead,
    path,
    response: z.object({
      status,
      payments: z.array(paymentOption).describe('in the order of the form; empty: bank transfer alone'),
    }),
  })

const transactionList = (path: string) =>
  call({ ...optionalRead, path, payload: listQuery, response: transactions, unattended: true })

export const moneyCalls = {
  /** Asks the operator to credit a bank transfer of the member. Moves money at most once per request code. */
  'apply-user-deposit': call({
    ...deposit,
    path: '/public/balance/apply_user_deposit',
    payload: z.strictObject({ balance: depositAmount, code: requestCode }),
    response: statusOnly.extend({
      ...limitRefusal,
      ...forReceipt,
      stage: stage.describe('`checking`: no transfer is needed, and the site requests no account for it'),
    }),
    serverFields: ['id', 'stage'],
  }),
  'apply-user-withdraw': call({
    ...memberWrite,
    path: '/public/balance/apply_user_withdraw',
    payload: z.strictObject({
      balance: withdrawalAmount,
      code: requestCode,
      exchange_pw: described(
        secretText(64, { long: 'register.exchangePw.rule' }).optional(),
        'exchange password, to be checked; the page always sends it, and without it the response is `pass`',
        '2580',
      ),
    }),
    response: z.object({
      status: z.string().max(64),
      ms: lenientNumber.describe('with `wait`: milliseconds until the next withdrawal is possible'),
      ...forReceipt,
    }),
    refusalFields: ['ms'],
    serverFields: ['id'],
    rateLimit: 'money',
    successes: alreadyStatuses,
    refusals: ['wait', 'balance', 'pass'],
    checksPassword: {
      kindIn: ({ exchange_pw }) => (exchange_pw === undefined ? undefined : 'exchange'),
      wrongStatus: 'pass',
    },
  }),
  'roll-to-balance': call({
    ...memberWrite,
    path: '/user/point_to_money',
    payload: z.strictObject({ points, code: requestCode.optional() }),
    closedWhileExcluded: true,
    rateLimit: 'money',
    successes: alreadyStatuses,
    refusals: ['low_point'],
  }),
  'get-deposit-payment': paymentList('/public/pay/get_deposit_payment'),
  'apply-deposit-payment': call({
    ...deposit,
    path: '/public/pay/apply_deposit_payment',
    payload: z.strictObject({ balance: depositAmount, code: requestCode, idx: paymentIdx }),
    response: z.object({ status, launcherUrl, ...limitRefusal }),
    optional: true,
  }),
  /** Cancels a bank transfer of the member's own that waits. A cancelled one is `already`. */
  'cancel-deposit': call({
    ...optionalWrite,
    path: '/public/balance/cancel_user_deposit',
    payload: z.strictObject({ id: described(upstreamId, '`id` of the deposit in get-deposit-list', '4F7K-21') }),
    rateLimit: 'money',
    successes: alreadyStatuses,
    refusals: ['settled'],
  }),
  'get-withdrawal-payment': paymentList('/public/pay/get_withdrawal_payment'),
  'withdrawal-launcher': call({
    ...optionalWrite,
    path: '/public/pay/withdrawal_launcher',
    payload: z.strictObject({ idx: paymentIdx }),
    response: z.object({ status, launcherUrl }),
    rateLimit: 'money',
    refusals: ['wait', 'balance'],
  }),
  'get-deposit-list': transactionList('/balance/get_deposit_list'),
  'get-withdraw-list': transactionList('/balance/get_withdraw_list'),
  'mark-settled-seen': call({
    ...optionalWrite,
    path: '/public/balance/mark_settled_seen',
    payload: z.strictObject({
      ids: z
        .array(upstreamId)
        .min(1)
        .max(maxSeenAtOnce)
        .describe('`id` of rows of `settled` in user-health-check; unknown ones and those of others change nothing')
        .meta({ example: [41] }),
    }),
  }),
  'get-comp-list': call({
    ...optionalRead,
    path: '/balance/get_point_list',
    payload: listQuery,
    response: z.object({
      status,
      total: expected(lenientWhole, 'number of entries in the range', 1),
      points: z.array(compEntry).describe('one page, newest first'),
    }),
  }),
  'money-to-point': call({
    ...optionalWrite,
    path: '/user/money_to_point',
    alternatePaths: ['/user/user_chang_to_point'],
    payload: z.strictObject({ points, code: requestCode }),
    closedWhileExcluded: true,
    rateLimit: 'money',
    successes: alreadyStatuses,
    refusals: ['balance'],
  }),
}
