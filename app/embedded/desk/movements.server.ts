import { seoulDayBounds } from '~/time/seoul'
import { type EmbeddedContext, Refused } from '../context.server'
import { settleMovementInTransaction } from '../movements/settle.server'
import type { Sql } from '../store/store.server'
import type { CommandAnswer } from './commands'
import type { DeskHandlers } from './handler'
import { isoTime, pagingFields, rowsOfPage, wonToJson } from './paging'

type MovementKind = 'deposit' | 'withdrawal'
type MovementState = 'wait' | 'already' | 'cansel'

/** Commands on deposits and withdrawals. */
export const handlers: DeskHandlers<'movements' | 'approve' | 'cancel'> = {
  movements: async (ctx, { kind, state, member, page, ...range }) => {
    const where = `m.kind = $1 and ($2 = 'all' or m.state = $2) and ($3::text is null or u.user_id = $3)
      and ($4::timestamptz is null or m.applied_at >= $4) and ($5::timestamptz is null or m.applied_at < $5)`
    const values = [kind, state, member ?? null, ...seoulDayBounds(range)]
    const [all] = await ctx.store.query<{ total: number; sum: bigint }>(
      `select count(*)::integer as total, coalesce(sum(m.won), 0)::bigint as sum
         from movements m join members u on u.id = m.member_id where ${where}`,
      values,
    )
    const order = state === 'wait' ? 'm.applied_at, m.id' : 'm.applied_at desc, m.id desc'
    const rows = await ctx.store.query<MovementRow>(
      `${selectMovements} where ${where} order by ${order} ${rowsOfPage(page)}`,
      values,
    )
    return {
      status: 'success',
      ...pagingFields(all?.total ?? 0, page),
      sum: wonToJson(all?.sum ?? 0n),
      approvalMs: approvalMs(ctx),
      rows: rows.map(toMovement),
    }
  },

  approve: (ctx, payload, sql) => settleMovement(ctx, sql, { ...payload, to: 'already' }),
  cancel: (ctx, payload, sql) => settleMovement(ctx, sql, { ...payload, to: 'cansel', unpaid: false }),
}

/** Delay before play money is approved automatically, in milliseconds; null when only the desk approves. */
export function approvalMs({ options }: EmbeddedContext): number | null {
  return options.money === 'real' || options.playApprovalMs === 0 ? null : options.playApprovalMs
}

/**
 * Approves or cancels a pending movement.
 *
 * @throws Refused `not_found`; `ended` when it has the other final state already; `unpaid` for a deposit whose payment
 * page has not reported it paid; `limit` when the member's balance would be too large.
 */
async function settleMovement(
  ctx: EmbeddedContext,
  sql: Sql,
  target: { kind: MovementKind; id: bigint; to: 'already' | 'cansel'; unpaid: boolean },
): Promise<CommandAnswer<'approve'>> {
  const { kind, id, to } = target
  const [before] = await sql.query<{ state: MovementState; method: 'bank' | 'payment' }>(
    'select state, method from movements where id = $1 and kind = $2 for no key update',
    [id, kind],
  )
  if (!before) throw new Refused({ status: 'not_found' }, 404)
  if (before.state === 'wait' && kind === 'deposit' && to === 'already') {
    if (before.method === 'payment' && !target.unpaid) throw new Refused({ status: 'unpaid' }, 409)
  }
  const state = await settleMovementInTransaction(sql, ctx, id, to, 'desk')
  const [row] = await sql.query<MovementRow>(`${selectMovements} where m.id = $1`, [id])
  if (!row) throw new Error(`movement ${id} is gone`)
  const movement = toMovement(row)
  // settleIn cancels a deposit that would make the balance too large; the refusal rolls that back, so it stays pending.
  if (before.state === 'wait' && state !== to) throw new Refused({ status: 'limit' }, 409)
  if (state !== to) throw new Refused({ status: 'ended', movement }, 409)
  return { status: 'success', changed: before.state === 'wait', movement }
}

/** A movement with its member's names, bank account and cash balance. */
export type MovementRow = {
  id: bigint
  kind: MovementKind
  user_id: string
  nick: string
  won: bigint
  fee: bigint
  method: 'bank' | 'payment'
  payment_idx: string | null
  state: MovementState
  applied_at: Date
  due_at: Date | null
  settled_at: Date | null
  settled_by: string | null
  bank_name: string
  bank_number: string
  bank_owner: string
  cash: bigint
}

/** Selects all movements. A condition on m (movements) and u (members) is appended. */
export const selectMovements = `select m.id, m.kind, u.user_id, u.nick, m.won, m.fee, m.method, m.payment_idx, m.state,
    m.applied_at, m.due_at, m.settled_at, m.settled_by, u.bank_name, u.bank_number, u.bank_owner, a.balance as cash
  from movements m join members u on u.id = m.member_id join accounts a on a.member_id = u.id and a.kind = 'cash'`

function toMovement(row: MovementRow): CommandAnswer<'approve'>['movement'] {
  return {
    id: String(row.id),
    kind: row.kind,
    member: row.user_id,
    nick: row.nick,
    won: wonToJson(row.won),
    fee: wonToJson(row.fee),
    method: row.method,
    paymentIdx: row.payment_idx,
    state: row.state,
    appliedAt: isoTime(row.applied_at),
    dueAt: isoTime(row.due_at),
    settledAt: isoTime(row.settled_at),
    settledBy: row.settled_by,
    bank: { name: row.bank_name, number: row.bank_number, owner: row.bank_owner },
    cash: wonToJson(row.cash),
  }
}
