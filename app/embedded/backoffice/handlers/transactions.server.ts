import { seoulDayBounds } from '~/values/seoul'
import { readStatus, stored } from '~/values/status'
import { isClaimed } from '~/values/transaction'
import { autoApprovalMs, Refused } from '../../context.server'
import type { MemberId, TransactionKind } from '../../ledger/entries'
import { memberLanguageSql } from '../../member-language'
import { answerAccountSql } from '../../messages/inquiries.server'
import type { Sql } from '../../store/store.server'
import { awaitsPayment, insertTransaction } from '../../transactions/apply.server'
import { accountBefore, accountWhenSettled } from '../../transactions/history.server'
import { type SettledState, settleTransactionInTx } from '../../transactions/settle.server'
import { formatTransactionNumber } from '../../transactions/transaction-number'
import { withdrawalHoldBeganAt } from '../../transactions/withdrawal-holds.server'
import { holdTag } from '../commands/fields'
import type { CommandResult } from '../commands/table'
import { extendFirstApproval, listFirstApprovals } from '../first-approvals.server'
import type { BackofficeContext, BackofficeHandlers } from '../handler'
import { accountSentAt, entriesFrom, isNamedLike, listStaff, openAccountRequest, tagsColumn } from '../member-queries'
import { noSigns, signsOf } from '../payment-signs.server'
import { invalidField, selectPage, selectRow, wonToJson } from '../queries'

type Clock = Pick<BackofficeContext, 'now'>
type Transaction = CommandResult<'approve'>['movement']
type TransactionRow = Omit<Transaction, 'number'> & { endsOnRequest: boolean | null }

const orders = {
  oldest: 'at, m.id',
  newest: 'at desc, m.id desc',
  largest: 'm.won desc, m.id desc',
  smallest: 'm.won, m.id',
}

type Target = { kind: TransactionKind; id: bigint }

