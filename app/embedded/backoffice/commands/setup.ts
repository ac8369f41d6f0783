import { z } from 'zod'
import { allStaff, change, each, owners, read } from './definition'
import { code, lineUpTo, member, paging, reason, textUpTo } from './fields'
import { at, pageOf, rowsOf } from './results'

const providerKind = z.enum(['casino', 'slot', 'sport'])
const used = z.enum(['y', 'n'])
/** The end of a closure, in Seoul time. */
const closedUntil = textUpTo(16).optional()
const gameCode = z.string().regex(/^[\x21-\x7e]{1,64}$/, 'a code')

export const alertEvents = ['request', 'request-waits', 'second-approval', 'inquiry', 'audit', 'pay-account'] as const

export const setupCommands = {
  providers: read(allStaff, {
    logged: ['kind', 'closed'],
    columns: ['name', 'used', 'kind', 'code', 'closedAt', 'closedUntil', 'closedGames'],
    payload: { search: lineUpTo(64).optional(), kind: providerKind.optional(), closed: z.boolean().optional() },
    result: rowsOf({
      /** The name in the caller's language. */
      name: z.string(),
      code: z.string(),
      kind: providerKind,
      ...each(z.string(), 'nameKo', 'nameEn'),
      used,
      ...each(at.nullable(), 'closedAt', 'closedUntil'),
      closedGames: z.array(z.string()),
    }),
  }),
  maintenance: change(owners, {
    isDestructive: true,
    each: 'provider',
    logged: ['provider', 'gameCode', 'used', 'closedUntil'],
    payload: { provider: code, gameCode: gameCode.optional(), used, closedUntil },
    result: {
      changed: z.boolean(),
      ...each(z.string(), 'provider', 'nameKo', 'nameEn'),
      gameCode: z.string().optional(),
      used,
      closedUntil: at.nullable(),
    },
  }),
  'site-maintenance': change(owners, {
    opensDialog: true,
    isDestructive: true,
    logged: ['used', 'closedUntil'],
    payload: { used, closedUntil, contents: textUpTo(300).optional() },
    result: { changed: z.boolean(), used, closedUntil: at.nullable(), contents: z.string().nullable() },
  }),
  alerts: read(allStaff, {
    columns: ['event', 'number', 'state', 'madeAt', 'sentAt', 'tries', 'nextTryAt', 'failure'],
    payload: paging,
    result: {
      ...pageOf({
        event: z.enum(alertEvents),
        state: z.enum(['sent', 'unsent', 'failed']),
        ...each(z.string().nullable(), 'number', 'failure'),
        madeAt: at,
        tries: z.int(),
        ...each(at.nullable(), 'sentAt', 'nextTryAt'),
      }),
      /** The receiver of alerts, or null if ALERT_URL is not set. */
      receiver: z.object({ host: z.string(), waitMinutes: z.int(), tellsSum: z.boolean() }).nullable(),
      /** The JSON of an alert about a deposit, as it would be sent. */
      sample: z.string(),
    },
  }),
  'test-alert': read(owners, { isPressed: true, result: { delivered: z.boolean(), failure: z.string().nullable() } }),
  'remove-referral-code': change(owners, {
    logged: ['code'],
    payload: { code: code, reason },
    result: { changed: z.boolean(), code: z.string(), members: z.int(), removedAt: at },
  }),
  'referral-codes': read(allStaff, {
    result: rowsOf({
      code: z.string(),
      members: z.int(),
      owner: z.string(),
      origin: z.string().nullable(),
      madeAt: at,
      removedAt: at.nullable(),
    }),
  }),
  'add-referral-code': change(owners, {
    refuses: ['taken'],
    logged: ['code', 'origin'],
    payload: {
      code: z.string().regex(/^[A-Z0-9]{1,32}$/, '1 to 32 of A-Z and 0-9'),
      owner: member,
      origin: z
        .string()
        .refine((raw) => raw === '*' || (URL.canParse(raw) && new URL(raw).origin === raw), 'an origin, or *')
        .optional(),
    },
    result: { code: z.string(), owner: z.string(), origin: z.string().nullable() },
  }),
  /** Returns a secret, so only the request is logged. */
  'callback-secret': read(owners, {
    isDangerous: true,
    logged: ['provider'],
    payload: { provider: code },
    result: {
      provider: z.string(),
      kind: z.enum(['games', 'payments']),
      /** Where the original secrets are stored. `secrets` are derived from them. */
      from: z.enum(['setting', 'database']),
      secrets: z.array(z.string()).min(1),
    },
  }),
}
