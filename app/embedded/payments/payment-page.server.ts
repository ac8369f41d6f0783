import { createHmac } from 'node:crypto'
import { amountStep, readAmount } from '~/values/amount'
import { seeOther } from '~/values/request'
import { readStatus, type StoredState } from '~/values/status'
import { paymentPageLifetimeMs } from '~/values/transaction'
import { type PaymentCallback, paymentServiceCode, sendCallback } from '../callbacks/callback.server'
import {
  autoApprovalAt,
  type EmbeddedContext,
  type MemberContext,
  type PageHandler,
  Refused,
  usesPlayMoney,
} from '../context.server'
import type { MemberId, TransactionKind } from '../ledger/entries'
import { balancesOf, lockBalances } from '../ledger/ledger.server'
import { findDueRealityCheck, findPlayLimitRefusal } from '../limits/play.server'
import { findExclusion } from '../limits/stored-limits.server'
import { type Language, languageFor } from '../member-language'
import { isClosed } from '../members/logins.server'
import { checkPassword } from '../members/passwords.server'
import { createToken, getOrCreateSecret, hashToken } from '../members/secrets.server'
import {
  currentHref,
  languageQuery,
  localeOf,
  messagePage,
  methodNotAllowedPage,
  readFormFields,
  type SandboxPage,
} from '../sandbox/html-page'
import {
  cancelledWithdrawalPage,
  depositPage,
  excludedDepositPage,
  hrefAfterLeaving,
  hrefToLeave,
  leaveDepositPage,
  type PaymentFormError,
  type PaymentTransaction,
  transactionStatePage,
  withdrawalPage,
} from '../sandbox/payment-pages'
import { applyWithdrawal, assertMayWithdraw } from '../transactions/apply.server'
import { shownReason } from '../transactions/cancel-reasons'
import { findMethod, type PaymentTerms, servicePage } from './methods.server'

export const pageHandlers: Record<string, PageHandler> = {
  'sandbox/pay': async (ctx, request, rest) => {
    const launch = usesPlayMoney(ctx) ? await findPaymentLaunch(ctx, rest) : undefined
    const locale = localeOf(request, launch?.language)
    if (!launch) return messagePage({ locale, status: 404, title: 'pay.unknown.title', text: 'pay.unknown.text' })

    const method = findMethod({ ...ctx, language: locale }, launch.kind, launch.payment_idx)
    const transaction = await findTransactionRow(ctx, launch)
    const isSettled = transaction !== undefined && transaction.state !== 'pending'
    const isRequested = launch.kind === 'withdrawal' && transaction !== undefined
    if (isSettled || isRequested)
      return request.method === 'POST'
        ? seeOther(currentHref(request))
        : transactionStatePage(locale, transaction, await mayInviteToPlay(ctx, launch, transaction))
    if (launch.left_at)
      return request.method === 'POST' ? seeOther(currentHref(request)) : cancelledWithdrawalPage(locale)
    if (launch.ends_at <= ctx.now() || !method) {
      return messagePage({ locale, status: 410, title: 'pay.ended.title', text: 'pay.ended.text' })
    }

    if (request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'POST')
      return methodNotAllowedPage(locale, 'pay.method')
    const form = request.method === 'POST' ? await readFormFields(request) : undefined
    if (form?.get('intent') === 'leave') {
      await leavePage(ctx, launch, transaction)
      const left = transaction && (await findTransactionRow(ctx, launch))
      return seeOther(left?.state === 'cancelled' ? hrefAfterLeaving(left, launch.payment_idx) : currentHref(request))
    }
    if (transaction && (await findExclusion(ctx.store, ctx, launch.member_id)))
      return excludedDepositPage(locale, transaction, launch.ends_at)
    if (form && form.get('intent') === 'confirm') {
      const trouble = transaction
        ? await reportPayment(ctx, transaction, 'paid')
        : await requestWithdrawal(ctx, launch, method, form)
      if (!trouble) return seeOther(currentHref(request))
      return renderForm(trouble, form.get('balance') ?? '')
    }
    if (transaction && !form && new URL(request.url).searchParams.has('leave'))
      return leaveDepositPage(locale, transaction, currentHref(request))
    return renderForm(form && { status: 422, field: 'page', message: 'pay.error.malformed' }, '')

    async function renderForm(formError: PaymentFormError | undefined, enteredAmount: string): Promise<SandboxPage> {
      if (!launch || !method) throw new Error('payment page: its launch or method is gone')
      const { ends_at: endsAt } = launch
      if (transaction)
        return depositPage({ locale, name: method.name, href: currentHref(request), transaction, endsAt, formError })
      const { cash } = await balancesOf(ctx.store, launch.member_id)
      return withdrawalPage({ locale, ...method, cashWon: Number(cash), enteredAmount, formError })
    }
  },
}

