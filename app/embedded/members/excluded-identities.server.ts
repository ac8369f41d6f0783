import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { EmbeddedContext } from '../context.server'
import { createRefusal } from '../context.server'
import type { MemberId } from '../ledger/entries'
import type { Sql } from '../store/store.server'
import { getOrCreateSecret } from './secrets.server'

/** What of a person a break or self-exclusion closes to another account too, as registration writes it. */
export type Identity = { phone: string; bankNumber: string }

const hashBytes = 32
const deriveHash = promisify<string, string, number, Buffer>(scrypt)

/**
 * Locks a phone and a bank account until the transaction ends: whoever registers with them waits for whoever excludes
 * their member, and the other way round. A row lock can't do that, because a new member has no row yet.
 */
export async function lockIdentity(sql: Sql, { phone, bankNumber }: Identity): Promise<void> {
  await sql.query(
    `select pg_advisory_xact_lock(key)
       from (select distinct hashtextextended(text, 0) as key from unnest($1::text[]) as named (text) order by key) as keys`,
    [[`phone ${phone}`, `bank ${bankNumber}`]],
  )
}

/** Locks a member's phone and bank account, as `lockIdentity` does. */
export async function lockIdentityOf(sql: Sql, member: MemberId): Promise<void> {
  const [identity] = await sql.query<Identity>('select phone, bank_number as "bankNumber" from members where id = $1', [
    member,
  ])
  if (!identity) throw new Error(`member ${member} is gone`)
  await lockIdentity(sql, identity)
}

/** Keeps phone and bank account of a member out of registration until a time, though neither is stored any more. */
export async function excludeIdentity(sql: Sql, ctx: EmbeddedContext, identity: Identity, until: Date): Promise<void> {
  await sql.query(
    `insert into excluded_identities as stored (hash, ends_at) select hash, $2 from unnest($1::text[]) as named (hash)
     on conflict (hash) do update set ends_at = greatest(stored.ends_at, excluded.ends_at)`,
    [await hashIdentity(sql, ctx, identity), until],
  )
}

/**
 * Returns the check of an identity: it refuses a phone or bank account of a member whose break or self-exclusion runs,
 * whichever bank is named for it, also when their data were erased. The refusal is the one of any failure, so that it
 * tells a stranger nothing about them.
 */
export function exclusionCheck(ctx: EmbeddedContext, identity: Identity, own?: MemberId): (sql: Sql) => Promise<void> {
  const now = ctx.now()
  let hashes: string[] | undefined
  return async (sql) => {
    // Members first: one who is erased between the two queries is found by the second.
    const members = await sql.query(
      `select 1 from members join play_limits on member_id = id
        where (phone = $1 or bank_number = $2) and greatest(break_until, excluded_until) > $3
          and members.id is distinct from $4::bigint limit 1`,
      [identity.phone, identity.bankNumber, now, own ?? null],
    )
    if (members.length > 0) throw createRefusal('fail')
    // Without any, registration does not wait for the slow hashes.
    const some = await sql.query('select 1 from excluded_identities where ends_at > $1 limit 1', [now])
    if (some.length === 0) return
    hashes ??= await hashIdentity(sql, ctx, identity)
    const erased = await sql.query(
      'select 1 from excluded_identities where hash = any($1::text[]) and ends_at > $2 limit 1',
      [hashes, now],
    )
    if (erased.length > 0) throw createRefusal('fail')
  }
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
