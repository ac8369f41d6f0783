import { LRUCache } from 'lru-cache'
import { bcp47 } from '~/i18n/locale'
import { rowsPerPage } from '~/upstream/contract/call'
import { maxUsualSeconds } from '~/upstream/contract/calls/money'
import { bankName, maskAccountNumber } from '~/values/banks'
import { days, minutes } from '~/values/durations'
import { memoize } from '~/values/memoize'
import { seoulDayBounds, toSeoulDay } from '~/values/seoul'
import { type StoredState, stored } from '~/values/status'
import { isClaimed } from '~/values/transaction'
import { autoApprovalMs, type EmbeddedContext, type Handlers, type MemberContext } from '../context.server'
import { displayNames } from '../games/catalogue.server'
import { nameRounds } from '../games/played-rounds.server'
import type { TransactionKind, TransferCause } from '../ledger/entries'
import { readerLocale } from '../member-language'
import { nameOfMethod } from '../payments/methods.server'
import { findDepositPages, type OpenPage } from '../payments/payment-page.server'
import type { Store } from '../store/store.server'
import { awaitsPayment } from './apply.server'
import { approvalEndsAt, isCancellable } from './cancel.server'
import { cancelReasonText, type ShownReason, shownReason } from './cancel-reasons'
import { formatTransactionNumber } from './transaction-number'

type HistoryRange = { from?: string; to?: string; page?: number }

export const handlers = {
  'get-deposit-list': (ctx, range) => listTransactions(ctx, 'deposit', range),
  'get-withdraw-list': (ctx, range) => listTransactions(ctx, 'withdrawal', range),

  /** Lists bets, newest first. Open bets have a win of 0. Returned bets are omitted. */
  'get-bets-list': async (ctx, range) => {
    const params = [ctx.member.id, ...seoulDayBounds(range)]
    const countBets = `select count(*)::integer as total from bets
      where ${memberRangeFilter('made_at')} and returned_at is null`
    const [counted] = await ctx.store.query<{ total: number }>(countBets, params)
    const rows = await ctx.store.query<{
      id: bigint
      provider: string
      game: string
      round: string
      stake: bigint
      win: bigint | null
      made_at: Date
    }>(
      `select id, provider, game, round, stake, win, made_at from bets
       where ${memberRangeFilter('made_at')} and returned_at is null order by id desc ${page(range)}`,
      params,
    )
    const names = await nameRounds(ctx.store, readerLocale(ctx.language), rows)
    const bets = rows.map((row) => {
      const [game, ...picks] = names.get(row.round) ?? []
      return {
        id: String(row.id),
        ...displayNames(ctx, row, ctx.language),
        ...(game ? { game, picks } : {}),
        balanceBet: Number(row.stake),
        balanceWin: Number(row.win ?? 0n),
        isOpen: row.win === null,
        betTime: row.made_at.toISOString(),
      }
    })
    return { status: 'success', total: counted?.total ?? 0, bets }
  },
  /** Lists comp entries, newest first. Earned or bought comp is positive, and exchanged comp is negative. */
  'get-comp-list': async (ctx, range) => {
    const params = [ctx.member.id, ...seoulDayBounds(range)]
    const countEntries = `select count(*)::integer as total from ${compEntriesOfMember}`
    const [counted] = await ctx.store.query<{ total: number }>(countEntries, params)
    const rows = await ctx.store.query<{ id: bigint; cause: TransferCause; won: bigint; made_at: Date }>(
      `select listed.id, cause, won, made_at
         from (select id, transfer_id, won from ${compEntriesOfMember} order by id desc ${page(range)}) as listed
         join transfers on transfers.id = transfer_id order by listed.id desc`,
      params,
    )
    const points = rows.map((row) => ({
      id: String(row.id),
      kind: compKind(row.cause, row.won),
      points: Number(row.won),
      regdate: row.made_at.toISOString(),
    }))
    return { status: 'success', total: counted?.total ?? 0, points }
  },
} satisfies Partial<Handlers>

const maxId = '9223372036854775807'
const compAccount = "(select id from accounts where kind = 'comp' and member_id = $1)"

const compEntriesOfMember = `entries
  where account_id = ${compAccount}
    and id >= ${idAt('$2', '-', '0')} and id < ${idAt('$3', '+', maxId)}
    and ((id >= ${idAt('$2', '+', '0')} and id < ${idAt('$3', '-', maxId)})
      or exists (select from transfers where transfers.id = transfer_id
        and ($2::timestamptz is null or made_at >= $2) and ($3::timestamptz is null or made_at < $3)))`

/** SQL: the id of the first comp entry since `moment` plus or minus a day, or `unbounded` if `moment` is null. */
function idAt(moment: '$2' | '$3', sign: '-' | '+', unbounded: string): string {
  const shifted = `${moment}::timestamptz ${sign} interval '1 day'`
  return `(select case when ${moment}::timestamptz is null then ${unbounded}
    else first_entry_since(${compAccount}, ${shifted}) end)`
}

