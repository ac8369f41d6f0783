import type { EmbeddedContext, Handlers } from '../context.server'
import { createRefusal } from '../context.server'
import { runIdempotently } from '../idempotency.server'
import { languageFor } from '../language'
import { lockBalances } from '../ledger/ledger.server'
import { assertNotExcluded } from '../limits/stored-limits.server'
import { checkPassword } from '../members/passwords.server'
import { accountHelpRequest } from '../seed/messages'
import { insertRow } from '../store/store.server'
import { applyDeposit, applyWithdrawal, assertMayWithdraw } from './apply.server'
import { autoApprovalAt, isAutoApproved } from './auto-approval.server'
import { formatMovementNumber } from './number'

/** Maximum of requests for the bank account among a member's help requests; a new one deletes the oldest. */
const maxListedAccountRequests = 20

export const handlers = {
  /** Asks for the bank account to pay into, one request at a time. It is listed among the member's help requests. */
  'user-ask-account': async (ctx) => {
    await answerDueAccountRequests(ctx)
    const language = languageFor(ctx.language)
    const { title, contents } = accountHelpRequest(language)
    await ctx.store.tx(async (sql) => {
      await lockBalances(sql, ctx.member.id)
      await assertNotExcluded(sql, ctx)
      const [made] = await sql.query<{ id: bigint }>(
        `insert into account_requests (member_id, asked_at, due_at) values ($1, $2, $3)
         on conflict (member_id) where answered_at is null do nothing returning id`,
        [ctx.member.id, ctx.now(), autoApprovalAt(ctx)],
      )
      if (!made) throw createRefusal('already')
      await sql.query(
        `delete from help_requests where member_id = $1 and account_request_id is not null and id not in (
           select id from help_requests where member_id = $1 and account_request_id is not null order by id desc limit $2)`,
        [ctx.member.id, maxListedAccountRequests - 1],
      )
      const written = { member_id: ctx.member.id, title, contents, language, made_at: ctx.now() }
      await insertRow(sql, 'help_requests', { ...written, due_at: autoApprovalAt(ctx), account_request_id: made.id })
    })
    return { status: 'success' }
  },

  'apply-user-deposit': (ctx, { balance, code }) =>
    runIdempotently(ctx, { callName: 'apply-user-deposit', code, payload: { balance } }, async (sql, balances) => {
      const deposit = { won: BigInt(balance), method: 'bank', code, dueAt: autoApprovalAt(ctx) } as const
      const id = await applyDeposit(sql, ctx, balances, deposit)
      return { status: 'success', id: formatMovementNumber(id) }
    }),

  /** Takes the money from cash at once; it is paid out when the withdrawal is approved. */
  'apply-user-withdraw': async (ctx, { balance, code, exchange_pw }) => {
    // Checked before the transaction: a repeated request needs the right password as well.
    if (!(await checkPassword(ctx, ctx.member.id, 'exchange', exchange_pw))) throw createRefusal('pass')
    return runIdempotently(
      ctx,
      { callName: 'apply-user-withdraw', code, payload: { balance } },
      async (sql, balances) => {
        if (balances.cash < BigInt(balance)) throw createRefusal('balance')
        await assertMayWithdraw(sql, ctx, BigInt(balance))
        const withdrawal = { won: BigInt(balance), method: 'bank', code, dueAt: autoApprovalAt(ctx) } as const
        const id = await applyWithdrawal(sql, ctx, withdrawal)
        return { status: 'success', id: formatMovementNumber(id) }
      },
    )
  },
} satisfies Partial<Handlers>

/** Marks due requests for the bank account as answered. */
export async function answerDueAccountRequests(ctx: EmbeddedContext): Promise<void> {
  const { store, now } = ctx
  if (!isAutoApproved(ctx)) return
  await store.query('update account_requests set answered_at = $1 where answered_at is null and due_at <= $1', [now()])
}
