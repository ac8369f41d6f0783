import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { EmbeddedContext } from '../context.server'
import type { Sql } from '../store/store.server'
import { getOrCreateSecret } from './secrets.server'

/** What of a person a break or self-exclusion closes to another account too, as registration writes it. */
export type Identity = { phone: string; bankNumber: string }

const hashBytes = 32
const deriveHash = promisify<string, string, number, Buffer>(scrypt)

/** Keeps phone and bank account of a member out of registration until a time, though neither is stored any more. */
export async function excludeIdentity(sql: Sql, ctx: EmbeddedContext, identity: Identity, until: Date): Promise<void> {
  await sql.query(
    `insert into excluded_identities as stored (hash, ends_at) select hash, $2 from unnest($1::text[]) as named (hash)
     on conflict (hash) do update set ends_at = greatest(stored.ends_at, excluded.ends_at)`,
    [await hashIdentity(sql, ctx, identity), until],
  )
}

/** Whether a phone or bank account is that of an erased member whose break or self-exclusion runs. */
export async function isIdentityExcluded(sql: Sql, ctx: EmbeddedContext, identity: Identity): Promise<boolean> {
  const now = ctx.now()
  // Without any, registration does not wait for the slow hashes.
  const some = await sql.query('select 1 from excluded_identities where ends_at > $1 limit 1', [now])
  if (some.length === 0) return false
  const found = await sql.query(
    'select 1 from excluded_identities where hash = any($1::text[]) and ends_at > $2 limit 1',
    [await hashIdentity(sql, ctx, identity), now],
  )
  return found.length > 0
}

/** Slow hashes under a secret of this database, so that who reads a copy of the table can't simply try all phones. */
async function hashIdentity(sql: Sql, ctx: EmbeddedContext, { phone, bankNumber }: Identity): Promise<string[]> {
  const secret = await getOrCreateSecret(sql, 'excluded identities', ctx.now())
  return Promise.all(
    [`phone ${phone}`, `bank ${bankNumber}`].map(async (text) =>
      (await deriveHash(text, secret, hashBytes)).toString('base64url'),
    ),
  )
}
