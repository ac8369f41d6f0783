import { days, hours } from '~/values/durations'
import { startOfSeoulDay } from '~/values/seoul'
import { stored } from '~/values/status'
import { claimMs } from '~/values/transaction'
import { autoApprovalMs } from '../../context.server'
import { isClosedByFile, providersOf } from '../../games/providers.server'
import type { TransactionKind } from '../../ledger/entries'
import { awaitsPayment } from '../../transactions/apply.server'
import { formatTransactionNumber } from '../../transactions/transaction-number'
import { withdrawalHoldBeganAt } from '../../transactions/withdrawal-holds.server'
import { holdTag } from '../commands/fields'
import type { CommandResult } from '../commands/table'
import { approvableBy, pendingFirstApprovals } from '../first-approvals.server'
import type { BackofficeContext, BackofficeHandlers } from '../handler'
import { readMomentsOfLastChecks } from '../log-facts.server'
import { accountSentAt, openAccountRequest, tagsColumn } from '../member-queries'
import { signsOf } from '../payment-signs.server'
import { amountToJson, selectRow, toJson } from '../queries'
import { isFresh } from './staff.server'
import { bankChangedColumn, firstApprovalsOf, runningClaim, sameWonColumn } from './transactions.server'

const shownDays = 28

type You = CommandResult<'you'>
type Overview = CommandResult<'overview'>
type Counts = Pick<Overview, 'closedProviders' | 'members' | 'factorsReset' | 'tokensMadeAlone' | 'wrongTries'>
type News = You['news'][number]
type Waiting = { what: News['what'] | 'payment'; count: number; won: bigint; fresh: number; freshWon: bigint | null }

/** SQL: whether a request (h) for bank details belongs to a pending bank deposit, whose row shows it. */
const isOfDeposit = `(account_request_id is not null and exists (select 1 from movements
  where member_id = h.member_id and kind = 'deposit' and method = 'bank' and state = '${stored.pending}'))`

/** Counts what waits. First approvals count if this person can give the second one, or has to open a file. */
function countWaiting({ store, now, operator }: BackofficeContext, since: string | null = null) {
  const count = `select what, count(*)::integer as count, sum(won)::bigint as won,
      count(*) filter (where at > $2)::integer as fresh, sum(won) filter (where at > $2)::bigint as "freshWon"
    from (
      select case when ${awaitsPayment} then 'payment' else kind end as what, won, applied_at as at
        from movements where state = '${stored.pending}'
      union all select case when account_request_id is null then 'inquiry' else 'account' end, null, made_at
        from help_requests where answered_at is null
      union all select 'reset', null, asked_at from password_resets where asked_at is not null and member_id is not null
      union all select 'approval', f.won, coalesce(f.opened_at, f.made_at) from ${pendingFirstApprovals}
        where (f.made_by = $3) = (f.opened_by is not null) and (f.made_by = $3 or f.act = any($4))) waiting (what, won, at)
    group by what order by what`
  return store.query<Waiting>(count, [now(), since, operator.name, approvableBy(operator.role)])
}

const amountIn = (rows: readonly Waiting[]) => (what: Waiting['what']) =>
  amountToJson(rows.find((row) => row.what === what))

