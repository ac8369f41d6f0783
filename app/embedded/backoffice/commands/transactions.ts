import { z } from 'zod'
import { stored } from '~/values/status'
import { parseTransactionNumber } from '../../transactions/transaction-number'
import { allStaff, cashiers, change, read, supportAndCashiers } from './definition'
import { accountToPay, code, dateRange, ofMember, paging, part, reason, rowId, textUpTo } from './fields'
import { approvalMs, pageOf, signs, state, transaction, transactionKind, won } from './results'
import { firstApproval } from './staff'

const transactionNumber = z.string('a number like 4F7K-21').transform((typed, context) => {
  const id = parseTransactionNumber(typed)
  if (id === undefined) context.addIssue({ code: 'custom', message: 'a number like 4F7K-21' })
  return id ?? z.NEVER
})

export const transactionId = z.union([rowId, transactionNumber], 'a number, such as 21 or 4F7K-21')

const tell = textUpTo(200)
const firstApprovals = z.array(firstApproval)
const aboutMember = { language: z.string(), note: z.string().nullable(), answerAccount: accountToPay.nullable() }
const sum = z.int('whole won').min(0, 'whole won').optional()
const yesOrNo = z.boolean().default(false)
const settlePayload = { kind: transactionKind, id: transactionId }
const settleResult = { changed: z.boolean(), movement: transaction }
const claims = {
  each: 'id',
  showsTransaction: true,
  isDirect: true,
  logged: ['kind', 'id'],
  payload: { ...settlePayload, reason },
  /** `extended` is set if the caller had already claimed it. */
  result: { movement: transaction, takenFrom: z.string().nullable(), extended: z.literal(true).optional() },
} as const

export const transactionCommands = {
  /** `sum` covers all pages. Cancelled transactions are omitted, unless the list is limited to them. */
  movements: read(allStaff, {
    keepsNoTexts: true,
    logged: ['kind', 'state', 'settledBy', 'from', 'to'],
    columns: ['member', 'won', 'state', 'bank', 'appliedAt', 'number', 'fee', 'cash'],
    payload: {
      kind: transactionKind,
      state: z.enum([...state.options, 'all']).default(stored.pending),
      member: ofMember,
      /** Part of a member's id, nickname or account holder. */
      name: part,
      settledBy: code.optional(),
      ids: z.array(transactionId).max(50).optional(),
      order: z.enum(['oldest', 'newest', 'largest', 'smallest']).optional(),
      atLeast: sum,
      atMost: sum,
      ...dateRange,
      ...paging,
    },
    /** `signs` say what to check before paying. Only pending transactions have them. */
    result: {
      ...pageOf({ ...transaction.shape, firstApprovals, signs: z.object(signs).nullable() }),
      ...{ sum: won, approvalMs, settlers: z.array(z.string()) },
    },
  }),

  /** The member's latest inquiry has the `language`. `answerAccount` is what was sent last, if this is a deposit. */
  movement: read(allStaff, {
    logged: ['number'],
    payload: { number: transactionId },
    result: { movement: transaction, after: won.nullable(), ...aboutMember, ...signs, firstApprovals },
  }),

  /** A deposit by payment page needs `unpaid`. `onlyClaimed` refuses payments that the caller has not claimed. */
  approve: change(cashiers, {
    refuses: ['claimed', 'unclaimed', 'ended', 'on_hold', 'unpaid', 'limit'],
    each: 'id',
    showsTransaction: true,
    logged: ['kind', 'id', 'unpaid'],
    payload: { ...settlePayload, reason, unpaid: yesOrNo, onlyClaimed: yesOrNo },
    result: settleResult,
    moves: ({ changed, movement: transaction }) => (changed ? transaction : undefined),
  }),
  cancel: change(cashiers, {
    refuses: ['claimed', 'ended', 'told'],
    isDestructive: true,
    each: 'id',
    showsTransaction: true,
    logged: ['kind', 'id'],
    payload: { ...settlePayload, tell: tell.optional(), reason },
    result: settleResult,
  }),
  credit: change(cashiers, {
    refuses: ['claimed', 'ended', 'on_hold', 'by_page', 'limit'],
    showsTransaction: true,
    logged: ['id', 'won'],
    payload: { id: transactionId, won: z.int('whole won above 0').min(1, 'whole won above 0'), tell, reason },
    result: { movement: transaction, credited: transaction },
    moves: ({ credited }) => credited,
  }),
  /** `account` is the bank, number and holder of a saved account. Defaults to the account that was sent last. */
  'send-account': change(supportAndCashiers, {
    refuses: ['sent', 'no_account', 'claimed'],
    each: 'id',
    showsTransaction: true,
    logged: ['id'],
    payload: { id: transactionId, account: textUpTo(200).optional() },
    result: { movement: transaction, answerAccount: accountToPay },
  }),
  /** Taking over another person's active claim needs a reason. */
  claim: change(cashiers, { ...claims, refuses: ['claimed', 'ended', 'on_hold', 'own_approval'] }),
  release: change(cashiers, { ...claims, refuses: ['claimed', 'ended'] }),
}
