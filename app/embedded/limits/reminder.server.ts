import { monthsAfter } from '~/values/seoul'
import type { MemberIdContext } from '../context.server'
import { limitsReminderNote } from '../seed/messages'
import { insertRow, type Sql } from '../store/store.server'

/** Source: UKGC RTS 12E. */
const reminderMonths = 6

/**
 * Asks a member by a note to look at their limits again, with a deposit six months after they registered, last changed a
 * limit or were last asked. Only inside a transaction that has locked the member's balances.
 */
export async function remindOfLimits(sql: Sql, ctx: MemberIdContext): Promise<void> {
  const { member } = ctx
  const now = ctx.now()
  const due = await sql.query(
    `insert into play_limits (member_id, pending, reality, reminded_at)
     select id, '[]', 60, $2 from members left join play_limits on member_id = id
      where id = $1 and greatest(joined_at, reminded_at,
        (select max(made_at) from play_limit_changes where play_limit_changes.member_id = $1)) <= $3
     on conflict (member_id) do update set reminded_at = excluded.reminded_at
     returning member_id`,
    [member.id, now, monthsAfter(now, -reminderMonths)],
  )
  if (due.length === 0) return
  const { title, contents } = limitsReminderNote
  await insertRow(sql, 'notes', { member_id: member.id, title, contents, made_at: now })
}