export const handlers = {
  movements: async (ctx, { kind, state, member, name, settledBy, ids: only, order: wanted, ...asked }) => {
    const { atLeast, atMost, page, size, ...range } = asked
    const isSettled = state === stored.done || state === stored.cancelled
    const at = isSettled ? 'm.settled_at' : 'm.applied_at'
    const where = `m.kind = $1 and ($2 = 'all' or m.state = $2) and ($3::text is null or u.user_id = $3)
      and ($4::timestamptz is null or ${at} >= $4) and ($5::timestamptz is null or ${at} < $5)
      and ($6::bigint is null or m.won >= $6) and ($7::bigint is null or m.won <= $7)
      and ($8::bigint[] is null or m.id = any($8)) and ($9::text is null or m.settled_by = $9)
      and ($10::text is null or ${isNamedLike('$10')})`
    const values = [
      ...[kind, state, member ?? null, ...seoulDayBounds(range), atLeast ?? null, atMost ?? null, only ?? null],
      ...[settledBy ?? null, name ?? null],
    ]
    const isSummed = `$2 = '${stored.cancelled}' or m.state <> '${stored.cancelled}'`
    const total = `select coalesce(sum(m.won) filter (where ${isSummed}), 0)::bigint as sum
      from ${transactionsFrom} where ${where}`
    const [all] = await ctx.store.query<{ sum: bigint }>(total, values)
    const usual = orders[wanted ?? (state === stored.pending ? 'oldest' : 'newest')].replace(/^at\b/, at)
    const order = member && !wanted ? `m.state <> '${stored.pending}', ${usual}` : usual
    const list = { columns: transactionColumns, from: transactionsFrom, where, values, order }
    const { rows, ...counts } = await selectPage<TransactionRow>(ctx.store, { page, size }, list)
    const transactions = rows.map((row) => transactionOf(ctx, row))
    const ids = transactions.map(({ id }) => id)
    const approvals = await firstApprovalsOf(ctx, ids)
    const isPending = (row: Transaction) => row.state === stored.pending
    const pending = transactions.filter(isPending)
    const signs = await signsOf(ctx, pending, kind === 'withdrawal' ? pending : [])
    return {
      ...counts,
      rows: transactions.map((row) => ({
        ...row,
        firstApprovals: approvals.filter(({ number }) => number === row.number),
        signs: (isPending(row) && signs.get(row.member)) || null,
      })),
      settlers: [...(await listStaff(ctx.store)), 'play', 'payment', 'member'],
      sum: wonToJson(all?.sum ?? 0n),
      approvalMs: autoApprovalMs(ctx),
    }
  },

  movement: async (ctx, { number: id }) => {
    const transaction = await findTransactionRow(ctx.store, ctx, id)
    const causes = ['deposit', 'withdrawal', 'withdrawal_returned']
    const ofTransaction = `select e.after from ${entriesFrom}
      where t.cause = any($1) and t.cause_id = $2 and a.kind = 'cash' order by e.id desc limit 1`
    const [entry] = await ctx.store.query<{ after: bigint }>(ofTransaction, [causes, transaction.id])
    const ofMember = `select ${memberLanguageSql('members.id')} as language,
        (select contents from internal_notes where member_id = members.id order by id desc limit 1) as note,
        (select ${answerAccountSql('h')} from help_requests h where $2 and h.member_id = members.id
          and account_request_id is not null order by h.id desc limit 1) as "answerAccount"
      from members where user_id = $1`
    type About = Pick<CommandResult<'movement'>, 'language' | 'note' | 'answerAccount'>
    const isBankDeposit = transaction.kind === 'deposit' && transaction.method === 'bank'
    const about = await selectRow<About>(ctx.store, ofMember, [transaction.member, isBankDeposit])
    const signs = (await signsOf(ctx, [transaction])).get(transaction.member) ?? noSigns
    const firstApprovals = await firstApprovalsOf(ctx, [transaction.id])
    return { movement: transaction, after: entry ? wonToJson(entry.after) : null, ...about, ...signs, firstApprovals }
  },

  approve: (ctx, payload, sql) => approveOrCancel(ctx, sql, { ...payload, to: 'done', act: 'approve' }),
  /** @throws Refused as `approve` is, or with `told` if it was cancelled with a different message to the member */
  cancel: async (ctx, { tell, ...payload }, sql) => {
    const result = await approveOrCancel(ctx, sql, { ...payload, to: 'cancelled', unpaid: false })
    if (tell === undefined || tell === result.movement.told) return result
    if (!result.changed) throw new Refused({ status: 'told', movement: result.movement }, 409)
    await tellMember(sql, payload.id, tell)
    return { ...result, movement: await findTransactionRow(sql, ctx, payload.id) }
  },

  /** @throws Refused `not_found`; `ended`; `claimed`, unless a reason is given; `on_hold`; `own_approval` */
  claim: (ctx, payload, sql) => setClaim(ctx, sql, payload, ctx.operator.name),
  release: (ctx, payload, sql) => setClaim(ctx, sql, payload, null),

  /** @throws Refused `not_found`; `ended`; `by_page` for payment pages; `limit` if the balance would be too large */
  credit: async (ctx, { id, won, tell }, sql) => {
    const lock = `select member_id, method, won, applied_at as "appliedAt" from movements
      where id = $1 and kind = 'deposit' for no key update`
    const [asked] = await sql.query<{ member_id: MemberId; method: string; won: bigint; appliedAt: Date }>(lock, [id])
    if (!asked) throw new Refused({ status: 'not_found' }, 404)
    if (asked.method !== 'bank') throw new Refused({ status: 'by_page' }, 409)
    if (asked.won === BigInt(won)) throw invalidField('won', 'an amount other than the requested one')
    const settle = { kind: 'deposit', unpaid: false, act: 'credit', won } as const
    const cancelled = await approveOrCancel(ctx, sql, { ...settle, id, to: 'cancelled' })
    if (!cancelled.changed) throw new Refused({ status: 'ended', movement: cancelled.movement }, 409)
    // Received money is always credited. It counts toward the member's limits but can't be refused because of them.
    const code = `paid ${won} for ${id}`
    const credited = { won: BigInt(won), method: 'bank', code, dueAt: null, appliedAt: asked.appliedAt } as const
    const made = await insertTransaction(sql, { ...ctx, member: { id: asked.member_id } }, 'deposit', credited)
    await approveOrCancel(ctx, sql, { ...settle, id: made, to: 'done' })
    for (const transaction of [id, made]) await tellMember(sql, transaction, tell)
    // Only the credited deposit notifies the member. The cancelled one counts as seen.
    await sql.query('update movements set seen_at = $2 where id = $1', [id, ctx.now()])
    await sql.query('delete from notes where movement_id = $1', [id])
    return { movement: await findTransactionRow(sql, ctx, id), credited: await findTransactionRow(sql, ctx, made) }
  },
} satisfies BackofficeHandlers

export async function firstApprovalsOf(ctx: Clock & { store: Sql }, transactions: readonly string[]) {
  const { rows } = await listFirstApprovals(ctx, { transactions, page: 1, size: 1_000 })
  return rows
}

async function tellMember(sql: Sql, id: bigint, text: string): Promise<void> {
  await sql.query('update movements set desk_reason = $2 where id = $1', [id, text])
}