/** Returns why comp moved: `play` (bets), `exchange` (to cash), `change` (from cash), `gift` or `correction`. */
function compKind(cause: TransferCause, won: bigint): 'play' | 'exchange' | 'change' | 'gift' | 'correction' {
  if (cause === 'exchange') return won < 0n ? 'exchange' : 'change'
  if (cause === 'comp_grant') return 'gift'
  return cause === 'correction' ? 'correction' : 'play'
}

async function listTransactions(ctx: MemberContext, kind: TransactionKind, range: HistoryRange) {
  const params = [ctx.member.id, ...seoulDayBounds(range), kind]
  const isFirstPage = (range.page ?? 1) === 1
  const [sample, rows] = await Promise.all([
    usualTimes(ctx.store).fetch(kind, { context: ctx.now() }),
    ctx.store.query<TransactionRow>(
      `select ${transactionColumns} from movements where ${memberRangeFilter('applied_at')} and kind = $4
        order by applied_at desc, id desc ${page(range)}`,
      params,
    ),
  ])
  const { usual } = sample ?? {}
  const { from, to } = range
  const byMonth = from !== undefined && to !== undefined && Date.parse(to) - Date.parse(from) > days(61)
  // If the first page is not full, it has all transactions, so no query for sums is needed.
  const sums =
    isFirstPage && rows.length < rowsPerPage
      ? sumByStateAndMonth(rows)
      : await ctx.store.query<TransactionSums>(
          `select state, count(*)::integer as count, sum(won)::bigint as won, sum(fee)::bigint as fee,
                  ${byMonth ? "to_char(min(applied_at) at time zone 'Asia/Seoul', 'YYYY-MM')" : "''"} as month
             from movements where ${memberRangeFilter('applied_at')} and kind = $4
            group by state${byMonth ? ", date_trunc('month', applied_at at time zone 'Asia/Seoul')" : ''}`,
          params,
        )
  const totalsOf = (wanted: StoredState) => {
    const ofState = sums.filter(({ state }) => state === wanted)
    const sum = (column: 'won' | 'fee') => Number(ofState.reduce((sumSoFar, part) => sumSoFar + part[column], 0n))
    return { count: ofState.reduce((countSoFar, { count }) => countSoFar + count, 0), won: sum('won'), fee: sum('fee') }
  }
  const [done, waiting] = [totalsOf(stored.done), totalsOf(stored.pending)]
  const unpaid = rows.filter((row) => row.state === stored.pending && row.awaitsPayment)
  const pages = await findDepositPages(ctx, unpaid)
  const balances = rows.map((row) => formatTransactionRow(ctx, kind, row, pages.get(row.id)))
  const total = sums.reduce((rowsSoFar, { count }) => rowsSoFar + count, 0)
  return {
    status: 'success',
    total,
    sum: done.won + waiting.won,
    done,
    waiting,
    months: byMonth
      ? sums.filter(({ state }) => state === stored.done).map(({ month, won }) => ({ month, won: Number(won) }))
      : undefined,
    usualSeconds: isFirstPage && usual && usual <= maxUsualSeconds ? usual : undefined,
    balances,
  }
}

/** Formats a transaction for the lists. @param page the payment page, if the deposit can still be paid */
export function formatTransactionRow(
  ctx: EmbeddedContext,
  kind: TransactionKind,
  row: TransactionRow,
  page?: OpenPage,
) {
  const locale = readerLocale(ctx.language)
  const reason = row.desk_reason ?? (row.reason && cancelReasonText(row.reason, locale))
  return {
    id: formatTransactionNumber(row.id),
    type: kind === 'deposit' ? 'deposit' : 'withdraw',
    balance: Number(row.won),
    fee: Number(row.fee),
    after: row.after === null ? undefined : Number(row.after),
    method: row.method === 'bank' ? 'bank' : nameOfMethod(ctx, row.payment_idx),
    regdate: row.applied_at.toISOString(),
    settledAt: row.settled_at?.toISOString(),
    status: row.state,
    ...(row.state === stored.pending ? stageOf(ctx, kind, row, page) : {}),
    ...(reason ? { reason } : {}),
    ...(row.account
      ? { paidTo: `${bankName(row.account[0], bcp47[locale])} ${maskAccountNumber(row.account[1])}` }
      : {}),
    ...(row.reason === 'member' ? { cancelledByMember: true } : {}),
    ...(row.reason === 'paid-apart' ? { paidApart: true } : {}),
  }
}

