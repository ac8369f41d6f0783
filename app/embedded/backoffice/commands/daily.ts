import { z } from 'zod'
import { stored } from '~/values/status'
import { parseTransactionNumber } from '../../transactions/transaction'
import {
  amount,
  approvalMs,
  at,
  cashiers,
  change,
  code,
  dateRange,
  everybody,
  member,
  ofMember,
  owners,
  pageOf,
  paging,
  read,
  roles,
  rowId,
  state,
  textUpTo,
  won,
} from './fields'
import { firstApproval } from './people'
import { movement, transactionKind } from './transaction'

/** A transaction's number as its member reads it out; parsed to the id of its row. */
const transactionNumber = z.string('a number like 4F7K-21').transform((typed, context) => {
  const id = parseTransactionNumber(typed)
  if (id === undefined) context.addIssue({ code: 'custom', message: 'a number like 4F7K-21' })
  return id ?? z.NEVER
})

const providerKind = z.enum(['casino', 'slot', 'sport'])
const used = z.enum(['y', 'n'])

/** A transaction by the id of its row, or by the number that its member reads out. */
const transactionId = z.union([rowId, transactionNumber], 'a number, such as 21 or 4F7K-21')
const reason = textUpTo(500).optional()
/** What the member reads about it, where the deposit or withdrawal is listed. */
const tell = textUpTo(200)
/** What waits for a second person of a deposit or withdrawal, as the command of that name lists it. */
const firstApprovals = z.array(firstApproval)
const unpaid = z.boolean().default(false).describe('credit a deposit whose payment page has not reported it paid')
const settlePayload = { kind: transactionKind, id: transactionId }
const settleResult = {
  /** False when it was in that state already. */
  changed: z.boolean(),
  movement,
}

