import { z } from 'zod'
import { at, cashiers, change, everybody, owners, page, pageOf, read, roles, rowId, won } from './fields'

const role = z.enum(roles)
/** Names that the log has for DESK_TOKEN and for what the site does by itself. */
const takenNames = ['owner', 'retention']
/** A person's name in the log. */
const name = z
  .string('a name')
  .regex(/^[a-z0-9._-]{1,32}$/, '1 to 32 of a-z 0-9 . _ -')
  .refine(
    (holder) => !takenNames.includes(holder),
    `another name than ${takenNames.join(' or ')}, which the log has already`,
  )

/** A change that one person approved. */
const firstApproval = z.object({
  id: z.string(),
  act: z.string(),
  /** The kind of a deposit or withdrawal; null for other commands. */
  kind: z.string().nullable(),
  number: z.string().nullable(),
  /** The account that a correction changes; null for other commands. */
  account: z.string().nullable(),
  member: z.string(),
  won,
  by: z.string(),
  at,
  endsAt: at,
})
export type FirstApproval = z.output<typeof firstApproval>

/** Commands on who works at the desk, and on what waits for a second person. */
export const peopleCommands = {
  /** Named tokens, the newest first, without what is secret of them. */
  tokens: read({
    roles: owners,
    logged: ['page'],
    payload: { page },
    result: pageOf({
      name: z.string(),
      role,
      madeAt: at,
      madeBy: z.string(),
      endedAt: at.nullable(),
      endedBy: z.string().nullable(),
    }),
  }),
  /** Makes the token of a person. */
  'make-token': change({
    roles: owners,
    logged: ['name', 'role'],
    payload: { name, role },
    secret: ['token'],
    result: {
      name,
      role,
      /** Once: missing in a dry run, and in the response to a repeated request. */
      token: z.string().optional(),
    },
  }),
  /** Ends a person's token, from the next request on; their first approvals count no more. */
  'end-token': change({
    roles: owners,
    logged: ['name'],
    payload: { name },
    result: { name, role },
  }),

  /** Changes that one person approved and that wait for another, oldest first. */
  'first-approvals': read({
    roles: everybody,
    logged: ['page'],
    payload: { page },
    result: pageOf(firstApproval.shape),
  }),
  /** Withdraws a first approval, one's own or another's. */
  'end-first-approval': change({
    roles: cashiers,
    logged: ['id'],
    payload: { id: rowId },
    result: firstApproval.pick({ act: true, member: true, won: true, by: true }).shape,
  }),
}
