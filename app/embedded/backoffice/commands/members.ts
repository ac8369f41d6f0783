import { z } from 'zod'
import { breakLengths, exclusionLengths } from '~/limits/names'
import { storedLimits } from '~/limits/schemas'
import { cleanName } from '~/values/typed-text'
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
  ofMember,
  order,
  owners,
  pageOf,
  paging,
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

/** One word by which the back office finds members. */
const tag = z
  .string('a word')
  .transform((word) => cleanName(word).toLowerCase())
  .pipe(z.string().regex(/^[\p{L}\p{N}_-]{1,32}$/u, '1 to 32 letters, digits, - or _'))

/** A member's own limits; null where none is set or runs. */
const limits = z.object({ ...storedLimits.shape, used: z.object({ day: won, week: won, month: won }) })
const amounts = z.object({ deposits: amount, withdrawals: amount })
const lowerLimit = (about: string) => z.int().min(0).optional().describe(about)

/** Commands on members and their data. */
export const memberCommands = {
  /** `search` is a part of the id, nick or account holder, or 4 signs or more of the phone, bank account or a log-in's address. */
  members: read({
    roles: everybody,
    logged: ['owed'],
    columns: ['member', 'cash', 'nick', 'level', 'game', 'comp', 'joinedAt', 'closedAt'],
    keepsNoTexts: true,
    payload: {
      search: z
        .string()
        .trim()
        .regex(/^[^\p{Cc}\p{Cs}]{1,64}$/u, '1 to 64 characters')
        .optional(),
      owed: z.boolean().default(false).describe('closed accounts that have money, to be paid back by pay-out'),
      tagged: tag.optional().describe('those with this tag'),
      order,
      ...paging,
    },
    result: pageOf(memberSummary.shape),
  }),
  member: read({
    roles: everybody,
    logged: ['masked'],
    /** `masked`: of phone and bank account the last four digits alone. To a reader every command's result is so. */
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
      waiting: amounts,
      done: amounts,
      bets: z.object({ count: z.int(), staked: won, won }),
      unread: z.object({ notes: z.int(), answers: z.int() }),
      limits,
      /** Documents that the member accepted, newest first. `adult`: they also said to be of age. */
      documents: z.array(
        z.object({ document: z.enum(['terms', 'privacy']), version: z.string(), adult: z.boolean(), acceptedAt: at }),
      ),
    },
  }),
  'internal-notes': read({
    roles: everybody,
    columns: ['contents', 'by', 'at'],
    payload: { member, ...paging },
    result: pageOf({ id: z.string(), at, by: z.string(), contents: z.string() }),
  }),
  'add-internal-note': change({
    roles: supportAndCashiers,
    payload: { member, contents: textUpTo(2_000) },
    result: { id: z.string(), member: z.string() },
  }),
  'tag-member': change({
    roles: supportAndCashiers,
    payload: { member, tags: z.array(tag).max(20, '20 or less').default([]) },
    result: { changed: z.boolean(), member: z.string(), tags: z.array(z.string()) },
  }),
  restrict: change({
    roles: support,
    refuses: ['raise'],
    isDestructive: true,
    logged: ['deposit', 'break', 'exclude'],
    payload: {
      member,
      deposit: z
        .strictObject({
          day: lowerLimit('deposit at most this much a day; 0 for nothing'),
          week: lowerLimit('a week, from Monday'),
          month: lowerLimit('a month'),
        })
        .optional(),
      break: z.enum(breakLengths).optional(),
      exclude: z.enum(exclusionLengths).optional(),
      reason: textUpTo(500),
    },
    /** `waiting`: what a break or an exclusion leaves to be settled. */
    result: { member: z.string(), limits: storedLimits, waiting: amounts },
  }),
  'limit-changes': read({
    roles: everybody,
    columns: ['at', 'by', 'change', 'limits'],
    payload: { member, ...paging },
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
    columns: ['member', 'cash', 'linked', 'nick', 'joinedAt'],
    payload: paging,
    result: pageOf({
      ...memberSummary.shape,
      excludedUntil: at.nullable(),
      /** The excluded member, what both have, and when that exclusion ends. */
      linked: z.object({ member: z.string(), phone: z.boolean(), bankAccount: z.boolean(), excludedUntil: at }),
    }),
  }),
  ledger: read({
    roles: everybody,
    logged: ['account', 'from', 'to'],
    columns: ['cause', 'won', 'account', 'at', 'after'],
    payload: {
      member: ofMember,
      account: accountKind.optional().describe('of this kind of account alone'),
      order,
      ...dateRange,
      ...paging,
    },
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
      /** Why a member was corrected, as long as the log's texts are kept. */
      reason: z.string().nullable(),
    }),
  }),
  correct: change({
    roles: cashiers,
    refuses: ['balance', 'limit'],
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
    refuses: ['two_owners'],
    hasNoForm: true,
    isDangerous: true,
    result: { ended: z.int(), tokens: z.int() },
  }),

  /** With `closed` false it opens the account again. */
  close: change({
    roles: support,
    refuses: ['erased', 'play_member'],
    isDestructive: true,
    logged: ['closed'],
    payload: { member, closed: z.boolean().default(true), reason: textUpTo(500).optional() },
    result: {
      changed: z.boolean(),
      member: z.string(),
      closedAt: at.nullable(),
      /** The member's balances then: `pay-out` gives back what is left. */
      left: z.object({ cash: won, game: won, comp: won }),
    },
  }),
  erase: change({
    roles: owners,
    refuses: ['unsettled'],
    isDestructive: true,
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
  'export-member': download({
    roles: owners,
    isDangerous: true,
    isForTwo: () => true,
    payload: { member },
  }),
  /** `more` says whether there may be another batch. */
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
