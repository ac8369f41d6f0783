import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type BetAnswer, returnBet, settleBet, takeBet } from './bets.server'
import { answerJson, boundedBody } from './body.server'
import type { HouseContext, Page } from './context.server'
import { Refused } from './context.server'
import { TooMuch } from './ledger.server'
import { settlePayment } from './movements.server'
import { type Provider, providerOf } from './seed/catalogue'
import { isSigned, type Sender, senderSecrets, signatureOf } from './signing.server'
import type { Sql } from './store/store.server'

/** An id that the sender chooses; it identifies the callback for ever. */
const id = z.string().regex(/^[\w.:-]{1,128}$/)
const won = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/**
 * Callbacks of game providers, sums in whole won. `session` of a bet is the last path segment of the open game's URL.
 * A win (0 won for a lost round) and a rollback name the id of their bet.
 */
const gameMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('bet'), provider: id, id, session: z.string().max(128), stake: won.min(1) }),
  z.strictObject({ type: z.literal('win'), provider: id, id, bet: id, won, jackpot: z.boolean().optional() }),
  z.strictObject({ type: z.literal('rollback'), provider: id, id, bet: id }),
])
export type GameMessage = z.output<typeof gameMessage>

/** Sender code of the payment service behind the payment methods. */
export const paymentSender = 'payments'

/** Callback of a payment service about a deposit: the payer paid or declined. `won` is the amount in whole won. */
const paymentMessage = z.strictObject({
  type: z.enum(['paid', 'refused']),
  provider: z.literal(paymentSender),
  id,
  deposit: z.string().regex(/^\d{1,15}$/),
  won,
})
export type PaymentMessage = z.output<typeof paymentMessage>

/**
 * Answer to a payment service's callback: the deposit's state now, `unknown` when there is no such deposit, `amount`
 * when its amount differs.
 */
export type PaymentAnswer = { status: 'success'; deposit: 'already' | 'cansel' } | { status: 'unknown' | 'amount' }

/**
 * POST /house/callback/<sender>: signed callbacks of game providers and payment services, processed once per id. A
 * repeated callback gets the first answer; the same id with another payload is refused.
 */
export const pages: Record<string, Page> = { callback: heard }

/** Finds the sender with a code; undefined when there is none. */
export function senderOf(code: string): Sender | undefined {
  if (code === paymentSender) return { code, kind: 'payments' }
  return providerOf(code) ? { code, kind: 'games' } : undefined
}

async function heard(ctx: HouseContext, request: Request, code: string): Promise<Response> {
  if (request.method !== 'POST') return answerJson({ status: 'method_not_allowed' }, 405, { Allow: 'POST' })
  const sender = senderOf(code)
  if (!sender) return answerJson({ status: 'not_found' }, 404)
  const body = await boundedBody(request)
  if (!isSigned(await senderSecrets(ctx, sender), body, request.headers, ctx.now())) {
    ctx.log.warn({ sender: sender.code }, 'a callback without a signature that holds')
    return answerJson({ status: 'signature' }, 401)
  }
  const read = jsonOf(body)
  const provider = providerOf(code)
  try {
    if (!provider) return answerJson(await heardPayment(ctx, paymentMessage.safeParse(read).data))
    return answerJson(await heardGame(ctx, provider, gameMessage.safeParse(read).data))
  } catch (error) {
    // Refusals are answered here, because `sendCallback` calls this handler directly.
    if (error instanceof Refused) return answerJson(error.answer, error.httpStatus, error.headers)
    throw error
  }
}

/**
 * Sends a callback of the sandbox in process: signed, through the same handler as one that comes over HTTP.
 *
 * @throws when the answer is not a 2xx; the same callback may be sent again.
 */
