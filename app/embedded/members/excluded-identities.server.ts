import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { createRefusal, type EmbeddedContext } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { isExcludedAt } from '../limits/stored-limits.server'
import { hasRows, type Sql } from '../store/store.server'
import { getOrCreateSecret } from './secrets.server'

/** Details that an exclusion blocks for other accounts, in the format of registration. */
export type Identity = { phone: string; bankNumber: string }

const hashBytes = 32
const deriveHash = promisify<string, string, number, Buffer>(scrypt)

/** Locks a phone and a bank account until the transaction ends. New members have no row to lock yet. */
export async function lockIdentity(sql: Sql, { phone, bankNumber }: Identity): Promise<void> {
  const lockKeys = `select pg_advisory_xact_lock(key)
     from (select distinct hashtextextended(text, 0) as key from unnest($1::text[]) as named (text) order by key) as keys`
  await sql.query(lockKeys, [[`phone ${phone}`, `bank ${bankNumber}`]])
}

export async function lockIdentityOf(sql: Sql, member: MemberId): Promise<void> {
  const [identity] = await sql.query<Identity>('select phone, bank_number as "bankNumber" from members where id = $1', [
    member,
  ])
  if (!identity) throw new Error(`member ${member}: no such row`)
  await lockIdentity(sql, identity)
}

export async function excludeIdentity(sql: Sql, ctx: EmbeddedContext, identity: Identity, until: Date): Promise<void> {
  const exclude = `insert into excluded_identities as stored (hash, ends_at) select hash, $2
    from unnest($1::text[]) as named (hash)
    on conflict (hash) do update set ends_at = greatest(stored.ends_at, excluded.ends_at)`
  await sql.query(exclude, [await hashIdentity(sql, ctx, identity), until])
}

/**
 * Returns a check that refuses the phone numbers and bank accounts of excluded members, including erased members. It
 * refuses with the generic `fail`, so that strangers learn nothing.
 */
export function exclusionCheck(ctx: EmbeddedContext, identity: Identity, own?: MemberId): (sql: Sql) => Promise<void> {
  const now = ctx.now()
  let hashes: string[] | undefined
  return async (sql) => {
    // Members who are erased after this query are found by the second query.
    const members = await sql.query(
      `select 1 from members join play_limits on member_id = id
        where (phone = $1 or bank_number = $2) and ${isExcludedAt('$3')}
          and members.id is distinct from $4::bigint limit 1`,
      [identity.phone, identity.bankNumber, now, own ?? null],
    )
    if (members.length > 0) throw createRefusal('fail')
    // If there are no excluded identities, the slow hashes are skipped.
    if (!(await hasRows(sql, 'select 1 from excluded_identities where ends_at > $1 limit 1', [now]))) return
    hashes ??= await hashIdentity(sql, ctx, identity)
    const erasedIdentity = 'select 1 from excluded_identities where hash = any($1::text[]) and ends_at > $2 limit 1'
    if (await hasRows(sql, erasedIdentity, [hashes, now])) throw createRefusal('fail')
  }
}

/** Returns slow hashes, keyed with the database's secret, so that a leaked table does not reveal phone numbers. */
async function hashIdentity(sql: Sql, ctx: EmbeddedContext, { phone, bankNumber }: Identity): Promise<string[]> {
  const secret = await getOrCreateSecret(sql, 'excluded identities', ctx.now())
  return Promise.all(
    [`phone ${phone}`, `bank ${bankNumber}`].map(async (text) =>
      (await deriveHash(text, secret, hashBytes)).toString('base64url'),
    ),
  )
}
