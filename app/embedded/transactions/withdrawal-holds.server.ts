import { withdrawalHoldMs } from '~/values/transaction'
import type { EmbeddedContext } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { sendAccountNote } from '../messages/notes.server'
import type { AccountChange } from '../seed/messages'
import type { Sql } from '../store/store.server'

type HoldReason = 'account' | 'second_factor'

/** Holds a member's withdrawals and sends a note for each of `causes`. @returns the hold's end */
export async function holdWithdrawals(
  sql: Sql,
  ctx: EmbeddedContext,
  member: MemberId,
  causes: 'second_factor' | readonly AccountChange[],
): Promise<Date> {
  const until = new Date(ctx.now().getTime() + withdrawalHoldMs)
  await sql.query('update members set withdrawals_held_until = $2, withdrawals_held_for = $3 where id = $1', [
    ...[member, until, (causes === 'second_factor' ? causes : 'account') satisfies HoldReason],
  ])
  const notes = causes === 'second_factor' ? (['factorEnded'] as const) : causes.map((changed) => ({ changed }))
  for (const note of notes) await sendAccountNote(sql, ctx, member, note)
  return until
}

/** Returns a member's active hold, or undefined. A hold stored before the reason's column existed has a null reason. */
export async function findWithdrawalHold(sql: Sql, ctx: EmbeddedContext, member: MemberId) {
  const runningHold = `select withdrawals_held_until as until, withdrawals_held_for as reason from members
    where id = $1 and withdrawals_held_until > $2`
  const [row] = await sql.query<{ until: Date; reason: HoldReason | null }>(runningHold, [member, ctx.now()])
  return row
}

/** SQL: the start of the latest hold on a member's (u) withdrawals, even if the hold has ended. */
export const withdrawalHoldBeganAt = `u.withdrawals_held_until - interval '${withdrawalHoldMs} milliseconds'`
