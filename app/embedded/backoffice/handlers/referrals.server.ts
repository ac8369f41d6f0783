import { Refused } from '../../context.server'
import type { BackofficeHandlers } from '../handler'
import { selectRow, toJson } from '../queries'

export const handlers: BackofficeHandlers<'referral-codes' | 'add-referral-code' | 'remove-referral-code'> = {
  'referral-codes': async ({ store }) => {
    const rows = await store.query(
      `select code, user_id as owner, origin, made_at as "madeAt", removed_at as "removedAt",
              (select count(*) from members where referral_code = referral_codes.code) as members
         from referral_codes order by made_at desc, code limit 1000`,
    )
    return { status: 'success', rows: toJson(rows) }
  },

  'add-referral-code': async (ctx, { code, owner, origin }, sql) => {
    const added = await sql.query(
      `insert into referral_codes (code, user_id, origin, made_at) values ($1, $2, $3, $4)
       on conflict (code) do update set user_id = excluded.user_id, origin = excluded.origin, removed_at = null
        where referral_codes.removed_at is not null returning code`,
      [code, owner, origin ?? null, ctx.now()],
    )
    if (added.length === 0) throw new Refused({ status: 'taken' }, 409)
    return { status: 'success', code, owner, origin: origin ?? null }
  },

  'remove-referral-code': async (ctx, { code }, sql) => {
    const now = ctx.now()
    // A running registration locks the code until its member is inserted.
    const row = await selectRow<{ removedAt: string | null; members: number }>(
      sql,
      `select removed_at as "removedAt", (select count(*) from members where referral_code = code) as members
         from referral_codes where code = $1 for update`,
      [code],
    )
    await sql.query('update referral_codes set removed_at = coalesce(removed_at, $2) where code = $1', [code, now])
    const { removedAt, members } = row
    return { status: 'success', changed: removedAt === null, code, members, removedAt: removedAt ?? now.toISOString() }
  },
}
