import { z } from 'zod'
import { stored } from '~/values/status'
import { parseTransactionNumber } from '../../transactions/transaction-number'
import {
  amount,
  approvalMs,
  at,
  cashiers,
  change,
  dateRange,
  everybody,
  movement,
  ofMember,
  pageOf,
  paging,
  read,
  reason,
  roles,
  rowId,
  state,
  textUpTo,
  transactionKind,
  won,
} from './fields'
import { firstApproval } from './staff'

/** Parses a transaction's number, as its member reads it out, to its row's id. */
const transactionNumber = z.string('a number like 4F7K-21').transform((typed, context) => {
  const id = parseTransactionNumber(typed)
  if (id === undefined) context.addIssue({ code: 'custom', message: 'a number like 4F7K-21' })
  return id ?? z.NEVER
})

/** A transaction's row id or number. */
const transactionId = z.union([rowId, transactionNumber], 'a number, such as 21 or 4F7K-21')
const tell = textUpTo(200)
const firstApprovals = z.array(firstApproval)
const unpaid = z.boolean().default(false)
const settlePayload = { kind: transactionKind, id: transactionId }
const settleResult = { changed: z.boolean(), movement }

export const transactionCommands = {
  you: read({
    roles: everybody,
    isUnlogged: true,
    result: {
      name: z.string(),
      role: z.enum(roles),
      secondFactor: z.enum(['none', 'needed', 'set']),
      isFresh: z.boolean(),
    },
  }),
  /** Waiting items, oldest first, at most 100 of each kind. */
  queue: read({
    roles: everybody,
    isUnlogged: true,
    result: {
      rows: z.array(
        z.object({
          what: z.enum(['deposit', 'withdrawal', 'inquiry', 'account', 'reset', 'approval']),
          id: z.string().nullable(),
          number: z.string().nullable(),
          title: z.string().nullable(),
          member: z.string().nullable(),
          won: won.nullable(),
          by: z.string().nullable(),
          at,
        }),
      ),
    },
  }),

  sums: read({
    roles: everybody,
    isUnlogged: true,
    payload: { by: z.enum(['day', 'hour']).default('day') },
    result: { rows: z.array(z.object({ from: at, deposits: amount, withdrawals: amount })) },
  }),

  overview: read({
    roles: everybody,
    isUnlogged: true,
    result: {
      store: z.enum(['pglite', 'postgres']),
      money: z.enum(['play', 'real']),
      approvalMs,
      waiting: z.object({
        ...{ deposits: amount, withdrawals: amount, payments: amount, help: z.int(), resets: z.int() },
        closedWithMoney: amount,
        secondPerson: z.int(),
      }),
      closedProviders: z.int(),
      members: z.int(),
      lastChecks: z.object({ backup: at.nullable(), inOrder: at.nullable(), findings: at.nullable() }),
      factorsReset: z.array(z.string()),
      /** Owners of tokens that BACKOFFICE_TOKEN made without a second person in the last seven days. */
      tokensMadeAlone: z.array(z.string()),
      wrongTries: z.int(),
      unreadableMoney: z.int(),
      you: z.object({ name: z.string(), role: z.string() }),
    },
  }),

  /** `sum` covers all pages, without cancelled ones unless only they are listed. */
  movements: read({
    roles: everybody,
    logged: ['kind', 'state', 'from', 'to'],
    columns: ['member', 'won', 'state', 'bank', 'appliedAt', 'number', 'fee', 'cash'],
    payload: {
      kind: transactionKind,
      state: z.enum([...state.options, 'all']).default(stored.pending),
      member: ofMember,
      order: z.enum(['oldest', 'newest', 'largest']).optional(),
      ...dateRange,
      ...paging,
    },
    result: pageOf({ ...movement.shape, firstApprovals }, { sum: won, approvalMs }),
  }),

  movement: read({
    roles: everybody,
    logged: ['number'],
    payload: { number: transactionId },
    result: { movement, after: won.nullable(), firstApprovals },
  }),

  /** A deposit by payment page is credited only with `unpaid`, because the page reports it itself. */
  approve: change({
    roles: cashiers,
    refuses: ['ended', 'unpaid', 'limit'],
    each: 'id',
    shows: 'movement',
    logged: ['kind', 'id', 'unpaid'],
    payload: { ...settlePayload, reason, unpaid },
    result: settleResult,
    moves: ({ changed, movement }) => (changed ? movement : undefined),
  }),
  cancel: change({
    roles: cashiers,
    refuses: ['ended', 'told'],
    isDestructive: true,
    each: 'id',
    shows: 'movement',
    logged: ['kind', 'id'],
    payload: { ...settlePayload, tell: tell.optional(), reason },
    result: settleResult,
  }),
  credit: change({
    roles: cashiers,
    refuses: ['ended', 'by_page', 'limit'],
    shows: 'movement',
    logged: ['id', 'won'],
    payload: { id: transactionId, won: z.int('whole won above 0').min(1, 'whole won above 0'), tell, reason },
    result: { movement, credited: movement },
    moves: ({ credited }) => credited,
  }),
}
