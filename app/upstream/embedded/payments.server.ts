import { parseAmount } from '~/money/amount'
import type { ForeignId } from '../contract/values'
import { type PaymentMessage, paymentSender, tell } from './callback.server'
import { inKorean } from './catalogue.server'
import type { Handlers, HouseContext, MemberContext, Page } from './context.server'
import { hasSandbox, Refused, refuse } from './context.server'
import type { MemberId } from './ledger'
import { largestBalance, lockPurse, purseOf } from './ledger.server'
import {
  applyDeposit,
  applyWithdrawal,
  assertMayWait,
  assertMayWithdraw,
  dueAt,
  settle,
  waitingDeposits,
} from './movements.server'
import { once } from './once.server'
import { checkPassword } from './passwords.server'
import { type PaymentMethod, paymentList } from './payment-list.server'
import { formOf, languageOf, plainPage, sameAddress, seeOther } from './play/document'
import { depositPage, leftPage, type PaidMovement, paidPage, type Trouble, withdrawalPage } from './play/pay-page'
import { payWords } from './play/pay-words'
import type { Language } from './play/words'
import { newToken, tokenHash } from './secrets.server'

type Kind = 'deposit' | 'withdrawal'
type Terms = NonNullable<PaymentMethod[Kind]>

const LAUNCH_MS = 12 * 60 * 60_000

/** Sandbox payments: they stand in for a payment service's pages and move play money only. */
export const handlers = {
  'get-deposit-payment': async (ctx) => ({ payments: await offered(ctx, 'deposit') }),
  'get-withdrawal-payment': async (ctx) => ({ payments: await offered(ctx, 'withdrawal') }),

  /**
   * Inserts a deposit that waits for its payer and opens its payment page. A repeated request opens another page for
   * the same deposit.
   */
  'apply-deposit-payment': async (ctx, { balance, code, idx }) => {
    const { terms } = await methodOf(ctx, 'deposit', idx)
    const payload = { balance, idx: String(idx) }
    const { movement } = await once(ctx, { segment: 'apply-deposit-payment', code, payload }, async (sql, purse) => {
      if (balance < terms.min || balance > terms.max) throw refuse('limit')
      const waiting = await waitingDeposits(sql, ctx.member.id)
      assertMayWait(ctx, waiting)
      if (purse.cash + waiting.won + BigInt(balance) > largestBalance) throw refuse('limit')
      const id = await applyDeposit(sql, ctx, {
        won: BigInt(balance),
        fee: BigInt(terms.fee),
        method: 'payment',
        paymentIdx: String(idx),
        code,
        dueAt: null,
      })
      return { movement: String(id) }
    })
    return { status: 'success', launcherUrl: await launched(ctx, 'deposit', idx, BigInt(movement)) }
  },

  'withdrawal-launcher': async (ctx, { idx }) => {
    const { terms } = await methodOf(ctx, 'withdrawal', idx)
    await assertMayWithdraw(ctx.store, ctx, BigInt(terms.min))
    const { cash } = await purseOf(ctx.store, ctx.member.id)
    if (cash < BigInt(terms.min)) throw refuse('balance')
    return { status: 'success', launcherUrl: await launched(ctx, 'withdrawal', idx) }
  },
} satisfies Partial<Handlers>

