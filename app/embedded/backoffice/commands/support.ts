import { z } from 'zod'
import { registration } from '~/upstream/contract/fields/registration'
import {
  at,
  bankAccount,
  cashiers,
  change,
  everybody,
  member,
  ofMember,
  pageOf,
  paging,
  read,
  support,
  textUpTo,
} from './fields'
import { movement } from './transaction'

const reason = textUpTo(500).optional()
const contact = z.object({ phone: z.string(), bank: bankAccount })
const rule = <Schema extends z.ZodType>(schema: Schema, expected: string) =>
  z.unknown().transform((given, context): z.output<Schema> => {
    const { success, data } = schema.safeParse(given)
    if (!success) context.addIssue({ code: 'custom', message: expected })
    return success ? data : z.NEVER
  })

/** Commands by which the back office helps a member whom it has made sure of. */
export const supportCommands = {
  /** A phone that is the member's own stands before others. */
  'reset-requests': read({
    roles: everybody,
    columns: ['member', 'phone', 'isTheirPhone', 'nick', 'times', 'askedAt', 'lastAskedAt'],
    payload: { member: ofMember, ...paging },
    result: pageOf({
      member: z.string(),
      nick: z.string(),
      askedAt: at,
      lastAskedAt: at,
      times: z.int(),
      phone: z.string(),
      /** Whether it is the member's own number. */
      isTheirPhone: z.boolean(),
    }),
  }),
  /** It takes the place of an earlier code, and ends the member's request. */
  'reset-code': change({
    roles: support,
    refuses: ['closed'],
    logged: ['kind'],
    payload: {
      member,
      kind: z.enum(['login', 'exchange']).default('login').describe('of this kind'),
      reason,
    },
    secret: ['code'],
    result: {
      member: z.string(),
      kind: z.enum(['login', 'exchange']),
      /** The page where the member sets the password. */
      opens: z.string(),
      /** Once: missing in a dry run, and in the response to a repeated request. */
      code: z.string().optional(),
      endsAt: at,
    },
  }),
  'end-reset': change({
    roles: support,
    payload: { member, reason },
    result: { changed: z.boolean(), member: z.string() },
  }),

  'end-second-factor': change({
    roles: support,
    payload: { member, reason },
    result: { changed: z.boolean(), member: z.string(), withdrawalsHeldUntil: at.nullable() },
  }),

  logins: read({
    roles: everybody,
    columns: ['at', 'live', 'address', 'endsBy', 'endedAt'],
    payload: { member, ...paging },
    result: pageOf({
      session: z.string(),
      live: z.boolean(),
      at,
      /** The network address; null: an older release did not store it. */
      address: z.string().nullable(),
      /** When it has ended at the latest. The site's session may end before, which the embedded upstream is not told. */
      endsBy: at,
      endedAt: at.nullable(),
    }),
  }),
  'end-session': change({
    roles: support,
    logged: ['session'],
    payload: { member, session: z.string().regex(/^[0-9a-f]{12}$/, 'a session, as `logins` names it'), reason },
    result: { changed: z.boolean(), member: z.string(), session: z.string() },
  }),
  'who-is': read({
    roles: everybody,
    payload: { tag: z.string().regex(/^[\w-]{12}$/, 'the hash of a member in the log, 12 characters') },
    result: { member: z.string() },
  }),

  'change-member': change({
    roles: support,
    refuses: ['erased', 'waiting', 'excluded'],
    isForTwo: ({ bank }) => bank !== undefined,
    payload: {
      member,
      phone: rule(registration.phone, '01 and 8 or 9 digits').optional().describe('the new mobile phone'),
      bank: z
        .strictObject({
          name: rule(registration.bankname, 'a bank of the list').describe(
            'the bank of the new account, as the list has it',
          ),
          number: rule(registration.banknumber, '6 to 20 digits').describe('its number'),
          owner: rule(registration.bankowner, '2 to 40 characters').describe('its holder'),
        })
        .optional(),
      reason: textUpTo(500),
    },
    result: {
      changed: z.boolean(),
      member: z.string(),
      before: contact,
      after: contact,
      withdrawalsHeldUntil: at.nullable(),
    },
  }),
  /** With `close` it also closes the account, which begins no new log-in. */
  'pay-out': change({
    roles: cashiers,
    refuses: ['erased', 'held'],
    isDestructive: true,
    logged: ['close'],
    payload: { member, close: z.boolean().default(false), reason: textUpTo(500) },
    result: {
      member: z.string(),
      closedAt: at.nullable(),
      /** Bets that are not settled yet: what they win is paid out by another `pay-out`. */
      openBets: z.int(),
      /** Null: there was nothing to pay out. */
      movement: movement.nullable(),
    },
  }),
}
