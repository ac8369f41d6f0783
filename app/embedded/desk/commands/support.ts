import { z } from 'zod'
import { at, change, member, page, pageOf, read, textUpTo } from './fields'

const reason = textUpTo(500).optional()

/** Commands by which the desk helps a member whom it has made sure of. */
export const supportCommands = {
  /** Open requests for a code to set a password with, oldest first. The phone is as it was given: it proves nothing. */
  'reset-requests': read({
    logged: ['page'],
    payload: { page },
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
  /**
   * Makes the code by which a member sets a new login or exchange password at /reset, in place of any earlier one, and ends
   * their request.
   */
  'reset-code': change({
    logged: ['kind'],
    payload: { member, kind: z.enum(['login', 'exchange']).default('login'), reason },
    secret: ['code'],
    result: {
      member: z.string(),
      kind: z.enum(['login', 'exchange']),
      /** Once: missing in a dry run, and in the response to a repeated request. */
      code: z.string().optional(),
      endsAt: at,
    },
  }),
  /** Ends a member's request for a code without one, and makes a code that they have void. */
  'end-reset': change({
    payload: { member, reason },
    result: { changed: z.boolean(), member: z.string() },
  }),
}
