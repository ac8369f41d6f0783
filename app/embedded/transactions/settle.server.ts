import { readStatus, type State, type StoredState, stored } from '~/values/status'
import { type EmbeddedContext, usesPlayMoney } from '../context.server'
import {
  depositEntries,
  type MemberId,
  type TransactionKind,
  withdrawalPaidEntries,
  withdrawalReturnedEntries,
} from '../ledger/entries'
import { BalanceTooLarge, postTransfer } from '../ledger/ledger.server'
import { isClosed } from '../members/logins.server'
import { closeNeedlessAccountRequest } from '../messages/messages.server'
import type { Sql } from '../store/store.server'
import { insertTransaction } from './apply.server'
import type { CancelReason } from './cancel-reasons'
import { type SettledMovement, sendSettlementNote, settledColumns } from './settlement-notes.server'

/** Approves due deposits and withdrawals, at most 500, or 20 of one member. */
export async function approveDueTransactions(ctx: EmbeddedContext, member?: MemberId): Promise<void> {
  if (!usesPlayMoney(ctx)) return
  const due = await ctx.store.query<{ id: bigint }>(
    `select id from movements where state = '${stored.pending}' and due_at <= $1 and ($2::bigint is null or member_id = $2)
      order by due_at, id limit $3`,
    [ctx.now(), member ?? null, member === undefined ? 500 : 20],
  )
  for (const { id } of due) await settleTransaction(ctx, id, 'done', 'play')
}

type Transaction = { kind: TransactionKind; member_id: MemberId; won: bigint; fee: bigint; method: 'bank' | 'payment' }

/**
 * Settles a waiting deposit or withdrawal once. A deposit that would take cash past its maximum is cancelled.
 * @param by play (automatic), payment (payment service), or the operator's name
 * @param reason of a cancellation, for the member
 * @returns the state, also of one settled before; undefined for an unknown id
 */
export function settleTransaction(ctx: EmbeddedContext, ...settlement: Settlement): Promise<State | undefined> {
  return ctx.store.tx((sql) => settleTransactionInTx(sql, ctx, ...settlement))
}

export type SettledState = Exclude<State, 'pending'>

type Settlement = [id: bigint, to: SettledState, by: string, reason?: CancelReason]

export async function settleTransactionInTx(
  sql: Sql,
  ctx: EmbeddedContext,
  ...[id, to, by, reason]: Settlement
): Promise<State | undefined> {
  const [transaction] = await sql.query<Transaction & { state: StoredState }>(
    'select kind, member_id, won, fee, method, state from movements where id = $1 for no key update',
    [id],
  )
  if (!transaction) return undefined
  const before = readStatus(transaction.state)
  if (before !== 'pending') return before
  const at = ctx.now()
  const { state, after } = await postSettlement(sql, transaction, { id, to, at })
  const isOwn = reason === 'member'
  const [settled] = await sql.query<SettledMovement>(
    `update movements set state = $2, settled_at = $3, settled_by = $4, after = coalesce($5, after), reason = $6,
            seen_at = $7
      where id = $1 returning ${settledColumns}`,
    [id, stored[state], at, by, after, state === to ? reason : 'too-large', isOwn ? at : null],
  )
  if (transaction.kind === 'deposit' && transaction.method === 'bank')
    await closeNeedlessAccountRequest(sql, transaction.member_id, at)
  // What a member did is no news to them.
  if (settled && !isOwn) await sendSettlementNote(sql, ctx, transaction.member_id, settled)
  return state
}

/**
 * Settles a reported payment: `done` (paid) or `cancelled` (declined). Money for a cancelled deposit of a closed
 * account is credited once as a deposit of its own, for the back office to pay back. Only inside a transaction.
 * @param payment.won reported
 * @returns the deposit's state; `unknown` without such a deposit, `amount` for another amount
 */
export async function settlePaymentDeposit(
  sql: Sql,
  ctx: EmbeddedContext,
  payment: { id: bigint; won: bigint; to: SettledState },
): Promise<{ status: 'success'; deposit: StoredState } | { status: 'unknown' | 'amount' }> {
  const [deposit] = await sql.query<PaymentDeposit>(
    `select id, member_id, won, fee, payment_idx from movements
      where id = $1 and kind = 'deposit' and method = 'payment'`,
    [payment.id],
  )
  if (!deposit) return { status: 'unknown' }
  if (deposit.won !== payment.won) return { status: 'amount' }
  const reason = payment.to === 'cancelled' ? 'given-up' : undefined
  let state = await settleTransactionInTx(sql, ctx, payment.id, payment.to, 'payment', reason)
  const isLate = payment.to === 'done' && state === 'cancelled'
  // Locked now: of several reports one credits it.
  if (isLate && (await isClosed(sql, deposit.member_id))) state = await creditLatePayment(sql, ctx, deposit)
  return { status: 'success', deposit: stored[state === 'done' ? 'done' : 'cancelled'] }
}

type PaymentDeposit = { id: bigint; member_id: MemberId; won: bigint; fee: bigint; payment_idx: string }

/** Credits a payment for a cancelled deposit as one of its own, once. @returns that one's state */
async function creditLatePayment(
  sql: Sql,
  ctx: EmbeddedContext,
  { id, member_id: member, won, fee, payment_idx: paymentIdx }: PaymentDeposit,
): Promise<State | undefined> {
  // No request code has a blank.
  const code = `paid late ${id}`
  const [credited] = await sql.query<{ state: StoredState }>(
    'select state from movements where member_id = $1 and code = $2',
    [member, code],
  )
  if (credited) return readStatus(credited.state)
  const forMember = { ...ctx, member: { id: member } }
  const late = await insertTransaction(sql, forMember, 'deposit', {
    ...{ won, fee, method: 'payment', paymentIdx, code, dueAt: null },
  })
  return settleTransactionInTx(sql, ctx, late, 'done', 'payment')
}

/** Posts the ledger entries of a settlement. `after` is the cash balance in won, null where cash did not change. */
async function postSettlement(
  sql: Sql,
  { kind, member_id: member, won, fee, method }: Transaction,
  ending: { id: bigint; to: SettledState; at: Date },
): Promise<{ state: SettledState; after: bigint | null }> {
  const through = method === 'bank' ? 'bank' : 'payments'
  const by = { causeId: String(ending.id), at: ending.at }
  if (kind === 'withdrawal') {
    if (ending.to === 'done') {
      await postTransfer(sql, {
        cause: 'withdrawal_paid',
        ...by,
        entries: withdrawalPaidEntries({ won, through, fee }),
      })
      return { state: 'done', after: null }
    }
    const entries = withdrawalReturnedEntries({ member, won })
    const { after } = await postTransfer(sql, { cause: 'withdrawal_returned', ...by, entries })
    return { state: 'cancelled', after: after({ kind: 'cash', member }) }
  }
  if (ending.to === 'cancelled') return { state: 'cancelled', after: null }
  try {
    const entries = depositEntries({ member, won, through, fee })
    const { after } = await postTransfer(sql, { cause: 'deposit', ...by, entries })
    return { state: 'done', after: after({ kind: 'cash', member }) }
  } catch (error) {
    if (error instanceof BalanceTooLarge) return { state: 'cancelled', after: null }
    throw error
  }
}