/** The payment page, authorized by the token in its path; no cookie is read. */
export const pages: Record<string, Page> = {
  pay: async (ctx, request, rest) => {
    const launch = hasSandbox(ctx) ? await launchOf(ctx, rest) : undefined
    const language = languageOf(request, launch?.language)
    const text = payWords(language)
    if (!launch) return plainPage({ language, status: 404, title: text.unknownTitle, says: text.unknown })

    const method = await findMethod(ctx, launch.kind, launch.payment_idx)
    const seen = await movementOf(ctx, launch)
    const over = seen !== undefined && seen.state !== 'wait'
    const begun = launch.kind === 'withdrawal' && seen !== undefined
    if (over || begun) return request.method === 'POST' ? seeOther(sameAddress(request)) : paidPage(language, seen)
    if (launch.left_at) return request.method === 'POST' ? seeOther(sameAddress(request)) : leftPage(language)
    if (launch.ends_at <= ctx.now() || !method) {
      return plainPage({ language, status: 410, title: text.endedTitle, says: text.ended })
    }

    if (request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'POST') {
      const refused = plainPage({ language, status: 405, title: text.methodTitle, says: text.method })
      refused.headers.set('allow', 'GET, HEAD, POST')
      return refused
    }
    const form = request.method === 'POST' ? await formOf(request) : undefined
    if (form?.get('intent') === 'leave') {
      await giveUp(ctx, launch, seen)
      return seeOther(sameAddress(request))
    }
    if (form && form.get('intent') === 'confirm') {
      const trouble = seen ? await report(ctx, seen, 'paid') : await withdraw(ctx, launch, method, form)
      if (!trouble) return seeOther(sameAddress(request))
      return shown(trouble, form.get('balance') ?? '')
    }
    return shown(request.method === 'POST' ? { status: 422, field: 'page', says: 'malformed' } : undefined, '')

    async function shown(trouble: Trouble | undefined, typed: string): Promise<Response> {
      if (!launch || !method) throw new Error('the launch was found above')
      if (seen) return depositPage({ language, name: method.name, movement: seen, trouble })
      const { cash } = await purseOf(ctx.store, launch.member_id)
      return withdrawalPage({ language, ...method, cashWon: Number(cash), typed, trouble })
    }
  },
}

/** Cancels payment deposits that were not paid within 12 hours. */
export async function cancelUnpaid(ctx: HouseContext): Promise<void> {
  const unpaid = await ctx.store.query<{ id: bigint }>(
    `select id from movements where state = 'wait' and kind = 'deposit' and method = 'payment' and applied_at <= $1
      order by applied_at limit 100`,
    [new Date(ctx.now().getTime() - LAUNCH_MS)],
  )
  for (const { id } of unpaid) await settle(ctx, id, 'cansel', 'payment')
}

async function offered(ctx: HouseContext, kind: Kind) {
  const methods = await methodsOf(ctx)
  return methods.flatMap(({ idx, name, [kind]: terms }) => (terms ? [{ idx, name, ...terms }] : []))
}

/** Payment methods; none with real money, because they are a sandbox. */
async function methodsOf(ctx: HouseContext): Promise<readonly PaymentMethod[]> {
  return hasSandbox(ctx) ? paymentList(ctx.options.paymentsFile) : []
}

async function findMethod(ctx: HouseContext, kind: Kind, idx: ForeignId) {
  const method = (await methodsOf(ctx)).find((one) => String(one.idx) === String(idx))
  const terms = method?.[kind]
  return method && terms ? { name: method.name, terms } : undefined
}

/** Finds a payment method with terms for the kind. @throws Refused `not_found` */
async function methodOf(ctx: HouseContext, kind: Kind, idx: ForeignId): Promise<{ name: string; terms: Terms }> {
  const method = await findMethod(ctx, kind, idx)
  if (!method) throw refuse('not_found')
  return method
}

