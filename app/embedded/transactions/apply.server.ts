import { days } from '~/values/durations'
import { startOfSeoulDay } from '~/values/seoul'
import { stored } from '~/values/status'
import {
  autoApprovalAt,
  createRefusal,
  type EmbeddedContext,
  type Handlers,
  type MemberIdContext,
  usesPlayMoney,
} from '../context.server'
import { runIdempotently } from '../idempotency.server'
import { type MemberId, type TransactionKind, withdrawalEntries } from '../ledger/entries'
import { InsufficientFunds, lockBalances, type MemberBalances, maxBalance, postTransfer } from '../ledger/ledger.server'
import { assertNotExcluded, assertWithinDepositLimits, remindOfLimits } from '../limits/stored-limits.server'
import { languageFor } from '../member-language'
import { checkPassword } from '../members/passwords.server'
import { accountHelpRequest } from '../seed/messages'
import { insertRow, type Sql } from '../store/store.server'
import { isSeparateDeposit } from './cancel-reasons'
import { formatTransactionNumber } from './transaction-number'
import { findWithdrawalHold } from './withdrawal-holds.server'

const maxListedAccountRequests = 20

export const handlers = {
  'user-ask-account': async (ctx) => {
    await answerDueAccountRequests(ctx)
    await ctx.store.tx(async (sql) => {
      await lockBalances(sql, ctx.member.id)
      await assertNotExcluded(sql, ctx)
      if (!(await addAccountRequest(sql, ctx, ctx.member.id))) throw createRefusal('already')
    })
  },

  'apply-user-deposit': (ctx, { balance, code }) =>
    runIdempotently(ctx, { callName: 'apply-user-deposit', code, payload: { balance } }, async (sql, balances) => {
      const deposit = { won: BigInt(balance), method: 'bank', code, dueAt: autoApprovalAt(ctx) } as const
      const id = await applyDeposit(sql, ctx, balances, deposit)
      const stage = deposit.dueAt ? { stage: 'checking' as const } : {}
      return { status: 'success', id: formatTransactionNumber(id), ...stage }
    }),

  /** Deducts the amount from cash immediately. It is paid out after approval. */
  'apply-user-withdraw': async (ctx, { balance, code, exchange_pw }) => {
    // Checked outside `runIdempotently`, because repeated requests also need the correct password.
    if (!(await checkPassword(ctx, ctx.member.id, 'exchange', exchange_pw))) throw createRefusal('pass')
    return runIdempotently(
      ctx,
      { callName: 'apply-user-withdraw', code, payload: { balance } },
      async (sql, balances) => {
        if (balances.cash < BigInt(balance)) throw createRefusal('balance')
        await assertMayWithdraw(sql, ctx, BigInt(balance))
        const withdrawal = { won: BigInt(balance), method: 'bank', code, dueAt: autoApprovalAt(ctx) } as const
        const id = await applyWithdrawal(sql, ctx, withdrawal)
        return { status: 'success', id: formatTransactionNumber(id) }
      },
    )
  },
} satisfies Partial<Handlers>

export async function answerDueAccountRequests(ctx: EmbeddedContext): Promise<void> {
  const { store, now } = ctx
  if (!usesPlayMoney(ctx)) return
  await store.query('update account_requests set answered_at = $1 where answered_at is null and due_at <= $1', [now()])
}

/** SQL condition: a pending row of `movements` is a deposit that the member still has to pay. */
export const awaitsPayment = `kind = 'deposit' and method = 'payment' and not ${isSeparateDeposit}`

/** The maximum number of waiting deposits if DEPOSITS_WAITING_MAX is 0. */
const maxWaitingDeposits = 1_000

type NewTransaction = {
  won: bigint
  method: 'bank' | 'payment'
  paymentIdx?: string
  code?: string
  fee?: bigint
  dueAt: Date | null
  appliedAt?: Date
}

/**
 * Inserts an account request and an inquiry that shows it. Call only inside a transaction.
 * @returns the inquiry's id, or undefined if the member already has an open request
 */
export async function addAccountRequest(sql: Sql, ctx: EmbeddedContext, member: MemberId): Promise<bigint | undefined> {
  const language = languageFor(ctx.language)
  const insertRequest = `insert into account_requests (member_id, asked_at, due_at) values ($1, $2, $3)
    on conflict (member_id) where answered_at is null do nothing returning id`
  const [made] = await sql.query<{ id: bigint }>(insertRequest, [member, ctx.now(), autoApprovalAt(ctx)])
  if (!made) return undefined
  const deleteOldest = `delete from help_requests
    where member_id = $1 and account_request_id is not null and id not in (
     select id from help_requests where member_id = $1 and account_request_id is not null order by id desc limit $2)`
  await sql.query(deleteOldest, [member, maxListedAccountRequests - 1])
  const written = { ...accountHelpRequest(language), language, made_at: ctx.now(), due_at: autoApprovalAt(ctx) }
  const inquiry = { ...written, member_id: member, subject: 'deposit', account_request_id: made.id }
  return (await insertRow<{ id: bigint }>(sql, 'help_requests', inquiry, 'id')).id
}