/** Commands on what waits: deposits and withdrawals, providers and referral codes. */
export const dailyCommands = {
  /** Whose token asks. */
  you: read({
    roles: everybody,
    isUnlogged: true,
    result: {
      name: z.string(),
      role: z.enum(roles),
      /** `needed`: everybody has to have one, and this token has none yet. */
      secondFactor: z.enum(['none', 'needed', 'set']),
      /** Whether a code was given in the last minutes, as dangerous commands want it. */
      isFresh: z.boolean(),
    },
  }),
  /** What waits, oldest first, at most 100 of each kind: for a screen that looks again by itself. */
  queue: read({
    roles: everybody,
    isUnlogged: true,
    result: {
      rows: z.array(
        z.object({
          what: z.enum(['deposit', 'withdrawal', 'inquiry', 'account', 'reset', 'approval']),
          /** The row's id in its own list; of a reset none. */
          id: z.string().nullable(),
          number: z.string().nullable(),
          /** Of an inquiry. */
          title: z.string().nullable(),
          /** Null: a first approval that is about no member. */
          member: z.string().nullable(),
          won: won.nullable(),
          /** Of a first approval: whose. */
          by: z.string().nullable(),
          at,
        }),
      ),
    },
  }),

  /** What was done by day for four weeks, or by hour today, oldest first, without gaps. */
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
        /** Closed accounts that have money, to be paid back. */
        closedWithMoney: amount,
        /** Changes that one person approved. */
        secondPerson: z.int(),
      }),
      closedProviders: z.int(),
      members: z.int(),
      /** When a backup was recorded last, and when the books were last audited in order or with findings; null: never. */
      lastChecks: z.object({ backup: at.nullable(), inOrder: at.nullable(), findings: at.nullable() }),
      /** Whose second factor was taken off in the last seven days. */
      factorsReset: z.array(z.string()),
      /** Whose token BACKOFFICE_TOKEN made alone in the last seven days, although two people are asked for. */
      tokensMadeAlone: z.array(z.string()),
      /** How often somebody came without a token that lives, or with a wrong code, in the last 24 hours. */
      wrongTries: z.int(),
      /** Responses with money that the answering process could not read since it started: shown as 0, in no sum. */
      unreadableMoney: z.int(),
      /** Whose token asks. */
      you: z.object({ name: z.string(), role: z.string() }),
    },
  }),

  /** `sum` covers all pages, without cancelled ones unless they alone are listed. */
  movements: read({
    roles: everybody,
    logged: ['kind', 'state', 'from', 'to'],
    columns: ['member', 'won', 'state', 'bank', 'appliedAt', 'number', 'fee', 'cash'],
    payload: {
      kind: transactionKind,
      state: z
        .enum([...state.options, 'all'])
        .default(stored.pending)
        .describe('of this state'),
      member: ofMember,
      /** Default: oldest of what waits, else newest. */
      order: z.enum(['oldest', 'newest', 'largest']).optional().describe('by their time, or the largest first'),
      ...dateRange,
      ...paging,
    },
    result: pageOf({ ...movement.shape, firstApprovals }, { sum: won, approvalMs }),
  }),

  movement: read({
    roles: everybody,
    logged: ['number'],
    payload: { number: transactionId },
    result: {
      movement,
      /** The member's cash balance after the money moved; null: none has moved yet. */
      after: won.nullable(),
      firstApprovals,
    },
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

  providers: read({
    roles: everybody,
    logged: ['kind', 'closed'],
    columns: ['nameKo', 'used', 'kind', 'code', 'nameEn', 'closedAt', 'closedGames'],
    payload: {
      kind: providerKind.optional().describe('of this kind'),
      closed: z.boolean().optional().describe('those under maintenance alone'),
    },
    result: {
      rows: z.array(
        z.object({
          code: z.string(),
          kind: providerKind,
          nameKo: z.string(),
          nameEn: z.string(),
          used,
          closedAt: at.nullable(),
          /** Those of its games that are closed by themselves. */
          closedGames: z.array(z.string()),
        }),
      ),
    },
  }),
  maintenance: change({
    roles: owners,
    each: 'provider',
    logged: ['provider', 'gameCode', 'used'],
    payload: { provider: code, gameCode: code.optional().describe('this game of it alone'), used },
    result: { changed: z.boolean(), provider: z.string(), gameCode: z.string().optional(), used },
  }),
  'remove-referral-code': change({
    roles: owners,
    logged: ['code'],
    payload: { code: code, reason },
    result: { changed: z.boolean(), code: z.string(), members: z.int(), removedAt: at },
  }),
  /** Referral codes, newest first, at most 1,000. */
  'referral-codes': read({
    roles: everybody,
    columns: ['code', 'members', 'owner', 'origin', 'madeAt', 'removedAt'],
    result: {
      rows: z.array(
        z.object({
          code: z.string(),
          owner: z.string(),
          origin: z.string().nullable(),
          madeAt: at,
          members: z.int(),
          /** Since when nobody can register with it. */
          removedAt: at.nullable(),
        }),
      ),
    },
  }),
  'add-referral-code': change({
    roles: owners,
    refuses: ['taken'],
    logged: ['code', 'origin'],
    payload: {
      code: z.string().regex(/^[A-Z0-9]{1,32}$/, '1 to 32 of A-Z and 0-9'),
      owner: member,
      origin: z
        .string()
        .refine((raw) => raw === '*' || (URL.canParse(raw) && new URL(raw).origin === raw), 'an origin, or *')
        .optional()
        .describe('fill it in for the visitors of this origin, or * for all'),
    },
    result: { code: z.string(), owner: z.string(), origin: z.string().nullable() },
  }),
  /** The log records the request without the result. */
  'callback-secret': read({
    roles: owners,
    isDangerous: true,
    logged: ['provider'],
    payload: { provider: code },
    result: {
      provider: z.string(),
      kind: z.enum(['games', 'payments']),
      /** Where the secret that they are derived from is stored. */
      from: z.enum(['setting', 'database']),
      secrets: z.array(z.string()).min(1),
    },
  }),
}
