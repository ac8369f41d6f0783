import { days, hours } from '~/values/durations'
import { startOfSeoulDay } from '~/values/seoul'
import { stored } from '~/values/status'
import { autoApprovalMs } from '../../context.server'
import { isClosedByFile, providersOf } from '../../games/providers.server'
import type { TransactionKind } from '../../ledger/entries'
import { awaitsPayment } from '../../transactions/apply.server'
import { formatTransactionNumber } from '../../transactions/transaction-number'
import type { CommandResult } from '../commands/table'
import { pendingFirstApprovals } from '../first-approvals.server'
import type { BackofficeHandlers } from '../handler'
import { readMomentsOfLastChecks } from '../log-facts.server'
import { openAccountRequest } from '../member-queries'
import { amountToJson, selectRow, toJson } from '../queries'
import { isFresh } from '../second-factor.server'
import { firstApprovalsOf, runningClaim } from './transactions.server'

const shownDays = 28

type QueueRow = CommandResult<'queue'>['rows'][number]
type Overview = CommandResult<'overview'>
type You = CommandResult<'you'>
type Counts = Pick<You['waiting'], 'inquiries' | 'resets' | 'approvals'> &
  Pick<Overview, 'closedProviders' | 'members' | 'factorsReset' | 'tokensMadeAlone' | 'wrongTries'>

/** SQL: whether a request (h) is for bank details and its member's deposit waits: it is part of the deposit's row. */
const isOfDeposit = `(account_request_id is not null and exists (select 1 from movements
  where member_id = h.member_id and kind = 'deposit' and method = 'bank' and state = '${stored.pending}'))`

/** SQL: counts of what waits besides payments. $1 is the time. */
const waitingCounts = `
  (select count(*) from help_requests h where answered_at is null and not ${isOfDeposit})::integer as inquiries,
  (select count(*) from password_resets where asked_at is not null and member_id is not null)::integer as resets,
  (select count(*) from ${pendingFirstApprovals})::integer as approvals`

