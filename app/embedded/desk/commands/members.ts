import { z } from 'zod'
import { breakLengths, exclusionLengths, storedLimits } from '~/upstream/contract/play-limits'
import {
  accountKind,
  amount,
  at,
  bankAccount,
  cashiers,
  change,
  dateRange,
  download,
  everybody,
  member,
  members,
  owners,
  page,
  pageOf,
  read,
  support,
  supportAndCashiers,
  textUpTo,
  won,
} from './fields'

const memberSummary = z.object({
  member: z.string(),
  nick: z.string(),
  level: z.int(),
  joinedAt: at,
  /** Since when the account is closed, and when its personal data were erased; null: it is open, they are there. */
  closedAt: at.nullable(),
  erasedAt: at.nullable(),
  cash: won,
  game: won,
  comp: won,
})

/** One word by which the desk finds members. */
const tag = z
  .string('a word')
  .transform((word) => word.normalize('NFC').trim().toLowerCase())
  .pipe(z.string().regex(/^[\p{L}\p{N}_-]{1,32}$/u, '1 to 32 letters, digits, - or _'))

/** A member's own limits; null where none is set or runs. */
const limits = z.object({ ...storedLimits.shape, used: z.object({ day: won, week: won, month: won }) })
const lowerLimit = z.int().min(0).optional()