/**
 * Inserts a waiting deposit. No money moves yet. Call only inside a transaction that has locked the balances.
 * @returns the deposit's id
 * @throws Refused with `excluded` during a break, `wait` if too many deposits are waiting, `deposit_limit` if the
 * member's own limit would be exceeded, or `limit` if cash would exceed its maximum
 */
export async function applyDeposit(sql: Sql, ctx: MemberIdContext, balances: MemberBalances, deposit: NewTransaction) {
  await assertNotExcluded(sql, ctx)
  const sumWaiting = `select count(*)::integer as count, coalesce(sum(won), 0)::bigint as won
     from movements where member_id = $1 and kind = 'deposit' and state = '${stored.pending}'`
  type Sum = { count: number; won: bigint }
  const [waiting = { count: 0, won: 0n }] = await sql.query<Sum>(sumWaiting, [ctx.member.id])
  if (waiting.count >= (ctx.options.depositsWaitingMax || maxWaitingDeposits)) throw createRefusal('wait')
  await assertWithinDepositLimits(sql, ctx, deposit.won)
  if (balances.cash + waiting.won + deposit.won > maxBalance) throw createRefusal('limit')
  await remindOfLimits(sql, ctx)
  return insertTransaction(sql, ctx, 'deposit', deposit)
}

/** Inserts a waiting withdrawal and moves its money to `held`. @returns the row's id @throws Refused with `balance` */
export async function applyWithdrawal(sql: Sql, ctx: MemberIdContext, withdrawal: NewTransaction): Promise<bigint> {
  const id = await insertTransaction(sql, ctx, 'withdrawal', withdrawal)
  const entries = withdrawalEntries({ member: ctx.member.id, won: withdrawal.won })
  const transfer = { cause: 'withdrawal', causeId: String(id), at: ctx.now(), entries } as const
  const { after } = await postTransfer(sql, transfer).catch((error: unknown) => {
    throw error instanceof InsufficientFunds ? createRefusal('balance') : error
  })
  await sql.query('update movements set after = $2 where id = $1', [id, after({ kind: 'cash', member: ctx.member.id })])
  return id
}

/**
 * Checks the withdrawal hold, the pause between withdrawals and the daily maximum. Cancelled withdrawals don't count.
 * Callers that write must have locked the member's balances.
 * @param won the requested amount
 * @throws Refused with `wait` and `ms`, or with `limit` if `won` is above the daily maximum
 */
export async function assertMayWithdraw(sql: Sql, ctx: MemberIdContext, won: bigint): Promise<void> {
  const { withdrawPauseMs, withdrawDailyMax } = ctx.options
  const dailyMax = BigInt(withdrawDailyMax)
  if (dailyMax > 0n && won > dailyMax) throw createRefusal('limit')
  const now = ctx.now()
  const hold = await findWithdrawalHold(sql, ctx, ctx.member.id)
  if (hold) throw createRefusal('wait', { ms: hold.until.getTime() - now.getTime() })
  if (withdrawPauseMs === 0 && dailyMax === 0n) return
  const startOfToday = startOfSeoulDay(now)
  const startOfPause = new Date(now.getTime() - withdrawPauseMs)
  const [recent] = await sql.query<{ last: Date | null; today: bigint }>(
    `select max(applied_at) as last, coalesce(sum(won) filter (where applied_at >= $2), 0)::bigint as today
       from movements where member_id = $1 and kind = 'withdrawal' and state <> '${stored.cancelled}'
        and applied_at >= least($2, $3::timestamptz)`,
    [ctx.member.id, startOfToday, startOfPause],
  )
  const pauseMs = withdrawPauseMs === 0 ? 0 : (recent?.last?.getTime() ?? 0) + withdrawPauseMs - now.getTime()
  const tomorrowMs =
    dailyMax > 0n && (recent?.today ?? 0n) + won > dailyMax ? startOfToday.getTime() + days(1) - now.getTime() : 0
  const waitMs = Math.max(pauseMs, tomorrowMs)
  if (waitMs > 0) throw createRefusal('wait', { ms: waitMs })
}

/** Inserts a waiting transaction without checks. No money moves yet. Call only inside a transaction. @returns its id */
export async function insertTransaction(
  sql: Sql,
  ctx: MemberIdContext,
  kind: TransactionKind,
  applied: NewTransaction,
): Promise<bigint> {
  const { won, fee = 0n, method, paymentIdx = null, code = null, appliedAt = ctx.now(), dueAt } = applied
  const asked = { kind, member_id: ctx.member.id, won, fee, method, payment_idx: paymentIdx, code }
  const row = { ...asked, applied_at: appliedAt, due_at: dueAt }
  return (await insertRow<{ id: bigint }>(sql, 'movements', row, 'id')).id
}
