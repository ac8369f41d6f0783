import { readStatus, type State, type StoredState, stored } from '~/values/status'
import { type EmbeddedContext, type MemberIdContext, Refused, usesPlayMoney } from '../context.server'
import {
  depositEntries,
  type MemberId,
  type TransactionKind,
  withdrawalPaidEntries,
  withdrawalReturnedEntries,
} from '../ledger/entries'
import { BalanceTooLarge, lockBalances, maxBalance, postTransfer } from '../ledger/ledger.server'
import { assertNotExcluded, assertWithinDepositLimits } from '../limits/stored-limits.server'
import { isClosed } from '../members/logins.server'
import { closeUnneededAccountRequest } from '../messages/inquiries.server'
import type { Sql } from '../store/store.server'
import { insertTransaction } from './apply.server'
import type { CancelReason } from './cancel-reasons'
import { type SettledTransaction, sendSettlementNote, settledColumns } from './settlement-notes.server'

/** Approves due deposits and withdrawals: at most 500, or 20 if `member` is given. */
export async function approveDueTransactions(ctx: EmbeddedContext, member?: MemberId): Promise<void> {
  if (!usesPlayMoney(ctx)) return
  const due = await ctx.store.query<{ id: bigint }>(
    `select id from movements where state = '${stored.pending}' and due_at <= $1 and ($2::bigint is null or member_id = $2)
      order by due_at, id limit $3`,
    [ctx.now(), member ?? null, member === undefined ? 500 : 20],
  )
  for (const { id } of due) await settleTransaction(ctx, { id, to: 'done', by: 'play' })
}

type Transaction = { kind: TransactionKind; member_id: MemberId; won: bigint; fee: bigint; method: 'bank' | 'payment' }

/**
 * Settles a waiting deposit or withdrawal once. If a deposit would raise cash above its maximum, it is cancelled.
 * @returns the state, even if it was settled before, or undefined if the id is unknown
 */
export const settleTransaction = (ctx: EmbeddedContext, settlement: Settlement): Promise<State | undefined> =>
  ctx.store.tx((sql) => settleTransactionInTx(sql, ctx, settlement))

export type SettledState = Exclude<State, 'pending'>

type Settlement = {
  id: bigint
  to: SettledState
  /** `play` (automatic), `payment` (payment service), `member`, or the operator's name. */
  by: string
  /** Why it was cancelled. Shown to the member. */
  reason?: CancelReason | undefined
}

export async function settleTransactionInTx(
  sql: Sql,
  ctx: EmbeddedContext,
  { id, to, by, reason }: Settlement,
): Promise<State | undefined> {
  const lockTransaction =
    'select kind, member_id, won, fee, method, state from movements where id = $1 for no key update'
  const [transaction] = await sql.query<Transaction & { state: StoredState }>(lockTransaction, [id])
  if (!transaction) return undefined
  const before = readStatus(transaction.state)
  if (before !== 'pending') return before
  const at = ctx.now()
  const { state, after } = await postSettlement(sql, transaction, { id, to, at })
  const isOwn = reason === 'member'
  const [settled] = await sql.query<SettledTransaction>(
    `update movements set state = $2, settled_at = $3, settled_by = $4, after = coalesce($5, after), reason = $6,
            seen_at = $7
      where id = $1 returning ${settledColumns}`,
    [id, stored[state], at, by, after, state === to ? reason : 'too-large', isOwn ? at : null],
  )
  if (transaction.kind === 'deposit' && transaction.method === 'bank')
    await closeUnneededAccountRequest(sql, transaction.member_id, at)
  // Members are not notified of their own actions.
  if (settled && !isOwn) await sendSettlementNote(sql, ctx, transaction.member_id, settled)
  return state
}

/**
 * Settles a reported payment as `done` (paid) or `cancelled` (declined). Call only in a transaction. If the deposit
 * can't accept the payment, inserts a separate deposit for the money, only once. The separate deposit is credited
 * - if the account is closed, or
 * - if the payment page had expired and no exclusion or limit forbids it.
 * Otherwise, or above the maximum balance, it waits until the back office returns the money.
 * @param payment.won the reported amount
 * @param payment.number the payment service's number for the payment
 * @param payment.isOfSender tells whether the sender may report deposits of a payment method
 * @returns the deposit's state, `unknown` if the sender has no such deposit, or `amount` if the amount differs
 */
