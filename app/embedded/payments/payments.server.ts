import { stored } from '~/values/status'
import { paymentPageLifetimeMs } from '~/values/transaction'
import { createRefusal, type EmbeddedContext, type Handlers } from '../context.server'
import { runIdempotently } from '../idempotency.server'
import { balancesOf } from '../ledger/ledger.server'
import { assertNotExcluded } from '../limits/stored-limits.server'
import { applyDeposit, assertMayWithdraw, awaitsPayment } from '../transactions/apply.server'
import { settleTransaction } from '../transactions/settle.server'
import { listMethods, requireMethod, servicePage } from './methods.server'
import { openPaymentPage } from './payment-page.server'

export const handlers = {
  'get-deposit-payment': async (ctx) => ({ payments: listMethods(ctx, 'deposit') }),
  'get-withdrawal-payment': async (ctx) => ({ payments: listMethods(ctx, 'withdrawal') }),

  'apply-deposit-payment': async (ctx, { balance, code, idx }) => {
    const { terms } = requireMethod(ctx, 'deposit', idx)
    const payload = { balance, idx: String(idx) }
    const { movement: id } = await runIdempotently(
      ctx,
      { callName: 'apply-deposit-payment', code, payload },
      async (sql, balances) => {
        await assertNotExcluded(sql, ctx)
        if (balance < terms.min || balance > terms.max) throw createRefusal('limit')
        const id = await applyDeposit(sql, ctx, balances, {
          won: BigInt(balance),
          fee: BigInt(terms.fee),
          method: 'payment',
          paymentIdx: String(idx),
          code,
          dueAt: null,
        })
        return { movement: String(id) }
      },
    )
    const deposit = BigInt(id)
    const page = servicePage(ctx, { id: deposit, won: BigInt(balance), payment_idx: String(idx) })
    return { status: 'success', launcherUrl: page ?? (await openPaymentPage(ctx, 'deposit', idx, deposit)) }
  },

  'withdrawal-launcher': async (ctx, { idx }) => {
    const { terms } = requireMethod(ctx, 'withdrawal', idx)
    await assertMayWithdraw(ctx.store, ctx, BigInt(terms.min))
    const { cash } = await balancesOf(ctx.store, ctx.member.id)
    if (cash < BigInt(terms.min)) throw createRefusal('balance')
    return { status: 'success', launcherUrl: await openPaymentPage(ctx, 'withdrawal', idx) }
  },
} satisfies Partial<Handlers>

export async function cancelUnpaidDeposits(ctx: EmbeddedContext): Promise<void> {
  const unpaid = await ctx.store.query<{ id: bigint; applied_at: Date }>(
    `select id, applied_at from movements where state = '${stored.pending}' and ${awaitsPayment} and applied_at <= $1
      order by applied_at limit 100`,
    [new Date(ctx.now().getTime() - paymentPageLifetimeMs)],
  )
  for (const { id, applied_at } of unpaid) {
    const ended = { ...ctx, now: () => new Date(applied_at.getTime() + paymentPageLifetimeMs) }
    await settleTransaction(ended, { id, to: 'cancelled', by: 'payment', reason: 'unfinished' })
  }
}