export const handlers = {
  you: async ({ store, operator, now, options }) => {
    const { name, role, secondFactor } = operator
    const countAll = `select count(*) filter (where kind = 'deposit' and not (${awaitsPayment}))::integer as deposits,
        count(*) filter (where kind = 'withdrawal')::integer as withdrawals, ${waitingCounts},
        (select count(*) from help_requests where answered_at is null and account_request_id is null)::integer as questions,
        (select count(*) from help_requests where answered_at is null and account_request_id is not null)::integer as accounts,
        coalesce((select sound from desk_preferences where name = $3), false) as sound,
        exists (select 1 from pay_accounts where ended_at is null) as "hasPayAccount",
        (select until from site_maintenance where until > $1) as "maintenanceUntil",
        (select count(*) from alerts where due_at is null and sent_at is null and made_at > $2)::integer as "alertsGivenUp"
      from movements where state = '${stored.pending}'`
    const values = [now(), new Date(now().getTime() - days(7)), name]
    const { sound, hasPayAccount, maintenanceUntil, alertsGivenUp, ...waiting } = await selectRow<
      Pick<You, 'sound' | 'hasPayAccount' | 'maintenanceUntil' | 'alertsGivenUp'> & You['waiting']
    >(store, countAll, values)
    const { secondPersonFrom = null } = options
    const about = { sound, hasPayAccount, maintenanceUntil, secondPersonFrom, alertsGivenUp }
    return { name, role, secondFactor, isFresh: isFresh(operator, now()), waiting, ...about }
  },

  queue: async (ctx) => {
    const { store, now } = ctx
    const waitingItems = `(select case when kind = 'deposit' and method = 'payment' then 'return' else kind end as what,
             m.id::text as id, m.id as movement, null as title, user_id as member, bank_owner as holder,
             case when kind = 'deposit' and method = 'bank' then ${openAccountRequest('u.id')}::text end as "accountRequest",
             won, null as by, claimed_by as "claimedBy", claimed_at as "claimedAt", applied_at as at
        from movements m join members u on u.id = member_id
       where state = '${stored.pending}' and not (${awaitsPayment}) order by m.id limit 100)
     union all
     (select case when account_request_id is null then 'inquiry' else 'account' end, h.id::text, null, title, user_id, null, null, null, null, null, null, made_at
        from help_requests h join members u on u.id = member_id where answered_at is null and not ${isOfDeposit} order by h.id limit 100)
     union all
     (select 'reset', null, null, null, user_id, null, null, null, null, null, null, asked_at
        from password_resets r join members u on u.id = member_id where asked_at is not null order by asked_at limit 100)
     union all
     (select 'approval', f.id::text, (f.request ->> 'id')::bigint, null, user_id, null, null, f.won, f.made_by, null, null, f.made_at
        from ${pendingFirstApprovals} left join members u on u.id = f.member_id order by f.id limit 100)
     order by at`
    const rows = await store.query<{ what: string; movement: bigint | null }>(waitingItems, [now()])
    const isPayment = ({ what, movement }: (typeof rows)[number]) => what !== 'approval' && movement !== null
    const payments = rows.flatMap((row) => (isPayment(row) ? [String(row.movement)] : []))
    const approvals = await firstApprovalsOf(ctx, payments)
    const withNumber = ({ movement, ...row }: (typeof rows)[number]) => {
      const queued = toJson<QueueRow>(row)
      const number = movement === null ? null : formatTransactionNumber(movement)
      const firstApprovals = approvals.filter((approval) => number !== null && approval.number === number)
      return { ...queued, ...runningClaim({ ...queued, state: stored.pending }, now()), number, firstApprovals }
    }
    const shown = rows.filter((row) => isPayment(row) || !payments.includes(String(row.movement)))
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
    const pending = `select
        case when kind = 'withdrawal' then 'withdrawals' when ${awaitsPayment} then 'payments' else 'deposits' end as what,
        count(*)::integer as count, sum(won)::bigint as won
      from movements where state = '${stored.pending}' group by 1`
    const waiting = await ctx.store.query<{ what: string; count: number; won: bigint }>(pending)
    const balances = `select count(distinct member_id)::integer as count, coalesce(sum(balance), 0)::bigint as won
      from accounts join members on members.id = member_id where closed_at is not null and balance <> 0`
    const [owed] = await ctx.store.query<{ count: number; won: bigint }>(balances)
    const since = (count: number) => new Date(ctx.now().getTime() - days(count))
    const codes = providersOf(ctx).map(({ code }) => code)
    const countAll = `select ${waitingCounts},
            (select count(*) from unnest($2::text[], $3::boolean[]) as listed (code, closed)
              where closed or code in (select provider from provider_closures where until is null or until > $1))::integer as "closedProviders",
            (select count(*) from members)::integer as members,
            array(select name from desk_tokens where factor_reset_at > $4 order by factor_reset_at desc limit 20) as "factorsReset",
            array(select payload ->> 'name' from desk_acts where act = 'make-token' and made_at > $4 and not rehearsed
                     and (result ->> 'alone')::boolean order by id desc limit 20) as "tokensMadeAlone",
            (select coalesce(sum(count), 0) from desk_wrong_tries where hour > $5)::integer as "wrongTries"`
    const values = [ctx.now(), codes, codes.map((code) => isClosedByFile(ctx, code)), since(7), since(1)]
    const counted = await selectRow<Counts>(ctx.store, countAll, values)
    const { inquiries: help, resets, approvals: secondPerson, ...counts } = counted
    const amount = (what: string) => amountToJson(waiting.find((row) => row.what === what))
    return {
      store: ctx.store.kind,
      money: ctx.options.money ?? 'play',
      approvalMs: autoApprovalMs(ctx),
      waiting: {
        deposits: amount('deposits'),
        withdrawals: amount('withdrawals'),
        payments: amount('payments'),
        closedWithMoney: amountToJson(owed),
        ...{ help, resets, secondPerson },
      },
      ...counts,
      unreadableMoney: (await ctx.options.countUnreadableMoney?.()) ?? 0,
      lastChecks: await readMomentsOfLastChecks(ctx),
      you: { name: ctx.operator.name, role: ctx.operator.role },
    }
  },
} satisfies BackofficeHandlers