export async function tell(ctx: HouseContext, message: GameMessage): Promise<BetAnswer>
export async function tell(ctx: HouseContext, message: PaymentMessage): Promise<PaymentAnswer>
export async function tell(ctx: HouseContext, message: GameMessage | PaymentMessage): Promise<object> {
  const sender = senderOf(message.provider)
  if (!sender) throw new Error(`there is no sender ${message.provider}`)
  const body = JSON.stringify(message)
  const [secret] = await senderSecrets(ctx, sender)
  const request = new Request(`http://house.invalid/house/callback/${message.provider}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signatureOf(secret, body, ctx.now()) },
    body,
  })
  const response = await heard(ctx, request, message.provider)
  if (!response.ok) throw new Error(`a callback was answered ${response.status}`)
  return response.json()
}

async function heardGame(ctx: HouseContext, provider: Provider, message: GameMessage | undefined): Promise<object> {
  if (!message || message.provider !== provider.code) throw malformed()
  if ('bet' in message && message.bet === message.id) throw malformed()
  return firstAnswer(ctx, message, async (sql) => {
    switch (message.type) {
      case 'bet':
        return takeBet(sql, ctx, { ...message, provider, stake: BigInt(message.stake) })
      case 'win': {
        // A provider that does not contribute to the jackpot can't win it.
        const jackpot = message.jackpot === true && provider.jackpotBasisPoints > 0
        return settleBet(sql, ctx, { provider, bet: message.bet, won: BigInt(message.won), jackpot })
      }
      case 'rollback': {
        if (await forestall(sql, ctx, message)) return { status: 'success' }
        return returnBet(sql, ctx, { provider, bet: message.bet })
      }
      default:
        return message satisfies never
    }
  })
}

async function heardPayment(ctx: HouseContext, message: PaymentMessage | undefined): Promise<object> {
  if (!message) throw malformed()
  return firstAnswer(ctx, message, (sql) =>
    settlePayment(sql, ctx, {
      id: BigInt(message.deposit),
      won: BigInt(message.won),
      to: message.type === 'paid' ? 'already' : 'cansel',
    }),
  )
}

/** Statuses that are not stored, because a repeated callback may have another outcome; nor is `limit`. */
const passing = new Set(['unknown'])

/**
 * Processes a callback once. Its id is inserted first, so a second callback with the same id waits for the first one's
 * transaction, in whichever process it runs, and gets its answer.
 *
 * Lock order: the callback's row, then the bet or movement, then the member's balances.
 *
 * @throws Refused `id_reused` (409) when the id came with another payload before, `limit` for a balance past its
 * maximum.
 */
async function firstAnswer(
  ctx: HouseContext,
  message: GameMessage | PaymentMessage,
  work: (sql: Sql) => Promise<{ status: string }>,
): Promise<object> {
  const { provider: sender, id, type } = message
  const hash = createHash('sha256').update(JSON.stringify(message)).digest('hex')
  const told = async (sql: Sql): Promise<object> => {
    const taken = await sql.query(
      `insert into callbacks (sender, id, type, payload_hash, made_at) values ($1, $2, $3, $4, $5)
       on conflict do nothing returning id`,
      [sender, id, type, hash, ctx.now()],
    )
    if (taken.length === 0) {
      const [first] = await sql.query<{ payload_hash: string | null; answer: object }>(
        'select payload_hash, answer from callbacks where sender = $1 and id = $2',
        [sender, id],
      )
      if (!first) throw new Error(`callback ${sender} ${id} is gone`)
      if (first.payload_hash !== null && first.payload_hash !== hash) throw new Refused({ status: 'id_reused' }, 409)
      return first.answer
    }
    const answer = await work(sql)
    if (passing.has(answer.status)) throw new Refused(answer, 200)
    await sql.query('update callbacks set answer = $3::jsonb where sender = $1 and id = $2', [
      sender,
      id,
      JSON.stringify(answer),
    ])
    return answer
  }
  try {
    return await ctx.store.tx(told)
  } catch (error) {
    throw error instanceof TooMuch ? new Refused({ status: 'limit' }, 200) : error
  }
}

/**
 * Records the id of a bet that has not arrived as rolled back, so that it is refused when it arrives late.
 *
 * @returns true when no money was taken for that bet, so there is nothing to return.
 */
async function forestall(
  sql: Sql,
  ctx: HouseContext,
  { provider, bet }: { provider: string; bet: string },
): Promise<boolean> {
  const taken = await sql.query(
    `insert into callbacks (sender, id, type, answer, made_at) values ($1, $2, 'bet', '{"status":"rolled_back"}', $3)
     on conflict do nothing returning id`,
    [provider, bet, ctx.now()],
  )
  if (taken.length > 0) return true
  const [first] = await sql.query<{ answer: { status: string } }>(
    'select answer from callbacks where sender = $1 and id = $2',
    [provider, bet],
  )
  // The bet was refused, or rolled back before it arrived: nothing was taken.
  return first?.answer.status !== 'success'
}

function malformed(): Refused {
  return new Refused({ status: 'malformed' }, 400)
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
