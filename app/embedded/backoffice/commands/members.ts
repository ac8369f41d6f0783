import { z } from 'zod'
import { breakLengths, exclusionLengths } from '~/limits/names'
import { storedLimits } from '~/limits/schemas'
import { documentVersions } from '~/upstream/contract/calls/member'
import { allStaff, cashiers, change, download, each, owners, read, support, supportAndCashiers } from './definition'
import { dateRange, member, members, ofMember, order, paging, part, reason, rowId, tag, tags, textUpTo } from './fields'
import { accountKind, amount, at, bankAccount, changedMember, hold, pageOf, sharing, signs, won } from './results'

const balances = z.object(each(won, 'cash', 'game', 'comp'))
const memberSummary = z.object({
  ...each(z.string(), 'member', 'nick'),
  level: z.int(),
  joinedAt: at,
  ...each(at.nullable(), 'closedAt', 'erasedAt'),
  ...balances.shape,
  tags: z.array(z.string()),
})

/** A limit is null if it is not set. Ends of breaks and exclusions are null if none is active. */
const limits = z.object({ ...storedLimits.shape, used: z.object({ day: won, week: won, month: won }) })
const amounts = z.object({ deposits: amount, withdrawals: amount })
const period = z.object({ deposits: won, withdrawals: won, net: won, staked: won, wins: won, revenue: won })
const lowerLimit = z.int().min(0).optional()

