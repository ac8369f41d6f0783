import { z } from 'zod'
import { oldOrNewPattern } from '~/platform/old-names'
import { hours } from '~/values/durations'
import { allStaff, cashiers, change, each, owners, read, roles } from './definition'
import { lineUpTo, ofMember, paging, reason, rowId } from './fields'
import { at, pageOf, won } from './results'

export const backofficeSessionMaxMs = hours(8)

const role = z.enum(roles)
const takenNames = ['owner', 'retention', 'desk', 'play', 'payment', 'member', 'nobody']
const name = z
  .string('a name')
  .regex(/^[a-z0-9._-]{1,32}$/, '1 to 32 of a-z 0-9 . _ -')
  .refine((holder) => !takenNames.includes(holder), 'a name that the log does not use itself')

const viewName = lineUpTo(40)
const backofficeAddress = z
  .string()
  .regex(new RegExp(`^${oldOrNewPattern('/backoffice')}(?:/[a-z-]+)*(?:\\?[!-~]{0,500})?$`), 'a back-office page')

export const firstApproval = z.object({
  ...each(z.string(), 'id', 'act'),
  ...each(z.string().nullable(), 'kind', 'number', 'account', 'member'),
  won: won.nullable(),
  by: z.string(),
  /** The first person's reason, or null if there is none or it was erased. */
  reason: z.string().nullable(),
  ...each(at, 'at', 'endsAt'),
  openedBy: z.string().nullable(),
  request: z.record(z.string(), z.unknown()),
})
export type FirstApproval = z.output<typeof firstApproval>

const ofFactor = { refuses: ['no_factor'], hasNoForm: true, isDangerous: true, keepsNoTexts: true } as const

export const staffCommands = {
  tokens: read(owners, {
    payload: paging,
    result: pageOf({
      name: z.string(),
      role,
      endedAt: at.nullable(),
      secondFactor: z.boolean(),
      madeAt: at,
      madeBy: z.string(),
      /** When the token was last used. Null if it was never used or has ended. */
      seenAt: at.nullable(),
      endedBy: z.string().nullable(),
    }),
  }),
  'make-token': change(owners, {
    refuses: ['name_taken', 'needs_desk_token'],
    isDangerous: true,
    isForTwo: () => true,
    logged: ['name', 'role'],
    payload: { name, role },
    secret: ['token'],
    result: { name, role, token: z.string().optional() },
  }),
  'end-token': change(owners, {
    isDestructive: true,
    isDangerous: true,
    logged: ['name'],
    payload: { name },
    /** How many browser sessions and first approvals ended because the token was revoked. */
    result: { name, role, ...each(z.int(), 'sessions', 'approvals') },
  }),

  /** Starts a browser session, which requests send in X-Backoffice-Session, so that not each of them needs a code. */
  'begin-desk-session': change(allStaff, {
    isLogin: true,
    hasNoForm: true,
    payload: { name: z.optional(z.string().regex(/^[ -~]{0,64}$/, 'a name')) },
    secret: ['session'],
    result: { session: z.string().optional() },
  }),
  'set-sound': change(allStaff, {
    isLogin: true,
    hasNoForm: true,
    payload: { on: z.boolean() },
    result: { on: z.boolean() },
  }),
  'desk-sessions': read(allStaff, {
    isUnlogged: true,
    payload: paging,
    result: pageOf({ id: z.string(), address: z.string(), isThis: z.boolean(), seenAt: at, beganAt: at }),
  }),
  'end-desk-session': change(allStaff, {
    isLogin: true,
    logged: ['id'],
    payload: { id: rowId.optional() },
    result: { changed: z.boolean() },
  }),
  'begin-factor': change(allStaff, {
    ...ofFactor,
    payload: { setup: z.string().max(2_000).optional() },
    secret: ['secret', 'uri', 'setup'],
    result: { secret: z.string().optional(), uri: z.string().optional(), setup: z.string().optional() },
  }),
  'set-factor': change(allStaff, {
    ...ofFactor,
    payload: {
      code: z
        .string()
        .trim()
        .regex(/^\d{3} ?\d{3}$/, '6 digits'),
      setup: z.string().max(2_000),
    },
    secret: ['codes'],
    result: { codes: z.array(z.string()).optional() },
  }),
  /** Needs two people if `make-token` does. Owners must give a reason. BACKOFFICE_TOKEN works only on the machine. */
  'reset-factor': change(owners, {
    refuses: ['not_on_machine', 'own_factor'],
    isDestructive: true,
    isDangerous: true,
    isForTwo: () => true,
    logged: ['name'],
    payload: { name, reason },
    result: { changed: z.boolean(), name },
  }),

  views: read(allStaff, {
    isUnlogged: true,
    payload: paging,
    result: pageOf({ name: z.string(), address: z.string(), keptAt: at, keptBy: z.string() }),
  }),
  'keep-view': change(allStaff, {
    refuses: ['name_taken', 'too_many_views'],
    logged: ['name'],
    payload: { name: viewName, address: backofficeAddress },
    result: { name: z.string(), address: z.string() },
  }),
  'remove-view': change(allStaff, { logged: ['name'], payload: { name: viewName }, result: { name: z.string() } }),

  'first-approvals': read(allStaff, {
    columns: ['act', 'won', 'by', 'member', 'number', 'account', 'asked', 'reason', 'endsAt', 'openedBy'],
    payload: { member: ofMember, ...paging },
    result: {
      ...pageOf(firstApproval.shape),
      rule: z.object({
        money: z.enum(['play', 'real']),
        acts: z.array(z.object({ act: z.string(), won: won.nullable(), who: z.array(z.string()) })),
        /** Until there are two owners, one person can run `make-token` and `reset-factor`. */
        hasTwoOwners: z.boolean(),
      }),
    },
  }),
  'open-download': change(owners, {
    refuses: ['no_first_approval'],
    isDangerous: true,
    logged: ['approval'],
    payload: { approval: rowId },
    result: { act: z.string(), member: z.string().nullable(), by: z.string(), endsAt: at },
  }),
  'end-first-approval': change(cashiers, {
    opensDialog: true,
    refuses: ['claimed', 'no_first_approval'],
    logged: ['id'],
    payload: { id: rowId },
    result: firstApproval.pick({ act: true, kind: true, number: true, member: true, won: true, by: true }).shape,
  }),
}
