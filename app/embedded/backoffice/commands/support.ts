import { z } from 'zod'
import { registration } from '~/upstream/contract/fields/registration'
import { allStaff, cashiers, change, each, read, support } from './definition'
import { member, ofMember, paging, reason, textUpTo } from './fields'
import { at, bankAccount, changedMember, pageOf, sharing, transaction } from './results'

const passwordKind = z.enum(['login', 'exchange'])
const contact = z.object({ phone: z.string(), bank: bankAccount })
const rule = <Schema extends z.ZodType>(schema: Schema, expected: string) =>
  z.unknown().transform((given, context): z.output<Schema> => {
    const { success, data } = schema.safeParse(given)
    if (!success) context.addIssue({ code: 'custom', message: expected })
    return success ? data : z.NEVER
  })

export const supportCommands = {
  'reset-requests': read(allStaff, {
    payload: { member: ofMember, ...paging },
    result: pageOf({
      ...each(z.string(), 'member', 'phone', 'nick'),
      isTheirPhone: z.boolean(),
      times: z.int(),
      ...each(at, 'askedAt', 'lastAskedAt'),
    }),
  }),
  'reset-code': change(support, {
    refuses: ['closed'],
    logged: ['kind'],
    payload: { member, kind: passwordKind.default('login'), reason },
    secret: ['code'],
    result: { member: z.string(), kind: passwordKind, opens: z.string(), code: z.string().optional(), endsAt: at },
  }),
  'end-reset': change(support, { payload: { member, reason }, result: changedMember }),
  'end-second-factor': change(support, {
    payload: { member, reason },
    result: { ...changedMember, withdrawalsHeldUntil: at.nullable() },
  }),

  logins: read(allStaff, {
    columns: ['at', 'live', 'browser', 'address', 'endsBy', 'endedAt'],
    payload: { member, ...paging },
    result: pageOf({
      session: z.string(),
      live: z.boolean(),
      at,
      ...each(z.string().nullable(), 'address', 'browser'),
      /** The time when the upstream session ends. The site's session may end earlier. */
      endsBy: at,
      endedAt: at.nullable(),
    }),
  }),
  'end-session': change(support, {
    logged: ['session'],
    payload: { member, session: z.string().regex(/^[0-9a-f]{12}$/, 'a session id from `logins`'), reason },
    result: { ...changedMember, session: z.string() },
  }),
  'who-is': read(allStaff, {
    payload: { tag: z.string().regex(/^[\w-]{12}$/, 'the hash of a member in the log, 12 characters') },
    result: { member: z.string() },
  }),

  'change-member': change(support, {
    opensDialog: true,
    refuses: ['erased', 'waiting', 'excluded'],
    isForTwo: ({ bank }) => bank !== undefined,
    payload: {
      member,
      phone: rule(registration.phone, '01 and 8 or 9 digits').optional(),
      bank: z
        .strictObject({
          name: rule(registration.bankname, 'a bank from the list'),
          number: rule(registration.banknumber, '6 to 20 digits'),
          owner: rule(registration.bankowner, '2 to 40 characters'),
        })
        .optional(),
      reason: textUpTo(500),
    },
    unlogged: ['sharedWith'],
    result: {
      ...changedMember,
      ...each(contact, 'before', 'after'),
      /** Members who may be the same person, because they have the new phone number, account or holder. */
      sharedWith: z.array(z.object(sharing)).optional(),
      withdrawalsHeldUntil: at.nullable(),
    },
  }),
  'pay-out': change(cashiers, {
    refuses: ['erased', 'held'],
    isDestructive: true,
    logged: ['close'],
    payload: { member, close: z.boolean().default(false), reason: textUpTo(500) },
    result: {
      member: z.string(),
      closedAt: at.nullable(),
      /** The number of unsettled bets. If they win, another `pay-out` is needed. */
      openBets: z.int(),
      movement: transaction.nullable(),
    },
  }),
}