export const handlers = {
  you: async (ctx, { since }) => {
    const { store, operator, now, options } = ctx
    const { name, role, secondFactor } = operator
    const rows = await countWaiting(ctx, since)
    const count = (what: Waiting['what']) => amountIn(rows)(what).count
    const [questions, accounts] = [count('inquiry'), count('account')]
    const select = `select (select sound from desk_preferences where name = $3) as sound,
      exists (select 1 from pay_accounts where ended_at is null) as "hasPayAccount",
      (select until from site_maintenance where until > $1) as "maintenanceUntil",
      (select text from site_maintenance where until > $1) as "maintenanceText",
      (select concat_ws(' ', sum(id), sum(extract(epoch from claimed_at)), (select sum(id) from desk_first_approvals),
         (select count(*) from member_tags where tag = '${holdTag}'))
         from movements where state = '${stored.pending}') as "paymentsVersion",
      (select coalesce(jsonb_agg(jsonb_build_object('id', a.id::text, 'act', act, 'by', who,
           'number', coalesce(t.result -> 'movement' ->> 'number', h.id::text),
           'reason', coalesce(t.payload ->> 'reason', '')) order by a.id), '[]')
         from desk_acts a join desk_act_texts t on t.act_id = a.id
           left join movements m on m.id = (t.result -> 'movement' ->> 'id')::bigint
           left join help_requests h on h.id = (t.result -> 'request' ->> 'id')::bigint
         where act in ('claim', 'release', 'claim-inquiry') and coalesce(m.claimed_by, h.claimed_by) is distinct from $3
           and not rehearsed and a.made_at > $1::timestamptz - interval '${claimMs} ms' and t.result ->> 'takenFrom' = $3) as "takenClaims",
      (select count(*) from alerts where due_at is null and sent_at is null and made_at > $2)::integer as "alertsGivenUp"`
    type About = Omit<You, 'name' | 'role' | 'secondFactor' | 'isFresh' | 'secondPersonFrom' | 'waiting' | 'news'>
    const about = await selectRow<About>(store, select, [now(), new Date(now().getTime() - days(7)), name])
    return {
      ...{ name, role, secondFactor, isFresh: isFresh(operator, now()) },
      ...about,
      secondPersonFrom: options.secondPersonFrom ?? null,
      waiting: {
        deposits: count('deposit'),
        withdrawals: count('withdrawal'),
        inquiries: questions + accounts,
        questions,
        accounts,
        resets: count('reset'),
        approvals: count('approval'),
      },
      news: rows.flatMap(({ what, fresh, freshWon }) =>
        fresh > 0 && what !== 'payment' ? [toJson<News>({ what, count: fresh, won: freshWon })] : [],
      ),
    }
  },

  queue: async (ctx) => {
    const { store, now } = ctx
    // Members take turns, so that one member's many requests can't hide everybody else's.
    const turn = (id: string, member: string) => `row_number() over (partition by ${member} order by ${id}), ${id}`
    const waitingItems = `(select what,
             m.id::text as id, m.id as transaction, null as title, user_id as member, u.nick, case when kind = 'withdrawal' or method = 'bank' then bank_owner end as holder,
             case when kind = 'deposit' and method = 'bank' then ${openAccountRequest('u.id')}::text end as "accountRequest",
             won, null as by, claimed_by as "claimedBy", claimed_at as "claimedAt", applied_at as at,
             case when kind = 'withdrawal' then ${withdrawalHoldBeganAt} end as "accountChangedAt", ${sameWonColumn} as "sameWon", ${bankChangedColumn}
        from (select *, row_number() over (partition by what order by turn, id) as place from (
          select *, row_number() over (partition by what, member_id order by id) as turn from (
            select *, case when kind = 'deposit' and method = 'payment' then 'return' else kind end as what
              from movements where state = '${stored.pending}' and not (${awaitsPayment})) waiting) turns) m
        join members u on u.id = member_id where place <= 100)
     union all
     (select case when account_request_id is null then 'inquiry' else 'account' end, h.id::text, null, title, user_id, u.nick, null, null, null, null, null, null, made_at, null, null, null
        from help_requests h join members u on u.id = member_id where answered_at is null and not ${isOfDeposit} order by ${turn('h.id', 'h.member_id')} limit 100)
     union all
     (select 'reset', null, null, null, user_id, u.nick, null, null, null, null, null, null, asked_at, null, null, null
        from password_resets r join members u on u.id = member_id where asked_at is not null order by asked_at limit 100)
     union all
     (select 'approval', f.id::text, (f.request ->> 'id')::bigint, null, user_id, u.nick, null, null, f.won, f.made_by, null, null, f.made_at, null, null, null
        from ${pendingFirstApprovals} left join members u on u.id = f.member_id order by f.id limit 100)`
    const withTags = `select items.*, u.closed_at as "memberClosedAt", ${tagsColumn('u.id')} as tags,
        case when what = 'deposit' and "accountRequest" is null then ${accountSentAt('items.at')} end as "accountSentAt"
      from (${waitingItems}) items left join members u on u.user_id = member order by at`
    type Item = { what: string; transaction: bigint | null; member: string | null }
    const rows = await store.query<Item>(withTags, [now()])
    const isPayment = ({ what, transaction }: Item) => what !== 'approval' && transaction !== null
    const payments = rows.filter(isPayment)
    const ids = payments.map(({ transaction }) => String(transaction))
    const approvals = await firstApprovalsOf(ctx, ids)
    const withdrawals = payments.filter(({ what }) => what === 'withdrawal')
    const signs = await signsOf(ctx, payments, withdrawals)
    const withNumber = ({ transaction, ...row }: Item) => {
      const queued = toJson<CommandResult<'queue'>['rows'][number]>(row)
      const number = transaction === null ? null : formatTransactionNumber(transaction)
      const firstApprovals = approvals.filter((approval) => number !== null && approval.number === number)
      const claim = runningClaim({ ...queued, state: stored.pending }, now())
      const ofRow = isPayment({ ...row, transaction }) ? signs.get(row.member ?? '') : undefined
      return { ...queued, ...claim, number, firstApprovals, signs: ofRow ?? null }
    }
    const shown = rows.filter((row) => isPayment(row) || !ids.includes(String(row.transaction)))
    return { rows: shown.map(withNumber) }
  },

  sums: async ({ store, now }, { by }) => {
    const today = startOfSeoulDay(now())
    const stepMs = by === 'day' ? days(1) : hours(1)
    const startMs = by === 'day' ? today.getTime() - days(shownDays - 1) : today.getTime()
    const count = by === 'day' ? shownDays : 24
    const settled = `select floor(extract(epoch from settled_at - $1::timestamptz) * 1000 / $2)::integer as step, kind,
           count(*)::integer as count, sum(won)::bigint as won
      from movements where state = '${stored.done}' and settled_at >= $1::timestamptz group by 1, 2`
    type Settled = { step: number; kind: TransactionKind; count: number; won: bigint }
    const rows = await store.longQuery<Settled>(settled, [new Date(startMs), stepMs])
    const amountOf = (step: number, kind: TransactionKind) =>
      amountToJson(rows.find((row) => row.step === step && row.kind === kind))
    return {
      rows: Array.from({ length: count }, (_, step) => ({
        from: new Date(startMs + step * stepMs).toISOString(),
        deposits: amountOf(step, 'deposit'),
        withdrawals: amountOf(step, 'withdrawal'),
      })),
    }
  },

  overview: async (ctx) => {
    const balances = `select count(distinct member_id)::integer as count, coalesce(sum(balance), 0)::bigint as won
      from accounts join members on members.id = member_id where closed_at is not null and balance <> 0`
    const [owed] = await ctx.store.query<{ count: number; won: bigint }>(balances)
    const since = (count: number) => new Date(ctx.now().getTime() - days(count))
    const codes = providersOf(ctx).map(({ code }) => code)
    const countAll = `select (select count(*) from unnest($2::text[], $3::boolean[]) as listed (code, closed)
              where closed or code in (select provider from provider_closures where until is null or until > $1))::integer as "closedProviders",
            (select count(*) from members)::integer as members,
            array(select name from desk_tokens where factor_reset_at > $4 order by factor_reset_at desc limit 20) as "factorsReset",
            array(select payload ->> 'name' from desk_acts where act = 'make-token' and made_at > $4 and not rehearsed
                     and (result ->> 'alone')::boolean order by id desc limit 20) as "tokensMadeAlone",
            (select coalesce(sum(count), 0) from desk_wrong_tries where hour > $5)::integer as "wrongTries"`
    const values = [ctx.now(), codes, codes.map((code) => isClosedByFile(ctx, code)), since(7), since(1)]
    const counted = await selectRow<Counts>(ctx.store, countAll, values)
    const amount = amountIn(await countWaiting(ctx))
    return {
      store: ctx.store.kind,
      money: ctx.options.money ?? 'play',
      approvalMs: autoApprovalMs(ctx),
      waiting: {
        deposits: amount('deposit'),
        withdrawals: amount('withdrawal'),
        payments: amount('payment'),
        closedWithMoney: amountToJson(owed),
        help: amount('inquiry').count + amount('account').count,
        resets: amount('reset').count,
        secondPerson: amount('approval').count,
      },
      ...counted,
      unreadableMoney: (await ctx.options.countUnreadableMoney?.()) ?? 0,
      lastChecks: await readMomentsOfLastChecks(ctx),
      you: { name: ctx.operator.name, role: ctx.operator.role },
    }
  },
} satisfies BackofficeHandlers