/** Commands on members and their data. */
export const memberCommands = {
  /**
   * Members whose id or nick contains `search`, or whose phone or bank account ends with it (4 digits or more), newest
   * first. `owed`: the closed ones alone that have money, to be paid back. `tagged`: those with this tag.
   */
  members: read({
    roles: everybody,
    logged: ['owed', 'page'],
    columns: ['member', 'cash', 'nick', 'level', 'game', 'comp', 'joinedAt', 'closedAt'],
    keepsNoTexts: true,
    payload: {
      search: z
        .string()
        .trim()
        .regex(/^[^\p{Cc}\p{Cs}]{1,64}$/u, '1 to 64 characters')
        .optional(),
      owed: z.boolean().default(false),
      tagged: tag.optional(),
      page,
    },
    result: pageOf(memberSummary.shape),
  }),
  member: read({
    roles: everybody,
    logged: ['masked'],
    /** `masked`: of phone and bank account the last four digits alone. */
    payload: { member, masked: z.boolean().default(false) },
    result: {
      member: memberSummary.extend({
        tags: z.array(z.string()),
        phone: z.string(),
        bank: bankAccount,
        referralCode: z.string().nullable(),
        /** Until when nothing is paid out, because a password, the phone or the account was changed; null: it is. */
        withdrawalsHeldUntil: at.nullable(),
      }),
      waiting: z.object({ deposits: amount, withdrawals: amount }),
      done: z.object({ deposits: amount, withdrawals: amount }),
      bets: z.object({ count: z.int(), staked: won, won }),
      unread: z.object({ notes: z.int(), answers: z.int() }),
      limits,
      /** Documents that the member accepted, newest first. `adult`: they also said to be of age. */
      documents: z.array(
        z.object({ document: z.enum(['terms', 'privacy']), version: z.string(), adult: z.boolean(), acceptedAt: at }),
      ),
    },
  }),
  /** What the desk noted about a member for itself, newest first. */
  'internal-notes': read({
    roles: everybody,
    logged: ['page'],
    columns: ['contents', 'by', 'at'],
    payload: { member, page },
    result: pageOf({ id: z.string(), at, by: z.string(), contents: z.string() }),
  }),
  /** Notes something about a member, which the member never sees unless they ask for all that is stored. */
  'add-internal-note': change({
    roles: supportAndCashiers,
    payload: { member, contents: textUpTo(2_000) },
    result: { id: z.string(), member: z.string() },
  }),
  /** Sets a member's tags, in place of those before. */
  'tag-member': change({
    roles: supportAndCashiers,
    payload: { member, tags: z.array(tag).max(20, '20 or less').default([]) },
    result: { changed: z.boolean(), member: z.string(), tags: z.array(z.string()) },
  }),
  /**
   * Lowers a member's deposit limits, or begins a break or self-exclusion, at the member's request. It never raises a
   * limit or shortens an exclusion. The log records `reason`.
   */
  restrict: change({
    roles: support,
    logged: ['deposit', 'break', 'exclude'],
    payload: {
      member,
      deposit: z.strictObject({ day: lowerLimit, week: lowerLimit, month: lowerLimit }).optional(),
      break: z.enum(breakLengths).optional(),
      exclude: z.enum(exclusionLengths).optional(),
      reason: textUpTo(500),
    },
    result: { member: z.string(), limits: storedLimits },
  }),
  /** All changes of a member's limits, newest first: what was asked for, and the limits after it. */
  'limit-changes': read({
    roles: everybody,
    logged: ['page'],
    columns: ['at', 'by', 'change', 'limits'],
    payload: { member, page },
    result: pageOf({
      id: z.string(),
      at,
      by: z.enum(['member', 'desk']),
      change: z.unknown(),
      limits: storedLimits,
    }),
  }),
  /**
   * Open accounts with the phone or bank account of a member whose break or self-exclusion runs and ends later than any of
   * their own: one row for each such member, newest account first. Of erased members only hashes are left: they are not
   * compared.
   */
  'linked-accounts': read({
    roles: everybody,
    logged: ['page'],
    columns: ['member', 'cash', 'linked', 'nick', 'joinedAt'],
    payload: { page },
    result: pageOf({
      ...memberSummary.shape,
      excludedUntil: at.nullable(),
      /** The excluded member, what both have, and when that exclusion ends. */
      linked: z.object({ member: z.string(), phone: z.boolean(), bankAccount: z.boolean(), excludedUntil: at }),
    }),
  }),
  /** Ledger entries, newest first, optionally of one member or one kind of account. */
  ledger: read({
    roles: everybody,
    logged: ['account', 'from', 'to', 'page'],
    columns: ['cause', 'won', 'at', 'member', 'account', 'provider', 'after', 'causeId'],
    payload: { member: member.optional(), account: accountKind.optional(), ...dateRange, page },
    result: pageOf({
      id: z.string(),
      transfer: z.string(),
      at,
      account: accountKind,
      member: z.string().nullable(),
      provider: z.string().nullable(),
      won,
      /** The account's balance after the entry; null for accounts that keep no balance. */
      after: won.nullable(),
      cause: z.string(),
      causeId: z.string().nullable(),
    }),
  }),
  /** Credits a member's account by a new transfer, or debits it when `won` is negative. The log records `reason`. */
  correct: change({
    roles: cashiers,
    isDangerous: true,
    logged: ['account', 'won'],
    payload: {
      member,
      account: z.enum(['cash', 'game', 'comp']),
      won: z.int('whole won, and not 0').refine((won) => won !== 0, 'whole won, and not 0'),
      reason: textUpTo(500),
    },
    result: {
      transfer: z.string(),
      member: z.string(),
      account: accountKind,
      won,
      after: won,
    },
    moves: (correction) => correction,
  }),
  /** Ends all sessions of the named members, or of everybody. */
  'sign-out': change({
    roles: support,
    logged: ['to'],
    payload: { to: members },
    result: { ended: z.int() },
  }),

  /**
   * Makes a restored store ready to serve: begins a new epoch, so that answers kept elsewhere for what it lacks count for
   * nothing, and ends all sessions and named tokens: those that ended after the backup would live again.
   */
  'begin-epoch': change({
    roles: owners,
    isDangerous: true,
    result: { ended: z.int(), tokens: z.int() },
  }),

  /**
   * Closes a member's account or, with `closed` false, opens it again. Nobody can log in to a closed one; its personal
   * data are erased after RETENTION_DAYS.
   */
  close: change({
    roles: support,
    logged: ['closed'],
    payload: { member, closed: z.boolean().default(true), reason: textUpTo(500).optional() },
    result: { changed: z.boolean(), member: z.string(), closedAt: at.nullable() },
  }),
  /**
   * Erases a member's personal data for good; what the books need stays, by number. Refused while the member has money
   * or something of theirs waits. A running break or self-exclusion stays closed to their phone and bank account.
   */
  erase: change({
    roles: owners,
    isDangerous: true,
    isForTwo: () => true,
    keepsNoTexts: true,
    payload: { member },
    result: {
      changed: z.boolean(),
      /** The name that took the place of the id. */
      member: z.string(),
      /** Until when phone and bank account stay refused; null: nothing runs. */
      excludedUntil: at.nullable(),
    },
  }),
  /** All that is stored about one member as JSON, without hashes and without data of others. */
  'export-member': download({
    roles: owners,
    isDangerous: true,
    isForTwo: () => true,
    payload: { member },
  }),
  /**
   * Deletes a batch of what RETENTION_DAYS no longer keeps, as the site does by itself every hour. `more` says whether
   * there may be another.
   */
  retention: change({
    roles: owners,
    result: {
      logins: z.int(),
      messages: z.int(),
      deskTexts: z.int(),
      members: z.int(),
      exclusions: z.int(),
      more: z.boolean(),
    },
  }),
}