type Settling = Target & { to: SettledState; unpaid: boolean; onlyClaimed?: boolean } & {
  act?: 'approve' | 'credit'
  won?: number
}

/** @throws Refused `not_found`; `claimed`; `unclaimed`; `ended` if settled differently; `on_hold`; `unpaid`; `limit` */
async function approveOrCancel(ctx: BackofficeContext, sql: Sql, target: Settling): Promise<CommandResult<'approve'>> {
  const { id, to } = target
  const before = await lockTransaction(ctx, sql, target)
  // A claim does not block another's second approval of the same command and amount, unless the claimer may be paying.
  const firsts =
    before.claimed || target.onlyClaimed ? await firstApprovalsOf({ ...ctx, store: sql }, [String(id)]) : []
  const isSecond = firsts.some(
    ({ act, request, by }) => act === target.act && request.won === target.won && by !== ctx.operator.name,
  )
  if (before.claimed && !(isSecond && target.kind === 'deposit'))
    throw new Refused({ status: 'claimed', ...before.claimed }, 409)
  const isPending = readStatus(before.state) === 'pending'
  // A first approval needs no claim, because the second person claims the withdrawal and sends the money.
  const isFirst = !isSecond && before.won >= (ctx.options.secondPersonFrom ?? Number.POSITIVE_INFINITY)
  if (isPending && to === 'done' && before.isOnHold) throw new Refused({ status: 'on_hold' }, 409)
  if (isPending && target.onlyClaimed && !before.isOwn && !isFirst) throw new Refused({ status: 'unclaimed' }, 409)
  if (isPending && to === 'done' && before.awaitsPayment && !target.unpaid) throw new Refused({ status: 'unpaid' }, 409)
  const state = await settleTransactionInTx(sql, ctx, { id, to, by: ctx.operator.name })
  const transaction = await findTransactionRow(sql, ctx, id)
  // A deposit that is too large was cancelled. This refusal rolls the cancellation back.
  if (isPending && state !== to) throw new Refused({ status: 'limit' }, 409)
  if (state !== to) throw new Refused({ status: 'ended', movement: transaction }, 409)
  return { changed: isPending, movement: transaction }
}

type Locked = Claimed & { awaitsPayment: boolean; isOnHold: boolean; won: bigint }

async function lockTransaction({ now, operator }: BackofficeContext, sql: Sql, { kind, id }: Target) {
  const lock = `select state, ${awaitsPayment} as "awaitsPayment", won, claimed_by as "claimedBy", claimed_at as "claimedAt",
      '${holdTag}' in (select tag from member_tags t where t.member_id = movements.member_id) as "isOnHold"
    from movements where id = $1 and kind = $2 for no key update`
  const row = await selectRow<Locked>(sql, lock, [id, kind])
  const { claimedBy: by, claimedAt: at } = runningClaim(row, now())
  const isOwn = by === operator.name
  return { ...row, isOwn, claimed: by === null || isOwn ? undefined : { by, at } }
}

type Claimed = Pick<Transaction, 'state' | 'claimedBy' | 'claimedAt'>

/** Returns the claim on a pending transaction. All fields are null if no claim is active. */
export function runningClaim({ state, claimedBy, claimedAt }: Claimed, now: Date) {
  const runs = state === stored.pending && isClaimed(claimedAt, now)
  return runs ? { claimedBy, claimedAt } : { claimedBy: null, claimedAt: null }
}

type Claim = Target & { reason?: string | undefined }

async function setClaim(ctx: BackofficeContext, sql: Sql, { reason, ...target }: Claim, by: string | null) {
  const { state, claimed, isOwn, isOnHold } = await lockTransaction(ctx, sql, target)
  if (state !== stored.pending)
    throw new Refused({ status: 'ended', movement: await findTransactionRow(sql, ctx, target.id) }, 409)
  if (by && isOnHold) throw new Refused({ status: 'on_hold' }, 409)
  if (claimed && reason === undefined) throw new Refused({ status: 'claimed', ...claimed }, 409)
  const firsts = by ? await firstApprovalsOf({ ...ctx, store: sql }, [String(target.id)]) : []
  if (firsts.some((first) => first.by === by)) throw new Refused({ status: 'own_approval' }, 409)
  const values = [target.id, by, by && ctx.now()]
  await sql.query('update movements set claimed_by = $2, claimed_at = $3 where id = $1', values)
  if (by) await extendFirstApproval(sql, ctx.now(), target.id)
  const movement = await findTransactionRow(sql, ctx, target.id)
  return { movement, takenFrom: claimed?.by ?? null, ...(by && isOwn && { extended: true as const }) }
}