export async function settlePaymentDeposit(
  sql: Sql,
  ctx: EmbeddedContext,
  payment: Payment & { id: bigint; to: SettledState; isOfSender: (paymentIdx: string | null) => boolean },
): Promise<{ status: 'success'; deposit: StoredState } | { status: 'unknown' | 'amount' }> {
  // The lock ensures that concurrent reports of one payment insert at most one separate deposit.
  const lockDeposit = `select id, member_id, won, fee, payment_idx from movements
    where id = $1 and kind = 'deposit' and method = 'payment' for no key update`
  const [deposit] = await sql.query<PaymentDeposit>(lockDeposit, [payment.id])
  if (!deposit || !payment.isOfSender(deposit.payment_idx)) return { status: 'unknown' }
  const isPaid = payment.to === 'done'
  const isAmount = deposit.won === payment.won
  if (!isAmount || (isPaid && !(await isFirstPayment(sql, ctx, deposit, payment)))) {
    if (isPaid && payment.won > 0n) await insertSeparateDeposit(sql, ctx, deposit, payment)
    return isAmount ? { status: 'success', deposit: stored.cancelled } : { status: 'amount' }
  }
  const reason = payment.to === 'cancelled' ? 'given-up' : undefined
  let state = await settleTransactionInTx(sql, ctx, { id: payment.id, to: payment.to, by: 'payment', reason })
  if (isPaid && state === 'cancelled') state = await insertSeparateDeposit(sql, ctx, deposit)
  return { status: 'success', deposit: stored[state === 'done' ? 'done' : 'cancelled'] }
}

type PaymentDeposit = { id: bigint; member_id: MemberId; won: bigint; fee: bigint; payment_idx: string }

type Payment = { won: bigint; number?: string | undefined }

/** Returns whether this payment is the first one reported for the deposit. Without a number, it counts as the first. */
async function isFirstPayment(sql: Sql, ctx: EmbeddedContext, deposit: PaymentDeposit, { number }: Payment) {
  if (number === undefined) return true
  // Callback ids contain no spaces, so they can't collide with this one.
  const [first] = await sql.query<{ number: string }>(
    `insert into callbacks (sender, id, type, answer, made_at) values ($1, $2, 'payment', $3::jsonb, $4)
     on conflict (sender, id) do update set type = excluded.type returning answer ->> 'number' as number`,
    [deposit.payment_idx, `payment of ${deposit.id}`, JSON.stringify({ number }), ctx.now()],
  )
  return first?.number === number
}

/** Inserts a separate deposit, only once, for a payment that its deposit can't take. @returns its new state */
async function insertSeparateDeposit(
  sql: Sql,
  ctx: EmbeddedContext,
  deposit: PaymentDeposit,
  other?: Payment,
): Promise<State | undefined> {
  const { id, member_id: member, payment_idx: paymentIdx } = deposit
  const won = other?.won ?? deposit.won
  const code = other ? ['paid', won, other.number, 'for', id].filter(Boolean).join(' ') : `paid late ${id}`
  const ofCode = 'select state from movements where member_id = $1 and code = $2'
  const [known] = await sql.query<{ state: StoredState }>(ofCode, [member, code])
  if (known) return readStatus(known.state)
  const forMember = { ...ctx, member: { id: member } }
  const mayCredit = !other && (await mayCreditLate(sql, forMember, deposit))
  const fee = deposit.fee < won ? deposit.fee : 0n
  const row = { won, fee, method: 'payment', paymentIdx, code, dueAt: null } as const
  const own = await insertTransaction(sql, forMember, 'deposit', row)
  if (mayCredit) return settleTransactionInTx(sql, ctx, { id: own, to: 'done', by: 'payment' })
  ctx.log.warn({ deposit: String(id), won: String(won) }, 'payment to be returned: it can’t be credited to its deposit')
  return 'pending'
}

async function mayCreditLate(sql: Sql, ctx: MemberIdContext, { id, won }: PaymentDeposit): Promise<boolean> {
  const { cash } = await lockBalances(sql, ctx.member.id)
  if (cash + won > maxBalance) return false
  if (await isClosed(sql, ctx.member.id)) return true
  const [expired] = await sql.query("select 1 from movements where id = $1 and reason = 'unfinished'", [id])
  if (!expired) return false
  try {
    await assertNotExcluded(sql, ctx)
    await assertWithinDepositLimits(sql, ctx, won)
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

/** Posts a settlement's ledger entries. `after` is the new cash balance in won, or null if cash did not change. */
async function postSettlement(
  sql: Sql,
  { kind, member_id: member, won, fee, method }: Transaction,
  ending: { id: bigint; to: SettledState; at: Date },
): Promise<{ state: SettledState; after: bigint | null }> {
  const through = method === 'bank' ? 'bank' : 'payments'
  const by = { causeId: String(ending.id), at: ending.at }
  if (kind === 'withdrawal') {
    if (ending.to === 'done') {
      const entries = withdrawalPaidEntries({ won, through, fee })
      await postTransfer(sql, { cause: 'withdrawal_paid', ...by, entries })
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
