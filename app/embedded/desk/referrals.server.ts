import { Refused } from '../context.server'
import type { DeskHandlers } from './handler'
import { toJson } from './rows'

/** Commands on referral codes, which registration requires. */
export const handlers: DeskHandlers<'referral-codes' | 'add-referral-code'> = {
  'referral-codes': async ({ store }) => {
    const rows = await store.query(
      `select code, user_id as owner, origin, made_at as "madeAt",
              (select count(*) from members where referral_code = referral_codes.code) as members
         from referral_codes order by made_at desc, code limit 1000`,
    )
    return { status: 'success', rows: rows.map((row) => toJson(row)) }
  },

  'add-referral-code': async (ctx, { code, owner, origin }, sql) => {
    const added = await sql.query(
      `insert into referral_codes (code, user_id, origin, made_at) values ($1, $2, $3, $4)
       on conflict do nothing returning code`,
      [code, owner, origin ?? null, ctx.now()],
    )
    if (added.length === 0) throw new Refused({ status: 'taken' }, 409)
    return { status: 'success', code, owner, origin: origin ?? null }
  },
}
