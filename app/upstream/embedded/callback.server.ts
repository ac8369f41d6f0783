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

/** An id that the sender gives: what the message is told from others by, for ever. */
const id = z.string().regex(/^[\w.:-]{1,128}$/)
const won = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/**
 * What game providers say. A bet names the open game by the last part of its address (`session`); a win (0 won for a
 * lost round) and a rollback name the bet.
 */
const gameMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('bet'), provider: id, id, session: z.string().max(128), stake: won.min(1) }),
  z.strictObject({ type: z.literal('win'), provider: id, id, bet: id, won, jackpot: z.boolean().optional() }),
  z.strictObject({ type: z.literal('rollback'), provider: id, id, bet: id }),
])
export type GameMessage = z.output<typeof gameMessage>

/** The code of the payment service whose pages the payment methods open. */
export const paymentSender = 'payments'

/** What a payment service says of a deposit: its payer paid, or refused to. */
const paymentMessage = z.strictObject({
  type: z.enum(['paid', 'refused']),
  provider: z.literal(paymentSender),
  id,
  deposit: z.string().regex(/^\d{1,15}$/),
  won,
})
export type PaymentMessage = z.output<typeof paymentMessage>

/** What a payment service is told: how the deposit stands now; `unknown` none of that number, `amount` another amount. */
export type PaymentAnswer = { status: 'success'; deposit: 'already' | 'cansel' } | { status: 'unknown' | 'amount' }

/**
 * POST /house/callback/<provider>: what providers and payment services tell the house, signed, each message at most
 * once by its id. The first answer is the answer to every repetition; the same id on another message is refused.
 */
export const pages: Record<string, Page> = { callback: heard }

/** The sender of a code; undefined when there is none. */
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
    // Whoever asks in process is answered as one outside is.
    if (error instanceof Refused) return answerJson(error.answer, error.httpStatus, error.headers)
    throw error
  }
}

/**
 * Tells the house what a provider or payment service of its own has to say, the way one outside would: signed, through
 * the same handler.
 *
 * @throws when the house could not say how it ended; the same message may be told again.
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
        // Who feeds no pool can win none.
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

/** What may come out otherwise when the same message is told again, and so is not kept; nor is `limit`. */
const passing = new Set(['unknown'])

/**
 * Does the work of a message once. The message's id is taken first: a second one of the same id waits for the first to
 * end, in whichever process it runs, and then gets its answer.
 *
 * Locks: the message's row, then the bet's or the movement's, then the purse; everybody in that order.
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
 * Takes the id of a bet that has not come, so that it is refused when it comes late.
 *
 * @returns whether it was free: nothing of that bet is known.
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
  // Refused, or forestalled before: nothing was taken, so nothing is to be given back.
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