/** Returns a waiting transaction's stage. Bank deposits have one only if approval is automatic or they are claimed. */
function stageOf(
  ctx: EmbeddedContext,
  kind: TransactionKind,
  row: Pick<TransactionRow, 'method' | 'awaitsPayment' | 'claimed_at' | 'approvalEndsAt'>,
  page: OpenPage | undefined,
) {
  const { method, awaitsPayment, claimed_at } = row
  if (kind === 'withdrawal' || (method === 'payment' && !awaitsPayment)) return { stage: 'checking' as const }
  const isChecked = autoApprovalMs(ctx) !== null || isClaimed(claimed_at, ctx.now())
  if (method === 'bank')
    return {
      ...(isChecked ? { stage: 'checking' as const } : {}),
      cancellable: isCancellable({ ...row, state: stored.pending }, ctx.now()),
    }
  const { href: payUrl, cancelHref: cancelUrl, endsAt } = page ?? {}
  return { stage: 'unpaid' as const, payUrl, cancelUrl, expiresAt: endsAt?.toISOString() }
}

/** Sums per state. Over long ranges, sums per state and month (Seoul time). */
type TransactionSums = { state: StoredState; month: string; count: number; won: bigint; fee: bigint }

/**
 * SQL: the bank account that a member (u) had before its first change since a time, as JSON, from the log of changes.
 * Null if that log's texts have been erased.
 */
export const accountBefore = (since: string) => `(
  select texts.result #> '{before,bank}' from desk_acts a left join desk_act_texts texts on texts.act_id = a.id
   where a.act = 'change-member' and not a.rehearsed and a.member_ids @> array[u.id] and a.made_at >= ${since}
     and a.result ->> 'changed' = 'true'
   order by a.id limit 1)`

/** SQL: the bank account that a member (u) had when a transaction was settled, as JSON. Null if it is not known any more. */
export const accountWhenSettled = (movement: string) => `(case when ${movement}.settled_at <= u.bank_changed_at
  then ${accountBefore(`${movement}.settled_at`)}
  else jsonb_build_object('name', u.bank_name, 'number', u.bank_number, 'owner', u.bank_owner) end)`

export const transactionColumns = `id, won, fee, after, method, payment_idx, applied_at, settled_at, state, desk_reason,
  claimed_at, ${approvalEndsAt}, ${shownReason}, ${awaitsPayment} as "awaitsPayment",
  case when kind = 'withdrawal' and state <> '${stored.pending}' and method = 'bank' then (
    select array[bank ->> 'name', bank ->> 'number']
      from members u, lateral (select ${accountWhenSettled('movements')} as bank) as known
     where u.id = movements.member_id and bank is not null) end as account`

export type TransactionRow = Record<'id' | 'won' | 'fee', bigint> & {
  after: bigint | null
  method: 'bank' | 'payment'
  payment_idx: string | null
  applied_at: Date
  settled_at: Date | null
  state: StoredState
  reason: ShownReason | null
  desk_reason: string | null
  claimed_at: Date | null
  approvalEndsAt: Date | null
  awaitsPayment: boolean
  /** The account of a settled bank withdrawal. Null if it is not known any more. */
  account: [bank: string, number: string] | null
}

function sumByStateAndMonth(rows: readonly TransactionRow[]): TransactionSums[] {
  const sums = new Map<string, TransactionSums>()
  for (const { state, applied_at, won, fee } of rows) {
    const month = toSeoulDay(applied_at.getTime()).slice(0, 7)
    const sum = sums.get(`${state} ${month}`) ?? { state, month, count: 0, won: 0n, fee: 0n }
    sums.set(`${state} ${month}`, { state, month, count: sum.count + 1, won: sum.won + won, fee: sum.fee + fee })
  }
  return [...sums.values()]
}

/** Size and maximum age of the sample of settled transactions for the usual processing time. */
const estimateSample = { most: 21, least: 3, maxAgeMs: days(90) }

/** The usual processing time of each kind in seconds. Cached, because it is the same for all members. */
const usualTimes = memoize(
  (store: Store) =>
    new LRUCache<TransactionKind, { usual: number | null }, Date>({
      max: 2,
      ttl: minutes(1),
      fetchMethod: async (kind, _, { context: now }) => {
        const [sample] = await store.query<{ usual: number | null }>(
          `select case when count(*) >= ${estimateSample.least} then percentile_disc(0.5) within group (order by seconds) end as usual
             from (select ceil(extract(epoch from settled_at - applied_at))::integer as seconds from movements
                    where kind = $1 and state = '${stored.done}' and method = 'bank' and settled_at > $2 and settled_by <> 'desk'
                    order by settled_at desc limit ${estimateSample.most}) as latest`,
          [kind, new Date(now.getTime() - estimateSample.maxAgeMs)],
        )
        return sample
      },
    }),
)

/** Returns an SQL condition. $1 is the member, $2 the start, $3 the exclusive end. Null means unbounded. */
const memberRangeFilter = (column: 'made_at' | 'applied_at'): string =>
  `member_id = $1 and ($2::timestamptz is null or ${column} >= $2) and ($3::timestamptz is null or ${column} < $3)`

const page = ({ page = 1 }: HistoryRange): string => `limit ${rowsPerPage} offset ${(page - 1) * rowsPerPage}`