export async function findTransactionRow(sql: Sql, ctx: Clock, id: bigint): Promise<Transaction> {
  const select = `select ${transactionColumns} from ${transactionsFrom} where m.id = $1`
  return transactionOf(ctx, await selectRow<TransactionRow>(sql, select, [id]))
}

function transactionOf({ now }: Clock, { endsOnRequest, ...row }: TransactionRow): Transaction {
  const running = { ...runningEnds({ ...row, endsOnRequest }, now()), ...runningClaim(row, now()) }
  return { ...row, ...running, number: formatTransactionNumber(BigInt(row.id)) }
}

type Ends = Pick<TransactionRow, 'breakUntil' | 'excludedUntil' | 'endsOnRequest'>

/** Returns the ends (ISO 8601) of an active break and self-exclusion, or null. */
export function runningEnds({ breakUntil, excludedUntil, endsOnRequest }: Ends, now: Date) {
  const running = (until: string | null) => (until !== null && Date.parse(until) > now.getTime() ? until : null)
  return { breakUntil: running(breakUntil), excludedUntil: endsOnRequest ? excludedUntil : running(excludedUntil) }
}

export const transactionsFrom = `movements m join members u on u.id = m.member_id
  join accounts a on a.member_id = u.id and a.kind = 'cash'
  left join play_limits l on l.member_id = u.id`

/** SQL: the number of the member's (u) deposits of this amount, pending or of the last 24 hours. Null if there is one. */
export const sameWonColumn = `case when m.kind = 'deposit' and m.state = '${stored.pending}' then
  (select nullif(count(*), 1)::integer from (
    select from movements where member_id = u.id and kind = 'deposit' and state = '${stored.pending}' and won = m.won
    union all select from movements where member_id = u.id and kind = 'deposit' and state = '${stored.done}'
      and won = m.won and applied_at > m.applied_at - interval '24 hours') same) end`

const ofBankDeposit = (column: string) =>
  `case when m.kind = 'deposit' and m.method = 'bank' and m.state = '${stored.pending}' then ${column} end`

const dayBefore = "m.applied_at - interval '1 day'"

/** SQL: a value if the member's (u) bank account has changed since the day before the request. The payer may use the old one. */
const sinceBankChange = (value: string) => `case when u.bank_changed_at >= ${dayBefore} then ${value} end`

/** SQL: who gave the first of two approvals. The second one is logged right after the transaction is settled. */
const firstApprovedBy = `case when m.state = '${stored.done}' then (
  select result ->> 'firstApproval' from desk_acts where act in ('approve', 'credit') and not rehearsed
    and result ->> 'status' = 'success' and who = m.settled_by and member_ids @> array[u.id]
    and made_at >= m.settled_at order by made_at, desk_acts.id limit 1) end`

export const bankChangedColumn = `${ofBankDeposit(sinceBankChange('u.bank_changed_at'))} as "bankChangedAt"`

/** SQL: the deposit of the received amount that was credited in place of a cancelled one (m). */
export const creditedInstead = `movements own where own.kind = m.kind and own.member_id = m.member_id
  and own.state = '${stored.done}' and own.code like 'paid % ' || m.id`

const transactionColumns = `m.id::text as id, m.kind, u.user_id as member, u.nick, m.won, m.fee, m.method,
  m.payment_idx as "paymentIdx", substring(m.code from '^paid .* (\\d+)$') as "paidFor",
  case when m.state = '${stored.cancelled}' and m.method = 'bank' then (select own.won from ${creditedInstead}) end as "creditedWon",
  m.state, m.applied_at as "appliedAt", m.due_at as "dueAt", m.settled_at as "settledAt", m.settled_by as "settledBy", ${firstApprovedBy} as "firstApprovedBy",
  m.claimed_by as "claimedBy", m.claimed_at as "claimedAt", m.desk_reason as told, a.balance as cash,
  case when m.kind = 'withdrawal' and m.settled_at is null then ${withdrawalHoldBeganAt} end as "accountChangedAt", l.break_until as "breakUntil", l.excluded_until as "excludedUntil",
  l.ends_on_request as "endsOnRequest", u.closed_at as "memberClosedAt", ${sameWonColumn} as "sameWon",
  case when m.kind = 'deposit' and m.method = 'payment' then null else ${accountWhenSettled('m')} end as bank,
  ${tagsColumn('u.id')} as tags,
  ${ofBankDeposit(`${openAccountRequest('u.id')}::text`)} as "accountRequest",
  ${ofBankDeposit(accountSentAt('m.applied_at'))} as "accountSentAt",
  ${bankChangedColumn},
  ${ofBankDeposit(sinceBankChange(accountBefore(dayBefore)))} as "bankBefore"`
