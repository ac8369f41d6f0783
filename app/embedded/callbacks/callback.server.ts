import { z } from 'zod'
import type { StoredState } from '~/values/status'
import { jsonResponse, parseJsonBody } from '../bounded-body.server'
import { type EmbeddedContext, type PageHandler, Refused } from '../context.server'
import { type GameCallbackResponse, placeBet, readPlayBalance, rollBackBet, settleBet } from '../games/bets.server'
import { delistedProvider, findProvider } from '../games/providers.server'
import { hashPayload } from '../idempotency.server'
import { BalanceTooLarge } from '../ledger/ledger.server'
import { isPaymentService } from '../payments/methods.server'
import type { Provider } from '../seed/sandbox-games'
import { hasRows, type Sql } from '../store/store.server'
import { settlePaymentDeposit } from '../transactions/settle.server'
import { type CallbackSender, isSignedBy, readCallbackBody } from './verify-signature.server'

const id = z.string().regex(/^[\w.:-]{1,128}$/)
const won = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

const session = z.string().max(128)

/** Amounts are in whole won. `session` is the open game's token. */
const gameCallbackSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('balance'), provider: id, session }),
  z.strictObject({ type: z.literal('bet'), provider: id, id, session, stake: won.min(1) }),
  z.strictObject({ type: z.literal('win'), provider: id, id, bet: id, won, jackpot: z.boolean().optional() }),
  z.strictObject({ type: z.literal('rollback'), provider: id, id, bet: id }),
])
export type GameCallback = z.output<typeof gameCallbackSchema>

/** The sender code of the sandbox's payment pages. A payment service's code is its method's `idx` in PAYMENTS. */
export const paymentServiceCode = 'payments'

/** A payment service's report that the payer paid or declined. */
const paymentCallbackSchema = z.strictObject({
  type: z.enum(['paid', 'refused']),
  provider: id,
  id,
  deposit: z.string().regex(/^\d{1,15}$/),
  won,
  payment: id.optional(),
})
export type PaymentCallback = z.output<typeof paymentCallbackSchema>

type PaymentCallbackResponse = { status: 'success'; deposit: StoredState } | { status: 'unknown' | 'amount' }

/** Processes signed callbacks at POST /callbacks/<sender>, once per id. Refuses a reused id with another payload. */
export const pageHandlers: Record<string, PageHandler> = { callbacks: handleCallback }

export function findSender(ctx: EmbeddedContext, code: string): CallbackSender | undefined {
  if (code === paymentServiceCode || isPaymentService(ctx, code)) return { code, kind: 'payments' }
  return findProvider(ctx, code) ? { code, kind: 'games' } : undefined
}

/** Returns whether an unlisted code belongs to a provider with bets or a payment service with deposits. */
async function hasDeparted({ store }: EmbeddedContext, { code, kind }: CallbackSender): Promise<boolean> {
  const rows = await store.query(
    kind === 'games'
      ? 'select 1 from bets where provider = $1 limit 1'
      : "select 1 from movements where payment_idx = $1 and method = 'payment' and kind = 'deposit' limit 1",
    [code],
  )
  return rows.length > 0
}

async function handleCallback(ctx: EmbeddedContext, request: Request, code: string): Promise<Response> {
  if (request.method !== 'POST') return jsonResponse({ status: 'method_not_allowed' }, 405, { Allow: 'POST' })
  const known = findSender(ctx, code)
  const isSignedAs = (kind: CallbackSender['kind']) => isSignedBy({ code, kind }, ctx, request)
  const isFormerService = !known && (await isSignedAs('payments'))
  const sender = known ?? { code, kind: isFormerService ? 'payments' : 'games' }
  const isSigned = ctx.sender === code || isFormerService || (await isSignedAs(sender.kind))
  // The signature is checked first, so that unsigned requests cause no query.
  if (!known && !(isSigned && (await hasDeparted(ctx, sender)))) return jsonResponse({ status: 'not_found' }, 404)
  if (!isSigned) {
    ctx.log.warn({ sender: code }, 'callback with a wrong signature')
    return jsonResponse({ status: 'signature' }, 401)
  }
  const payload = parseJsonBody(await readCallbackBody(request))
  try {
    if (sender.kind === 'payments')
      return jsonResponse(await handlePaymentCallback(ctx, code, paymentCallbackSchema.safeParse(payload).data))
    const provider = findProvider(ctx, code) ?? delistedProvider(code)
    return jsonResponse(await handleGameCallback(ctx, provider, gameCallbackSchema.safeParse(payload).data))
  } catch (error) {
    // Refusals are converted here, because `sendCallback` calls this handler directly.
    if (error instanceof Refused) return jsonResponse(error.body, error.httpStatus, error.headers)
    throw error
  }
}