/** Creates a payment page and returns its path. */
async function launched(ctx: MemberContext, kind: Kind, idx: ForeignId, movement?: bigint): Promise<string> {
  const token = newToken()
  const now = ctx.now()
  await ctx.store.query(
    `insert into payment_launches (token_hash, member_id, kind, payment_idx, movement_id, language, made_at, ends_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tokenHash(token),
      ctx.member.id,
      kind,
      String(idx),
      movement ?? null,
      inKorean(ctx.language) ? 'ko' : 'en',
      now,
      new Date(now.getTime() + LAUNCH_MS),
    ],
  )
  return `/house/pay/${token}`
}

type Launch = {
  id: bigint
  member_id: MemberId
  kind: Kind
  payment_idx: string
  movement_id: bigint | null
  language: Language
  left_at: Date | null
  ends_at: Date
}

async function launchOf({ store }: HouseContext, token: string): Promise<Launch | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const [launch] = await store.query<Launch>(
    `select id, member_id, kind, payment_idx, movement_id, language, left_at, ends_at
      from payment_launches where token_hash = $1`,
    [tokenHash(token)],
  )
  return launch
}

async function movementOf({ store }: HouseContext, launch: Launch): Promise<PaidMovement | undefined> {
  if (launch.movement_id === null) return undefined
  const [row] = await store.query<{ state: PaidMovement['state']; won: bigint; fee: bigint }>(
    'select state, won, fee from movements where id = $1',
    [launch.movement_id],
  )
  return (
    row && { id: launch.movement_id, kind: launch.kind, state: row.state, won: Number(row.won), fee: Number(row.fee) }
  )
}

/**
 * Sends the payment service's callback about a deposit. Its id makes it idempotent, however often and on however many
 * pages the payer submits. A deposit that would take cash past its maximum is cancelled.
 */
async function report(ctx: HouseContext, { id, won }: PaidMovement, type: PaymentMessage['type']): Promise<undefined> {
  await tell(ctx, { type, provider: paymentSender, id: `${id}-${type}`, deposit: String(id), won })
}

/** Leaves the payment page: cancels its deposit, or closes the page of a withdrawal. */
async function giveUp(ctx: HouseContext, launch: Launch, deposit: PaidMovement | undefined): Promise<void> {
  if (deposit) return report(ctx, deposit, 'refused')
  await ctx.store.query(
    'update payment_launches set left_at = coalesce(left_at, $2) where id = $1 and movement_id is null',
    [launch.id, ctx.now()],
  )
}

/**
 * Requests the withdrawal that the form names, at most one for each launch; it is approved like one by bank.
 *
 * @returns the form's error, or undefined when the withdrawal was requested.
 */
async function withdraw(
  ctx: HouseContext,
  launch: Launch,
  { terms }: { terms: Terms },
  form: URLSearchParams,
): Promise<Trouble | undefined> {
  const won = parseAmount(form.get('balance') ?? '') ?? 0
  if (won % 10_000 !== 0) return { status: 422, field: 'balance', says: 'multiple' }
  if (won < terms.min) return { status: 422, field: 'balance', says: 'least' }
  if (won > terms.max) return { status: 422, field: 'balance', says: 'most' }
  const forMember = { ...ctx, member: { id: launch.member_id } }
  try {
    if (!(await checkPassword(ctx, launch.member_id, 'exchange', form.get('exchange_pw') ?? undefined))) {
      return { status: 422, field: 'exchange_pw', says: 'password' }
    }
    await ctx.store.tx(async (sql) => {
      const [now] = await sql.query<{ movement_id: bigint | null; left_at: Date | null }>(
        'select movement_id, left_at from payment_launches where id = $1 for no key update',
        [launch.id],
      )
      if (now?.movement_id !== null || now.left_at !== null) return
      await lockPurse(sql, launch.member_id)
      await assertMayWithdraw(sql, forMember, BigInt(won))
      const id = await applyWithdrawal(sql, forMember, {
        won: BigInt(won),
        fee: BigInt(terms.fee),
        method: 'payment',
        paymentIdx: launch.payment_idx,
        dueAt: dueAt(ctx),
      })
      await sql.query('update payment_launches set movement_id = $2 where id = $1', [launch.id, id])
    })
    return undefined
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { status } = error.answer
    if (status === 'limited') return { status: 429, field: 'page', says: 'tries', headers: error.headers }
    if (status === 'balance') return { status: 409, field: 'balance', says: 'tooLittle' }
    return status === 'limit'
      ? { status: 409, field: 'balance', says: 'dayMost' }
      : { status: 409, field: 'page', says: 'wait' }
  }
}
