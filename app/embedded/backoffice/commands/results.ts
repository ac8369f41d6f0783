import { z } from 'zod'
import { stored } from '~/values/status'
import { each } from './definition'

export const state = z.enum([stored.pending, stored.done, stored.cancelled])
const otherAccounts = ['provider', 'jackpot', 'bank', 'payments', 'held', 'comp_budget', 'fees'] as const
export const accountKind = z.enum(['cash', 'game', 'comp', ...otherAccounts])

/** An amount in whole won. Amounts beyond the safe integers are strings of digits. */
export const won = z.union([z.int(), z.string().regex(/^-?\d+$/)])
export const at = z.iso.datetime()
export const pageOf = <Row extends z.ZodRawShape>(row: Row) => ({
  ...each(z.int(), 'total', 'page', 'pages'),
  rows: z.array(z.object(row)),
})

export const rowsOf = <Row extends z.ZodRawShape>(row: Row) => ({ rows: z.array(z.object(row)) })

export const approvalMs = z.int().nullable()

export const amount = z.object({ count: z.int(), won })
export const changedMember = { changed: z.boolean(), member: z.string() }
export const bankAccount = z.object({ name: z.string(), number: z.string(), owner: z.string() })

export const transactionKind = z.enum(['deposit', 'withdrawal'])

export const transaction = z.object({
  ...each(z.string(), 'id', 'number'),
  kind: transactionKind,
  ...each(z.string(), 'member', 'nick'),
  won,
  fee: won,
  method: z.enum(['bank', 'payment']),
  paymentIdx: z.string().nullable(),
  /** The deposit that this money was meant for but could not be credited to. It is `deposit` in the callback. */
  paidFor: z.string().nullable(),
  /** The amount that was received and credited in place of this cancelled bank deposit. */
  creditedWon: won.nullable(),
  state,
  appliedAt: at,
  ...each(at.nullable(), 'dueAt', 'settledAt', 'claimedAt'),
  /** If two people approved it, `settledBy` is the second one. */
  ...each(z.string().nullable(), 'settledBy', 'firstApprovedBy', 'claimedBy', 'told'),
  /** `accountChangedAt` is set on pending withdrawals. It is the start of the latest withdrawal hold. */
  ...each(at.nullable(), 'accountChangedAt', 'breakUntil', 'excludedUntil', 'memberClosedAt'),
  /** The number of the member's deposits of this amount, pending or of the last 24 hours, if this is one of several. */
  sameWon: z.int().nullable(),
  bank: bankAccount.nullable(),
  /** Set on a pending bank deposit if the account has changed since the day before the request. */
  bankBefore: bankAccount.nullable(),
  bankChangedAt: at.nullable(),
  cash: won,
  tags: z.array(z.string()),
  /** The member's unanswered request for the account to pay this bank deposit into. */
  accountRequest: z.string().nullable(),
  /** When the member was last sent that account, if this is a pending bank deposit. Accounts of the day before count. */
  accountSentAt: at.nullable(),
})

/** Who put the member's payments on hold, when and why. The reason is null after its retention. */
export const hold = z.object({ by: z.string(), at, reason: z.string().nullable() })

const shares = z.array(z.enum(['address', 'browser', 'phone', 'holder', 'bankAccount', 'earlierAccount']))
export const sharing = { member: z.string(), shares }

/** Returns whether members who share these details may be the same person. Strangers can share a network or a browser. */
export const isAlike = (sharing: { shares: readonly string[] }) =>
  sharing.shares.some((share) => share !== 'address' && share !== 'browser')

/** Facts to check before a payment: deposits, the bets made with them, corrections, and members with shared details. */
export const signs = {
  ...each(won, 'turnover', 'deposited', 'corrected'),
  /** Whether the member made a deposit in the last 90 days. */
  hasDeposited: z.boolean(),
  sharedWith: z.array(z.object(sharing)),
  sharedCount: z.int(),
}
