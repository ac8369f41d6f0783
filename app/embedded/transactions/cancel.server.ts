import { type StoredState, stored } from '~/values/status'
import { isClaimed } from '~/values/transaction'
import { createRefusal, type Handlers } from '../context.server'
import type { CancelReason } from './cancel-reasons'
import { settleTransactionInTx } from './settle.server'
import { parseTransactionNumber } from './transaction-number'

type Times = Record<'claimed_at' | 'approvalEndsAt', Date | null>
type Deposit = Times & { id: bigint; method: 'bank' | 'payment'; state: StoredState; reason: CancelReason | null }

/** SQL column: when the first person's approval of a transaction expires, unless that person's token has ended. */
export const approvalEndsAt = `(select max(f.ends_at) from desk_first_approvals f where f.act in ('approve', 'credit')
  and f.member_id = movements.member_id and f.request ->> 'id' = movements.id::text
  and not exists (select 1 from desk_tokens t where t.id = f.token_id and t.ended_at is not null)) as "approvalEndsAt"`

export const handlers = {
  /** Cancels the member's bank deposit. Payments are cancelled on their page, and withdrawals by the operator. */
  'cancel-deposit': (ctx, { id }) =>
    ctx.store.tx(async (sql) => {
      const ofMember = "from movements where id = $1 and member_id = $2 and kind = 'deposit'"
      const values = [parseTransactionNumber(String(id)) ?? null, ctx.member.id]
      // Locks the row first: a statement that waits for a lock doesn't see approvals stored in the meantime.
      await sql.query(`select 1 ${ofMember} for no key update`, values)
      const select = `select id, method, state, reason, claimed_at, ${approvalEndsAt} ${ofMember}`
      const [deposit] = await sql.query<Deposit>(select, values)
      if (!deposit) throw createRefusal('not_found')
      if (deposit.reason === 'member') return { status: 'already' }
      if (!isCancellable(deposit, ctx.now())) throw createRefusal('settled')
      await settleTransactionInTx(sql, ctx, { id: deposit.id, to: 'cancelled', by: 'member', reason: 'member' })
      return { status: 'success' }
    }),
} satisfies Partial<Handlers>

/** Returns whether a member may cancel a deposit. Used by the call and by the lists that show a cancel button. */
export function isCancellable(deposit: Omit<Deposit, 'id' | 'reason'>, now: Date): boolean {
  const { method, state, claimed_at, approvalEndsAt } = deposit
  const isApproved = approvalEndsAt !== null && approvalEndsAt > now
  return method === 'bank' && state === stored.pending && !isClaimed(claimed_at, now) && !isApproved
}