/** Returns whether the page of a credited deposit may invite the member to play. */
async function mayInviteToPlay(ctx: EmbeddedContext, launch: PaymentLaunch, { kind, state }: PaymentTransaction) {
  const member = { ...ctx, member: { id: launch.member_id } }
  if (kind !== 'deposit' || state !== 'done' || (await findExclusion(ctx.store, ctx, launch.member_id))) return false
  const refusal = (await findPlayLimitRefusal(ctx.store, member, 1n)) ?? (await findDueRealityCheck(ctx.store, member))
  return refusal === undefined
}

async function depositTokens({ store, now }: EmbeddedContext): Promise<(transaction: bigint) => string> {
  const secret = await getOrCreateSecret(store, 'payment pages', now())
  return (transaction) => createHmac('sha256', secret).update(`deposit ${transaction}`).digest('base64url')
}

/** `cancelHref` is the page where the member can cancel the deposit. Only the sandbox's payment pages have one. */
export type OpenPage = { href: string; cancelHref?: string; endsAt: Date }

/** Returns the open payment pages and when they expire, keyed by deposit id. @param deposits the unpaid deposits */
export async function findDepositPages(
  ctx: EmbeddedContext,
  deposits: readonly { id: bigint; won: bigint; payment_idx: string | null; applied_at: Date }[],
): Promise<ReadonlyMap<bigint, OpenPage>> {
  const found = new Map<bigint, OpenPage>()
  for (const deposit of deposits) {
    const href = servicePage(ctx, deposit)
    const endsAt = new Date(deposit.applied_at.getTime() + paymentPageLifetimeMs)
    if (href && endsAt > ctx.now()) found.set(deposit.id, { href, endsAt })
  }
  if (deposits.length === found.size || !usesPlayMoney(ctx)) return found
  const tokenOf = await depositTokens(ctx)
  const tokens = new Map(deposits.map(({ id }) => tokenOf(id)).map((token) => [hashToken(token), token]))
  const pages = await ctx.store.query<{ token_hash: string; movement_id: bigint; language: string; ends_at: Date }>(
    'select token_hash, movement_id, language, ends_at from payment_launches where token_hash = any($1::text[]) and ends_at > $2',
    [[...tokens.keys()], ctx.now()],
  )
  for (const { token_hash, movement_id, language, ends_at } of pages) {
    const href = pageHref(ctx, tokens.get(token_hash) ?? '', language)
    found.set(movement_id, { href, cancelHref: hrefToLeave(href), endsAt: ends_at })
  }
  return found
}

function pageHref(ctx: EmbeddedContext, token: string, storedLanguage?: string): string {
  return `${ctx.options.pageOrigin ?? ''}/sandbox/pay/${token}${languageQuery(ctx.language, storedLanguage)}`
}

export async function openPaymentPage(
  ctx: MemberContext,
  kind: TransactionKind,
  idx: string | number,
  transaction?: bigint,
): Promise<string> {
  const token = transaction === undefined ? createToken() : (await depositTokens(ctx))(transaction)
  const now = ctx.now()
  const insert = `insert into payment_launches
      (token_hash, member_id, kind, payment_idx, movement_id, language, made_at, ends_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (token_hash) do nothing`
  const about = [ctx.member.id, kind, String(idx), transaction ?? null, languageFor(ctx.language)]
  const endsAt = new Date(now.getTime() + paymentPageLifetimeMs)
  await ctx.store.query(insert, [hashToken(token), ...about, now, endsAt])
  return pageHref(ctx, token)
}

type PaymentLaunch = {
  id: bigint
  member_id: MemberId
  kind: TransactionKind
  payment_idx: string
  movement_id: bigint | null
  language: Language
  left_at: Date | null
  ends_at: Date
}

async function findPaymentLaunch({ store }: EmbeddedContext, token: string): Promise<PaymentLaunch | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const [launch] = await store.query<PaymentLaunch>(
    // Payment pages of a closed account count as expired, even if they were opened during the closure.
    `select l.id, member_id, kind, payment_idx, movement_id, language, left_at,
            case when closed_at is null then ends_at else made_at end as ends_at
       from payment_launches l join members m on m.id = member_id where token_hash = $1`,
    [hashToken(token)],
  )
  return launch
}