/** @throws if the response is not 2xx. The caller can then send the same callback again. */
export async function sendCallback(ctx: EmbeddedContext, message: GameCallback): Promise<GameCallbackResponse>
export async function sendCallback(ctx: EmbeddedContext, message: PaymentCallback): Promise<PaymentCallbackResponse>
export async function sendCallback(ctx: EmbeddedContext, message: GameCallback | PaymentCallback): Promise<object> {
  const { provider: sender } = message
  const request = new Request('http://site.invalid', { method: 'POST', body: JSON.stringify(message) })
  const response = await handleCallback({ ...ctx, sender }, request, sender)
  if (!response.ok) throw new Error(`callback: answered ${response.status}`)
  return response.json()
}

async function handleGameCallback(ctx: EmbeddedContext, provider: Provider, message: GameCallback | undefined) {
  if (!message || message.provider !== provider.code) throw malformedRefusal()
  if (message.type === 'balance') return readPlayBalance(ctx.store, ctx, { provider, session: message.session })
  if ('bet' in message && message.bet === message.id) throw malformedRefusal()
  return processOnce(ctx, message, async (sql) => {
    switch (message.type) {
      case 'bet':
        return placeBet(sql, ctx, { ...message, provider, stake: BigInt(message.stake) })
      case 'win': {
        // Only games of a provider that contributes to the jackpot can award it.
        const jackpot = message.jackpot === true && provider.jackpotBasisPoints > 0
        return settleBet(sql, ctx, { provider, bet: message.bet, won: BigInt(message.won), jackpot })
      }
      case 'rollback': {
        if (await blockUnseenBet(sql, ctx, message)) return { status: 'success' }
        return rollBackBet(sql, ctx, { provider, bet: message.bet })
      }
      default:
        return message satisfies never
    }
  })
}

async function handlePaymentCallback(ctx: EmbeddedContext, sender: string, message: PaymentCallback | undefined) {
  if (message?.provider !== sender) throw malformedRefusal()
  return processOnce(ctx, message, (sql) =>
    settlePaymentDeposit(sql, ctx, {
      id: BigInt(message.deposit),
      won: BigInt(message.won),
      number: message.payment,
      to: message.type === 'paid' ? 'done' : 'cancelled',
      isOfSender: (idx) => (sender === paymentServiceCode ? !isPaymentService(ctx, idx) : idx === sender),
    }),
  )
}

/**
 * Processes a callback once. Its id is inserted first, so a repeated callback waits for the first one, in any process.
 * Lock order: the callback's row, the bet or transaction, the member's balances.
 * @throws Refused with `id_reused` (409) if the payload differs, or `limit` if the balance would exceed its maximum
 */
async function processOnce(
  ctx: EmbeddedContext,
  message: Exclude<GameCallback, { type: 'balance' }> | PaymentCallback,
  work: (sql: Sql) => Promise<{ status: string }>,
): Promise<object> {
  const { provider: sender, id, type } = message
  const hash = hashPayload(message)
  const runOnce = async (sql: Sql): Promise<object> => {
    const insert = `insert into callbacks (sender, id, type, payload_hash, made_at) values ($1, $2, $3, $4, $5)
      on conflict do nothing returning id`
    if (!(await hasRows(sql, insert, [sender, id, type, hash, ctx.now()]))) {
      const earlier = 'select payload_hash, answer from callbacks where sender = $1 and id = $2'
      const [first] = await sql.query<{ payload_hash: string | null; answer: object }>(earlier, [sender, id])
      if (!first) throw new Error(`callback ${sender} ${id}: no such row`)
      if (first.payload_hash !== null && first.payload_hash !== hash) throw new Refused({ status: 'id_reused' }, 409)
      return first.answer
    }
    const result = await work(sql)
    // `unknown` and `limit` are not stored, because a repeated callback can have a different outcome.
    if (result.status === 'unknown') throw new Refused(result, 200)
    const values = [sender, id, JSON.stringify(result)]
    await sql.query('update callbacks set answer = $3::jsonb where sender = $1 and id = $2', values)
    return result
  }
  try {
    return await ctx.store.tx(runOnce)
  } catch (error) {
    throw error instanceof BalanceTooLarge ? new Refused({ status: 'limit' }, 200) : error
  }
}

/** Records an unknown bet as rolled back, so that its callback is refused if it arrives later. */
async function blockUnseenBet(sql: Sql, ctx: EmbeddedContext, { provider, bet }: { provider: string; bet: string }) {
  const insert = `insert into callbacks (sender, id, type, answer, made_at)
    values ($1, $2, 'bet', '{"status":"rolled_back"}', $3)
    on conflict do nothing returning id`
  if (await hasRows(sql, insert, [provider, bet, ctx.now()])) return true
  const earlier = 'select answer from callbacks where sender = $1 and id = $2'
  const [first] = await sql.query<{ answer: { status: string } }>(earlier, [provider, bet])
  // If the bet was refused or rolled back before, no stake was deducted.
  return first?.answer.status !== 'success'
}

const malformedRefusal = (): Refused => new Refused({ status: 'malformed' }, 400)
