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

/** Transactions in one state: their number, their sum in won, and the fees included in that sum. */
const transactionSum = z
  .object({
    count: expected(lenientWhole, 'number of transactions', 1),
    won: expected(lenientWon('won'), 'sum of their amounts', 300_000),
    fee: expected(lenientWon('fee'), 'fees included in the sum', 0),
  })
  .meta({ id: 'TransactionSum' })

/** Totals of completed transactions requested in one month, Seoul time. */
const monthSum = z
  .object({
    month: z
      .string()
      .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
      .describe('month (Korean time)')
      .meta({ example: '2026-01' }),
    won: expected(lenientWon('won'), 'sum of their amounts', 300_000),
  })
  .meta({ id: 'MonthSum' })
export type MonthSum = z.output<typeof monthSum>

const pageUrl = z.string().min(1).max(4096)

const stage = z.enum(transactionStages).optional().catch(undefined)

const transaction = z
  .object({
    id: expected(lenientId, 'the transaction’s number, shown to the member', 41),
    type: described(lenientName, 'its type; shown unchanged', 'bank'),
    balance: expected(lenientSigned('balance'), 'the transaction’s amount; its sign is ignored', 300_000),
    fee: described(lenientWon('fee'), 'the payment method’s fee, included in the amount', 0),
    after: described(lenientWon('after'), 'wallet balance afterwards', 1_300_000),
    method: described(lenientName, '`bank`, or the name of the payment service; shown on the receipt', 'bank'),
    regdate: expected(lenientDate, 'when it was requested'),
    settledAt: lenientDate.optional().describe('when it was done or cancelled; shown on the receipt'),
    status: rowStatus('done'),
    payUrl: optional(pageUrl, 'URL of its payment page while it can still be paid; the rules for `launcherUrl` apply'),
    cancelUrl: optional(pageUrl, 'URL of the page where the member can cancel that payment; the same rules apply'),
    expiresAt: lenientDate.optional().describe('when that page expires'),
    stage: stage.describe('the progress of a pending transaction; without it the site shows only the status'),
    cancellable: optional(
      z.boolean(),
      'whether the member can cancel it now with cancel-deposit; without it the site does not offer that',
    ),
    reason: lenientText.describe('why it was cancelled or another amount was credited, in the requested language'),
    cancelledByMember: optional(
      z.boolean(),
      'whether the member cancelled this deposit; the site then reports no refusal and no news',
    ),
    paidTo: lenientText.describe(
      'bank and masked number of a settled withdrawal’s account; its last four digits or `bankChangedAt` show whether that has changed since',
    ),
    paidApart: optional(
      z.boolean(),
      'whether the money for this cancelled deposit was credited as another one; the site then offers no new request',
    ),
  })
  .meta({ id: 'Transaction' })

export const settledTransaction = transaction
  .extend({ kind: z.enum(['deposit', 'withdraw']).describe('the list that contains it') })
  .meta({ id: 'SettledTransaction' })

/** Maximum number of ids per call, enough to dismiss everything on the home page at once. */
export const maxSeenAtOnce = 2 * rowsPerPage

export const maxUsualSeconds = toSeconds(days(30))

const transactions = z.object({
  status,
  total: expected(lenientWhole, 'number of transactions in the range', 1),
  sum: described(
    lenientWon('sum'),
    'sum of those that the upstream counts; the page shows it if `done` is missing',
    300_000,
  ),
  // Only the embedded upstream sends these fields. Other upstreams may use the field names for something else.
  done: optional(transactionSum, 'totals of completed transactions; if missing, the page shows `sum`'),
  waiting: optional(transactionSum, 'totals of pending transactions'),
  months: optional(
    z.array(monthSum),
    'completed transactions by month of request, for ranges of more than 62 days; the history shows a chart',
  ),
  usualSeconds: optional(
    z.int().min(1).max(maxUsualSeconds),
    'how many seconds a transaction usually takes; shown on the form and the receipt',
    180,
  ),
  balances: z.array(transaction).describe('one page, newest first'),
})

const compEntry = z
  .object({
    id: expected(lenientId, 'the entry’s number', 3),
    kind: described(lenientName, 'its type; shown unchanged', 'bet'),
    points: expected(lenientSigned('points'), 'points, negative if they were exchanged', 12),
    regdate: expected(lenientDate, 'when it was booked'),
  })
  .meta({ id: 'CompEntry' })

/** Details of a `deposit_limit` refusal: the tightest limit's period, and how much of that limit is left, in won. */
const limitRefusal = {
  period: optional(z.enum(limitPeriods), 'with `deposit_limit`: the period of the limit that was exceeded'),
  left: lenientWon('left').describe('with `deposit_limit`: what is left of that limit'),
}

/** The transaction's `id` in the list, used by the receipt. Only the embedded upstream sends it. */
const forReceipt = {
  id: described(lenientId, 'the transaction’s number, for the receipt; if missing, looked up in the list', 41),
}

const launcherUrl = described(
  z.string().min(1).max(4096),
  'where the member continues: an https URL (or http while the site is on http), or a path on the site',
  'https://pay.example.com/p/91b',
)
const paymentIdx = described(upstreamId, 'the payment service’s `idx`', 1)

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
      payments: z.array(paymentOption).describe('in the form’s order; if empty, only bank transfer'),
    }),
  })

const transactionList = (path: string) =>
  call({ ...optionalRead, path, payload: listQuery, response: transactions, unattended: true })

export const moneyCalls = {
  /** Asks the operator to credit a bank transfer. Moves money at most once per request code. */
  'apply-user-deposit': call({
    ...deposit,
    path: '/public/balance/apply_user_deposit',
    payload: z.strictObject({ balance: depositAmount, code: requestCode }),
    response: statusOnly.extend({
      ...limitRefusal,
      ...forReceipt,
      stage: stage.describe('`checking`: no transfer is needed, and the site requests no account'),
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
        'withdrawal password, for you to check; the page always sends it. If it is missing, return `pass`',
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
  /** Cancels the member's own pending bank transfer. If it was cancelled before, the status is `already`. */
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
        .describe('ids of rows in `settled` of user-health-check; unknown ids and other members’ ids change nothing')
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
