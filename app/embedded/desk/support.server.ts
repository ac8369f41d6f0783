import { Refused } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { endReset, makeResetCode } from '../members/password-resets.server'
import type { Sql } from '../store/store.server'
import type { DeskHandlers } from './handler'
import { selectPage, selectRow } from './rows'

/** Commands by which the desk helps a member whom it has made sure of. */
export const handlers: DeskHandlers<'reset-requests' | 'reset-code' | 'end-reset'> = {
  'reset-requests': async ({ store }, { page }) =>
    selectPage(store, {
      columns: `m.user_id as member, m.nick, r.asked_at as "askedAt", r.asked_again_at as "lastAskedAt", r.times, r.phone,
        r.phone = m.phone as "isTheirPhone"`,
      from: 'password_resets r join members m on m.id = r.member_id',
      where: 'r.asked_at is not null',
      values: [],
      order: 'r.asked_at, r.id',
      page,
    }),

  /** @throws Refused `not_found`; `closed` for a member who can't log in. */
  'reset-code': async (ctx, { member, kind }, sql) => {
    const { code, endsAt } = await makeResetCode(sql, ctx, await findOpenMember(sql, member), kind)
    return { status: 'success', member, kind, code, endsAt: endsAt.toISOString() }
  },

  /** @throws Refused `not_found` */
  'end-reset': async (ctx, { member }, sql) => {
    const { id } = await selectRow<{ id: MemberId }>(sql, 'select id from members where user_id = $1', [member])
    return { status: 'success', changed: await endReset(sql, ctx, id), member }
  },
}

/** @throws Refused `not_found`; `closed` */
async function findOpenMember(sql: Sql, member: string): Promise<MemberId> {
  const [row] = await sql.query<{ id: MemberId; closed: boolean }>(
    'select id, closed_at is not null as closed from members where user_id = $1',
    [member],
  )
  if (!row) throw new Refused({ status: 'not_found' }, 404)
  if (row.closed) throw new Refused({ status: 'closed' }, 409)
  return row.id
}
