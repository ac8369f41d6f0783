import { z } from 'zod'
import { at, change, code, member, read, reason } from './fields'
import { everybody, owners } from './roles'

const providerKind = z.enum(['casino', 'slot', 'sport'])
const used = z.enum(['y', 'n'])
/** As in PROVIDERS. */
const gameCode = z.string().regex(/^[\x21-\x7e]{1,64}$/, 'a code')

export const setupCommands = {
  providers: read({
    roles: everybody,
    logged: ['kind', 'closed'],
    columns: ['nameKo', 'used', 'kind', 'code', 'nameEn', 'closedAt', 'closedGames'],
    payload: { kind: providerKind.optional(), closed: z.boolean().optional() },
    result: {
      rows: z.array(
        z.object({
          code: z.string(),
          kind: providerKind,
          nameKo: z.string(),
          nameEn: z.string(),
          used,
          closedAt: at.nullable(),
          closedGames: z.array(z.string()),
        }),
      ),
    },
  }),
  maintenance: change({
    roles: owners,
    each: 'provider',
    logged: ['provider', 'gameCode', 'used'],
    payload: { provider: code, gameCode: gameCode.optional(), used },
    result: { changed: z.boolean(), provider: z.string(), gameCode: z.string().optional(), used },
  }),
  'remove-referral-code': change({
    roles: owners,
    logged: ['code'],
    payload: { code: code, reason },
    result: { changed: z.boolean(), code: z.string(), members: z.int(), removedAt: at },
  }),
  'referral-codes': read({
    roles: everybody,
    columns: ['code', 'members', 'owner', 'origin', 'madeAt', 'removedAt'],
    result: {
      rows: z.array(
        z.object({
          code: z.string(),
          owner: z.string(),
          origin: z.string().nullable(),
          madeAt: at,
          members: z.int(),
          removedAt: at.nullable(),
        }),
      ),
    },
  }),
  'add-referral-code': change({
    roles: owners,
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
  /** The log records the request without the result. */
  'callback-secret': read({
    roles: owners,
    isDangerous: true,
    logged: ['provider'],
    payload: { provider: code },
    result: {
      provider: z.string(),
      kind: z.enum(['games', 'payments']),
      /** The source of the secret that they derive from. */
      from: z.enum(['setting', 'database']),
      secrets: z.array(z.string()).min(1),
    },
  }),
}