export const memberCommands = {
  members: read(allStaff, {
    logged: ['owed'],
    columns: ['member', 'nick', 'cash', 'tags', 'level', 'game', 'comp', 'joinedAt', 'closedAt'],
    keepsNoTexts: true,
    payload: {
      ...{ search: part, owed: z.boolean().default(false), tagged: tag.optional() },
      ...{ ids: z.array(member).max(50).optional(), order, ...paging },
    },
    /** Phone and bank numbers show only the last four and the searched digits. `address` is a matching login's IP. */
    result: pageOf({ ...memberSummary.shape, phone: z.string(), bank: bankAccount, address: z.string().nullable() }),
  }),
  member: read(allStaff, {
    logged: ['masked'],
    payload: { member, masked: z.boolean().default(false) },
    result: {
      member: memberSummary.extend({
        phone: z.string(),
        bank: bankAccount,
        referralCode: z.string().nullable(),
        ...each(at.nullable(), 'withdrawalsHeldUntil', 'lastLoginAt'),
      }),
      ...each(amounts, 'waiting', 'done'),
      bets: z.object({ count: z.int(), staked: won, won }),
      /** Totals of settled transactions and bets. The periods of 7 and 30 days end today. */
      periods: z.object({ today: period, last7Days: period, last30Days: period, always: period }),
      unread: z.object({ notes: z.int(), answers: z.int() }),
      signs: z.object(signs),
      hold: hold.nullable(),
      limits,
      documents: z.array(
        z.object({ document: documentVersions.keyof(), version: z.string(), adult: z.boolean(), acceptedAt: at }),
      ),
    },
  }),
  bets: read(allStaff, {
    logged: ['id'],
    columns: ['at', 'provider', 'game', 'staked', 'wins', 'member', 'round', 'settledAt', 'returnedAt'],
    payload: { member: ofMember, id: rowId.optional(), ...dateRange, ...paging },
    result: pageOf({
      ...{ id: z.string(), at, member: z.string(), provider: z.string(), game: z.string(), round: z.string() },
      ...{ staked: won, wins: won.nullable(), settledAt: at.nullable(), returnedAt: at.nullable() },
    }),
  }),
  /** Other members who share details with this one. Those with the most shared details come first. */
  'shared-with': read(supportAndCashiers, {
    columns: ['member', 'nick', 'shares', 'closedAt'],
    payload: { member, ...paging },
    result: pageOf({ nick: z.string(), closedAt: at.nullable(), ...sharing }),
  }),
  'internal-notes': read(allStaff, {
    payload: { member, ...paging },
    result: pageOf({ id: z.string(), contents: z.string(), by: z.string(), at }),
  }),
  'add-internal-note': change(supportAndCashiers, {
    isDirect: true,
    payload: { member, contents: textUpTo(2_000) },
    result: { id: z.string(), member: z.string() },
  }),
  tags: read(allStaff, {
    isUnlogged: true,
    result: { rows: z.array(z.object({ tag: z.string(), members: z.int() })) },
  }),
  'tag-member': change(supportAndCashiers, {
    isDirect: true,
    payload: { member, tags: tags.default([]) },
    result: { ...changedMember, tags: z.array(z.string()) },
  }),
  'add-tags': change(supportAndCashiers, {
    each: 'member',
    payload: { member, tags: tags.min(1) },
    result: { ...changedMember, tags: z.array(z.string()) },
  }),
  /** Until `lift-hold`, staff can neither approve nor claim the member's payments. They can still cancel them. */
  hold: change(supportAndCashiers, {
    opensDialog: true,
    payload: { member, reason: textUpTo(500) },
    result: changedMember,
  }),
  'lift-hold': change(supportAndCashiers, {
    opensDialog: true,
    payload: { member, reason: textUpTo(500) },
    result: { ...changedMember, hold: hold.nullable() },
  }),
  restrict: change(support, {
    refuses: ['raise'],
    isDestructive: true,
    logged: ['deposit', 'break', 'exclude'],
    payload: {
      member,
      deposit: z.strictObject({ day: lowerLimit, week: lowerLimit, month: lowerLimit }).optional(),
      break: z.enum(breakLengths).optional(),
      exclude: z.enum(exclusionLengths).optional(),
      reason: textUpTo(500),
    },
    result: { member: z.string(), limits: storedLimits, waiting: amounts },
  }),
  'limit-changes': read(allStaff, {
    payload: { member, ...paging },
    result: pageOf({ id: z.string(), at, by: z.enum(['member', 'desk']), change: z.unknown(), limits: storedLimits }),
  }),
  /** Open accounts that share a phone or bank account with a member whose exclusion ends later. Newest first. */
  'linked-accounts': read(allStaff, {
    columns: ['member', 'cash', 'linked', 'nick', 'joinedAt'],
    payload: paging,
    result: pageOf({
      ...memberSummary.shape,
      excludedUntil: at.nullable(),
      linked: z.object({ member: z.string(), phone: z.boolean(), bankAccount: z.boolean(), excludedUntil: at }),
    }),
  }),
  ledger: read(allStaff, {
    logged: ['account', 'from', 'to'],
    columns: ['cause', 'won', 'account', 'at', 'after'],
    payload: { member: ofMember, account: accountKind.optional(), order, ...dateRange, ...paging },
    result: pageOf({
      ...each(z.string(), 'id', 'transfer'),
      at,
      account: accountKind,
      ...each(z.string().nullable(), 'member', 'provider'),
      won,
      after: won.nullable(),
      cause: z.string(),
      ...each(z.string().nullable(), 'causeId', 'reason'),
    }),
  }),
  correct: change(cashiers, {
    refuses: ['balance', 'limit'],
    isDangerous: true,
    logged: ['account', 'won'],
    payload: {
      member,
      account: accountKind.extract(['cash', 'game', 'comp']),
      won: z.int('whole won other than 0').refine((won) => won !== 0, 'whole won other than 0'),
      reason: textUpTo(500),
    },
    result: { transfer: z.string(), member: z.string(), account: accountKind, won, after: won },
    moves: (correction) => correction,
  }),
  'sign-out': change(support, { logged: ['to'], payload: { to: members }, result: { ended: z.int() } }),

  /** Starts a new epoch. Ends all sessions and named tokens, because restoring a backup revives ended ones. */
  'begin-epoch': change(owners, {
    refuses: ['two_owners'],
    hasNoForm: true,
    isDangerous: true,
    result: { ended: z.int(), tokens: z.int() },
  }),

  close: change(support, {
    refuses: ['erased', 'play_member'],
    opensDialog: true,
    isDestructive: true,
    logged: ['closed'],
    payload: { member, closed: z.boolean().default(true), reason },
    result: { ...changedMember, closedAt: at.nullable(), waiting: amounts, left: balances, inquiries: z.int() },
  }),
  erase: change(owners, {
    refuses: ['unsettled'],
    isDestructive: true,
    isDangerous: true,
    isForTwo: () => true,
    keepsNoTexts: true,
    payload: { member },
    result: { ...changedMember, excludedUntil: at.nullable() },
  }),
  'export-member': download(owners, { isDangerous: true, isForTwo: () => true, payload: { member } }),
  /** `more` is true if there may be another batch to delete. */
  retention: change(owners, {
    result: { ...each(z.int(), 'logins', 'messages', 'deskTexts', 'members', 'exclusions'), more: z.boolean() },
  }),
}
