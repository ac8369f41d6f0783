import { days } from '~/time/durations'
import { startOfSeoulDay } from '~/time/seoul'
import { isKorean } from './catalogue.server'
import type { EmbeddedContext, Handlers } from './context.server'
import { refuse } from './context.server'
import { runIdempotently } from './idempotency.server'
import { BalanceTooLarge, InsufficientFunds, maxBalance, postTransfer } from './ledger.server'
import type { MemberId } from './ledger-entries'
import {
  depositEntries,
  exchangeEntries,
  withdrawalEntries,
  withdrawalPaidEntries,
  withdrawalReturnedEntries,
} from './ledger-entries'
import { checkPassword } from './passwords.server'
import { accountHelpRequest } from './seed/messages'
import type { Sql } from './store/store.server'

/** Maximum of requests for the bank account among a member's help requests; a new one deletes the oldest. */
const maxListedAccountRequests = 20
/** Maximum of one member's waiting deposits where DEPOSITS_WAITING_MAX is 0. */
const maxWaitingDeposits = 1_000
/** Maximum of due movements that a member's call settles first; the scheduled job settles the others. */
const maxSettledPerCall = 20

export const handlers = {
  /** Asks for the bank account to pay into, one request at a time. It is listed among the member's help requests. */
  'user-ask-account': async (ctx) => {
    await answerDueAccountRequests(ctx)
    const korean = isKorean(ctx.language)
    const { title, contents } = accountHelpRequest(korean)
    await ctx.store.tx(async (sql) => {
      const [made] = await sql.query<{ id: bigint }>(
        `insert into account_requests (member_id, asked_at, due_at) values ($1, $2, $3)
         on conflict (member_id) where answered_at is null do nothing returning id`,
        [ctx.member.id, ctx.now(), autoApprovalAt(ctx)],
      )
      if (!made) throw refuse('already')
      await sql.query(
        `delete from help_requests where member_id = $1 and account_request_id is not null and id not in (
           select id from help_requests where member_id = $1 and account_request_id is not null order by id desc limit $2)`,
        [ctx.member.id, maxListedAccountRequests - 1],
      )
      await sql.query(
        `insert into help_requests (member_id, title, contents, language, made_at, due_at, account_request_id)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [ctx.member.id, title, contents, korean ? 'ko' : 'en', ctx.now(), autoApprovalAt(ctx), made.id],
      )
    })
    return { status: 'success' }
  },

  'apply-user-deposit': (ctx, { balance, code }) =>
    runIdempotently(ctx, { segment: 'apply-user-deposit', code, payload: { balance } }, async (sql, balances) => {
      const waiting = await waitingDeposits(sql, ctx.member.id)
      assertMayDeposit(ctx, waiting)
      if (balances.cash + waiting.won + BigInt(balance) > maxBalance) throw refuse('limit')
      await applyDeposit(sql, ctx, { won: BigInt(balance), method: 'bank', code, dueAt: autoApprovalAt(ctx) })
      return { status: 'success' }
    }),

  /** Takes the money from cash at once; it is paid out when the withdrawal is approved. */
  'apply-user-withdraw': async (ctx, { balance, code, exchange_pw }) => {
    // Checked before the transaction: a repeated request needs the right password as well.
    if (!(await checkPassword(ctx, ctx.member.id, 'exchange', exchange_pw))) throw refuse('pass')
    return runIdempotently(
      ctx,
      { segment: 'apply-user-withdraw', code, payload: { balance } },
      async (sql, balances) => {
        if (balances.cash < BigInt(balance)) throw refuse('balance')
        await assertMayWithdraw(sql, ctx, BigInt(balance))
        await applyWithdrawal(sql, ctx, { won: BigInt(balance), method: 'bank', code, dueAt: autoApprovalAt(ctx) })
        return { status: 'success' }
      },
    )
  },

  /** Exchanges comp money for cash, one to one. */
  'roll-to-balance': (ctx, { points, code }) =>
    runIdempotently(ctx, { segment: 'roll-to-balance', code, payload: { points } }, async (sql) => {
      const entries = exchangeEntries({ member: ctx.member.id, points: BigInt(points) })
      await postTransfer(sql, { cause: 'exchange', causeId: code, at: ctx.now(), entries }).catch((error: unknown) => {
        if (error instanceof InsufficientFunds) throw refuse('low_point')
        if (error instanceof BalanceTooLarge) throw refuse('limit')
        throw error
      })
      return { status: 'success' }
    }),
} satisfies Pick<Handlers, 'user-ask-account' | 'apply-user-deposit' | 'apply-user-withdraw' | 'roll-to-balance'>

/** Context with a member's id only: a payment page has no bearer token of the member. */
type ContextForMember = EmbeddedContext & { member: { id: MemberId } }

type NewMovement = {
  won: bigint
  method: 'bank' | 'payment'
  paymentIdx?: string
  /** The request's one-time code. */
  code?: string
  /** Fee in won that the member pays, included in `won`. Default: 0. */
  fee?: bigint
  /** When it is approved automatically; null: an operator or payment service settles it. */
  dueAt: Date | null
}

/** Inserts a waiting deposit; no money moves yet. @returns its id. */
export async function applyDeposit(sql: Sql, ctx: ContextForMember, deposit: NewMovement): Promise<bigint> {
  return insertMovement(sql, ctx, 'deposit', deposit)
}

/** Inserts a waiting withdrawal and moves its money to `held`. @returns its id. @throws Refused `balance` */
export async function applyWithdrawal(sql: Sql, ctx: ContextForMember, withdrawal: NewMovement): Promise<bigint> {
  const id = await insertMovement(sql, ctx, 'withdrawal', withdrawal)
  const { after } = await postTransfer(sql, {
    cause: 'withdrawal',
    causeId: String(id),
    at: ctx.now(),
    entries: withdrawalEntries({ member: ctx.member.id, won: withdrawal.won }),
  }).catch((error: unknown) => {
    throw error instanceof InsufficientFunds ? refuse('balance') : error
  })
  await sql.query('update movements set after = $2 where id = $1', [id, after({ kind: 'cash', member: ctx.member.id })])
  return id
}

/**
 * Checks the pause between withdrawals and the daily maximum; cancelled withdrawals do not count. A caller that then
 * writes must be in a transaction that has locked the member's balances.
 *
 * @param won the requested amount.
 * @throws Refused `wait`, with `ms` until the pause or the day in Seoul ends; `limit` above the daily maximum.
 */
export async function assertMayWithdraw(sql: Sql, ctx: ContextForMember, won: bigint): Promise<void> {
  const { withdrawPauseMs, withdrawDailyMax } = ctx.options
  const dailyMax = BigInt(withdrawDailyMax)
  if (dailyMax > 0n && won > dailyMax) throw refuse('limit')
  if (withdrawPauseMs === 0 && dailyMax === 0n) return
  const now = ctx.now()
  const startOfToday = startOfSeoulDay(now)
  const [recent] = await sql.query<{ last: Date | null; today: bigint }>(
    `select max(applied_at) as last, coalesce(sum(won) filter (where applied_at >= $2), 0)::bigint as today
       from movements where member_id = $1 and kind = 'withdrawal' and state <> 'cansel'`,
    [ctx.member.id, startOfToday],
  )
  const pauseMs = withdrawPauseMs === 0 ? 0 : (recent?.last?.getTime() ?? 0) + withdrawPauseMs - now.getTime()
  const tomorrowMs =
    dailyMax > 0n && (recent?.today ?? 0n) + won > dailyMax ? startOfToday.getTime() + days(1) - now.getTime() : 0
  const waitMs = Math.max(pauseMs, tomorrowMs)
  if (waitMs > 0) throw refuse('wait', { ms: waitMs })
}

/** @throws Refused `wait` when the member has the maximum of waiting deposits. */
export function assertMayDeposit({ options }: EmbeddedContext, waiting: { count: number }): void {
  if (waiting.count >= (options.depositsWaitingMax || maxWaitingDeposits)) throw refuse('wait')
}

/** Number and sum, in won, of a member's waiting deposits. */
export async function waitingDeposits(sql: Sql, member: MemberId): Promise<{ count: number; won: bigint }> {
  const [row] = await sql.query<{ count: number; won: bigint }>(
    `select count(*)::integer as count, coalesce(sum(won), 0)::bigint as won
       from movements where member_id = $1 and kind = 'deposit' and state = 'wait'`,
    [member],
  )
  return row ?? { count: 0, won: 0n }
}

/**
 * Whether movements and requests are approved or answered automatically: never with real money, even those that became
 * due while the store had play money.
 */
export function isAutoApproved({ options }: EmbeddedContext): boolean {
  return options.money !== 'real'
}

/** When a request made now is approved automatically; null with real money or PLAY_APPROVAL_MS=0. */
export function autoApprovalAt(ctx: EmbeddedContext): Date | null {
  const { options, now } = ctx
  if (!isAutoApproved(ctx) || options.playApprovalMs === 0) return null
  return new Date(now().getTime() + options.playApprovalMs)
}

/** Approves due deposits and withdrawals, at most 500, and marks due requests for the bank account as answered. */
export async function approveDueMovements(ctx: EmbeddedContext): Promise<void> {
  if (!isAutoApproved(ctx)) return
  await answerDueAccountRequests(ctx)
  const due = await ctx.store.query<{ id: bigint }>(
    "select id from movements where state = 'wait' and due_at <= $1 order by due_at, id limit 500",
    [ctx.now()],
  )
  for (const { id } of due) await settleMovement(ctx, id, 'already', 'play')
}

async function answerDueAccountRequests(ctx: EmbeddedContext): Promise<void> {
  const { store, now } = ctx
  if (!isAutoApproved(ctx)) return
  await store.query('update account_requests set answered_at = $1 where answered_at is null and due_at <= $1', [now()])
}

/** Approves the due movements of one member, so that a call sees them settled. */
export async function approveDueMovementsOf(ctx: EmbeddedContext, member: MemberId): Promise<void> {
  if (!isAutoApproved(ctx)) return
  const due = await ctx.store.query<{ id: bigint }>(
    "select id from movements where member_id = $1 and state = 'wait' and due_at <= $2 order by due_at, id limit $3",
    [member, ctx.now(), maxSettledPerCall],
  )
  for (const { id } of due) await settleMovement(ctx, id, 'already', 'play')
}

type Movement = {
  kind: 'deposit' | 'withdrawal'
  member_id: MemberId
  won: bigint
  fee: bigint
  method: 'bank' | 'payment'
}

/**
 * Settles a waiting deposit or withdrawal once: approved (`already`) or cancelled (`cansel`). A deposit that would take
 * cash past its maximum is cancelled.
 *
 * @param by play (automatic), desk (operator) or payment (payment service).
 * @returns the state afterwards, also of one that was settled before; undefined for an unknown id.
 */
export function settleMovement(
  ctx: EmbeddedContext,
  id: bigint,
  to: 'already' | 'cansel',
  by: 'play' | 'desk' | 'payment',
): Promise<'wait' | 'already' | 'cansel' | undefined> {
  return ctx.store.tx((sql) => settleMovementInTransaction(sql, ctx, id, to, by))
}

/** `settleMovement` inside a transaction. */
export async function settleMovementInTransaction(
  sql: Sql,
  ctx: EmbeddedContext,
  id: bigint,
  to: 'already' | 'cansel',
  by: 'play' | 'desk' | 'payment',
): Promise<'wait' | 'already' | 'cansel' | undefined> {
  const [movement] = await sql.query<Movement & { state: 'wait' | 'already' | 'cansel' }>(
    'select kind, member_id, won, fee, method, state from movements where id = $1 for no key update',
    [id],
  )
  if (movement?.state !== 'wait') return movement?.state
  const at = ctx.now()
  const { state, after } = await postSettlement(sql, movement, { id, to, at })
  await sql.query(
    'update movements set state = $2, settled_at = $3, settled_by = $4, after = coalesce($5, after) where id = $1',
    [id, state, at, by, after],
  )
  return state
}

/**
 * Settles the deposit that a payment service reports: `already` (paid) or `cansel` (declined by the payer). A settled
 * one stays as it is. Only inside a transaction.
 *
 * @param payment.won the reported amount.
 * @returns the deposit's state now; `unknown` when there is no such deposit, `amount` when its amount differs.
 */
export async function settlePaymentDeposit(
  sql: Sql,
  ctx: EmbeddedContext,
  payment: { id: bigint; won: bigint; to: 'already' | 'cansel' },
): Promise<{ status: 'success'; deposit: 'already' | 'cansel' } | { status: 'unknown' | 'amount' }> {
  const [deposit] = await sql.query<{ won: bigint }>(
    "select won from movements where id = $1 and kind = 'deposit' and method = 'payment'",
    [payment.id],
  )
  if (!deposit) return { status: 'unknown' }
  if (deposit.won !== payment.won) return { status: 'amount' }
  const state = await settleMovementInTransaction(sql, ctx, payment.id, payment.to, 'payment')
  return { status: 'success', deposit: state === 'already' ? 'already' : 'cansel' }
}

/** Posts the ledger entries of a settlement. `after` is the cash balance in won, null where cash did not change. */
async function postSettlement(
  sql: Sql,
  { kind, member_id: member, won, fee, method }: Movement,
  ending: { id: bigint; to: 'already' | 'cansel'; at: Date },
): Promise<{ state: 'already' | 'cansel'; after: bigint | null }> {
  const through = method === 'bank' ? 'bank' : 'payments'
  const by = { causeId: String(ending.id), at: ending.at }
  if (kind === 'withdrawal') {
    if (ending.to === 'already') {
      await postTransfer(sql, {
        cause: 'withdrawal_paid',
        ...by,
        entries: withdrawalPaidEntries({ won, through, fee }),
      })
      return { state: 'already', after: null }
    }
    const entries = withdrawalReturnedEntries({ member, won })
    const { after } = await postTransfer(sql, { cause: 'withdrawal_returned', ...by, entries })
    return { state: 'cansel', after: after({ kind: 'cash', member }) }
  }
  if (ending.to === 'cansel') return { state: 'cansel', after: null }
  try {
    const entries = depositEntries({ member, won, through, fee })
    const { after } = await postTransfer(sql, { cause: 'deposit', ...by, entries })
    return { state: 'already', after: after({ kind: 'cash', member }) }
  } catch (error) {
    if (error instanceof BalanceTooLarge) return { state: 'cansel', after: null }
    throw error
  }
}

async function insertMovement(
  sql: Sql,
  ctx: ContextForMember,
  kind: 'deposit' | 'withdrawal',
  applied: NewMovement,
): Promise<bigint> {
  const at = ctx.now()
  const [made] = await sql.query<{ id: bigint }>(
    `insert into movements (kind, member_id, won, fee, method, payment_idx, code, applied_at, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      kind,
      ctx.member.id,
      applied.won,
      applied.fee ?? 0n,
      applied.method,
      applied.paymentIdx ?? null,
      applied.code ?? null,
      at,
      applied.dueAt,
    ],
  )
  if (!made) throw new Error(`a ${kind} was not written`)
  sql.recordInJournal({
    what: 'movement',
    id: made.id,
    won: applied.won,
    at,
    about: `${kind} of member ${ctx.member.id}`,
  })
  return made.id
}