/** SQL: whether the latest entry of the member's cash and in-game money is from this deposit or withdrawal. */
const isLatest = `(select t.cause_id = movements.id::text and t.cause in ('deposit', 'withdrawal', 'withdrawal_returned')
  from entries e join transfers t on t.id = e.transfer_id
  where e.id = (select max((select max(id) from entries where account_id = a.id)) from accounts a
    where a.member_id = movements.member_id and a.kind in ('cash', 'game')))`

async function findTransactionRow({ store }: EmbeddedContext, launch: PaymentLaunch) {
  if (launch.movement_id === null) return undefined
  type Shown = Pick<PaymentTransaction, 'reason' | 'isBalanceUnchanged' | 'appliedAt'>
  const select = `select state, ${shownReason}, won, fee, applied_at as "appliedAt",
      coalesce(${isLatest}, false) as "isBalanceUnchanged" from movements where id = $1`
  const [row] = await store.query<Shown & { state: StoredState; won: bigint; fee: bigint }>(select, [
    launch.movement_id,
  ])
  if (!row) return undefined
  const { cash, game } = await balancesOf(store, launch.member_id)
  return {
    ...{ ...row, id: launch.movement_id, kind: launch.kind, state: readStatus(row.state) },
    ...{ won: Number(row.won), fee: Number(row.fee), balanceWon: Number(cash + game) },
  }
}

async function reportPayment(ctx: EmbeddedContext, { id, won }: PaymentTransaction, type: PaymentCallback['type']) {
  await sendCallback(ctx, { type, provider: paymentServiceCode, id: `${id}-${type}`, deposit: String(id), won })
}

async function leavePage(ctx: EmbeddedContext, launch: PaymentLaunch, deposit?: PaymentTransaction): Promise<void> {
  if (deposit) return reportPayment(ctx, deposit, 'refused')
  await ctx.store.query(
    'update payment_launches set left_at = coalesce(left_at, $2) where id = $1 and movement_id is null',
    [launch.id, ctx.now()],
  )
}

/** Requests the withdrawal in the form, at most once per launch. */
async function requestWithdrawal(
  ctx: EmbeddedContext,
  launch: PaymentLaunch,
  { terms }: { terms: PaymentTerms },
  form: URLSearchParams,
): Promise<PaymentFormError | undefined> {
  const won = readAmount(form.get('balance') ?? '') ?? 0
  if (typeof won === 'string') return { status: 422, field: 'balance', message: 'pay.error.unreadable' }
  if (won % amountStep !== 0) return { status: 422, field: 'balance', message: 'pay.error.multiple' }
  if (won < terms.min) return { status: 422, field: 'balance', message: 'pay.error.least' }
  if (won > terms.max) return { status: 422, field: 'balance', message: 'pay.error.most' }
  const forMember = { ...ctx, member: { id: launch.member_id } }
  try {
    if (!(await checkPassword(ctx, launch.member_id, 'exchange', form.get('exchange_pw') ?? undefined))) {
      return { status: 422, field: 'exchange_pw', message: 'pay.error.password' }
    }
    await ctx.store.tx(async (sql) => {
      // To prevent deadlocks, the balances are always locked before the launch.
      await lockBalances(sql, launch.member_id)
      const lockLaunch = 'select movement_id, left_at from payment_launches where id = $1 for no key update'
      const [now] = await sql.query<{ movement_id: bigint | null; left_at: Date | null }>(lockLaunch, [launch.id])
      if (now?.movement_id !== null || now.left_at !== null || (await isClosed(sql, launch.member_id))) return
      await assertMayWithdraw(sql, forMember, BigInt(won))
      const id = await applyWithdrawal(sql, forMember, {
        won: BigInt(won),
        fee: BigInt(terms.fee),
        method: 'payment',
        paymentIdx: launch.payment_idx,
        dueAt: autoApprovalAt(ctx),
      })
      await sql.query('update payment_launches set movement_id = $2 where id = $1', [launch.id, id])
    })
    return undefined
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { status } = error.body
    if (status === 'limited') return { status: 429, field: 'page', message: 'pay.error.tries', headers: error.headers }
    if (status === 'balance') return { status: 409, field: 'balance', message: 'pay.error.tooLittle' }
    return status === 'limit'
      ? { status: 409, field: 'balance', message: 'pay.error.dayMost' }
      : { status: 409, field: 'page', message: 'pay.error.wait' }
  }
}
