import { days, minutes } from '~/values/durations'
import { FairQueue } from '~/values/fair-queue'
import { type Day, daysBefore, daysBetween, seoulDayBounds, toSeoulDay } from '~/values/seoul'
import { stored } from '~/values/status'
import { type EmbeddedContext, Refused } from '../../context.server'
import { displayNames } from '../../games/catalogue.server'
import { type Sql, type Store, StoreUnavailable } from '../../store/store.server'
import type { CommandResult } from '../commands/table'
import type { BackofficeHandlers } from '../handler'
import { memberIdOf } from '../member-queries'
import { invalidField, pagesOf, selectRows, toJson } from '../queries'
import { creditedInstead } from './transactions.server'

const shownDays = 28
const maxDays = 366
const maxRecounted = 31
const reportTimeoutMs = 5_000
const reportLock = 7_140_002

type Counted<Row> = Row & { total: number; sum: bigint | null; sums: Record<string, number> }

const sumOf = (amount: string) => `coalesce(sum(${amount}), 0)::bigint`

const playSums = `${sumOf('bets')}::integer as bets, ${sumOf('staked')} as staked, ${sumOf('won')} as wins,
  ${sumOf('staked - won')} as revenue, ${sumOf('comp')} as comp, ${sumOf('staked - won - comp')} as net,
  ${sumOf('jackpot_share')} as "jackpotShare", ${sumOf('jackpot_won')} as "jackpotWon"`
const moneySums = `${sumOf('deposits')} as deposits, ${sumOf('withdrawals')} as withdrawals,
  ${sumOf('deposits - withdrawals')} as flow, ${sumOf('corrections')} as corrections`

/** SQL: play of closed ($1 to $2, before $6) and open days ($3, $4); transactions and corrections from $7 to $8. */
const play = `play as (
  select * from (
    select *, 0::bigint as deposits, 0::bigint as withdrawals, 0::bigint as corrections from play_figures
     where day between $1::date and $2::date and day < $6::date
     union all select *, 0, 0, 0 from count_play($3, $4)
     union all select seoul_day(settled_at), null, null, member_id, 0, 0, 0, 0, 0, 0,
       case kind when 'deposit' then won else 0 end, case kind when 'withdrawal' then won else 0 end, 0 from movements
     where $9 and state = '${stored.done}' and settled_at >= $7::timestamptz and settled_at < $8::timestamptz
     union all select seoul_day(made_at), null, null, member_id, 0, 0, 0, 0, 0, 0, 0, 0, won
      from transfers join entries on transfer_id = transfers.id join accounts on accounts.id = account_id
     where $9 and cause = 'correction' and member_id is not null and made_at >= $7 and made_at < $8) counted
   where $5::bigint is null or member_id = $5)`

export function namesOf(ctx: EmbeddedContext, { provider, game }: { provider?: string | null; game?: string | null }) {
  if (!provider) return {}
  const names = displayNames(ctx, { provider, game: game ?? provider }, ctx.language)
  return { provider: names.thirdParty, ...(game && { game: names.game }) }
}

export const handlers = {
  figures: async (ctx, { by, member, page, size, ...range }) => {
    const { from, to } = periodOf(ctx, range)
    const id = await memberIdOf(ctx.store, member)
    const keys = { day: 'day', provider: 'provider', game: 'provider, game', member: 'member_id' }[by]
    const order = `order by ${by === 'day' ? 'day desc' : `revenue desc, ${keys}`}`
    // Neither a provider nor a game has deposits, withdrawals or corrections.
    const hasMoney = by === 'day' || by === 'member'
    const sums = hasMoney ? `${playSums}, ${moneySums}` : playSums
    const ofPlay = ['bets', 'staked', 'wins', 'revenue', 'comp', 'net', 'jackpotShare', 'jackpotWon']
    const names = hasMoney ? [...ofPlay, 'deposits', 'withdrawals', 'flow', 'corrections'] : ofPlay
    const sumUp = `with ${play},
      sums as (select ${keys}, ${sums} from play group by ${keys}),
      days as (
        select jsonb_agg(jsonb_build_object('day', day, 'revenue', revenue) order by day) as days
          from (select day, coalesce(sum(staked - won), 0) as revenue from play
            right join (select generate_series($1::date, $2::date, interval '1 day')::date as day) all_days using (day)
            group by day) by_day)
      select sums.*, count(*) over ()::integer as total, sum(revenue) over ()::bigint as sum,
             case when row_number() over (${order}) = ${(page - 1) * size + 1} then (select days from days) end as days,
             jsonb_build_object(${names.map((name) => `'${name}', sum("${name}") over ()`).join(', ')}) as sums
        ${by === 'member' ? ', user_id as member' : ''}
        from sums ${by === 'member' ? 'join members on members.id = member_id' : ''}
       ${order} limit ${size} offset ${(page - 1) * size}`
    type SumRow = Counted<{ days: CommandResult<'figures'>['days'] | null; provider?: string; game?: string }>
    const rows = await report(ctx, async (sql) => {
      const [counted] = await sql.query<{ open: Day | null }>('select max(day) + 1 as open from figure_days')
      const [first, end] = seoulDayBounds({ from, to })
      const [start] = seoulDayBounds({ from: [counted?.open ?? from, from].toSorted()[1] })
      const open = counted?.open ?? from
      return sql.query<SumRow>(sumUp, [from, to, start, end, id, open, first, end, hasMoney])
    })
    const noKeys = { day: null, provider: null, game: null, member: null }
    const none = { ...noKeys, deposits: null, withdrawals: null, flow: null, corrections: null }
    const listed = rows.map(({ days, total, sum, sums, ...row }) => ({ ...none, ...row, ...namesOf(ctx, row) }))
    const zero = Object.fromEntries(names.map((name) => [name, 0]))
    const { total = 0, sum = 0, sums: summed = zero, days } = rows[0] ?? {}
    const whole = { sum, sums: summed, days: days ?? [] }
    return toJson<CommandResult<'figures'>>({ ...pagesOf(total, { page, size }), ...whole, rows: listed })
  },

  handling: (ctx, range) => {
    const measure = `with handled as (
        select settled_by as who, case when state = '${stored.done}' then kind else 'cancelled' end as kind, settled_at - applied_at as waited
          from movements m where settled_at >= $1 and settled_at < $2 and not (state = '${stored.cancelled}' and m.method = 'bank' and exists (select from ${creditedInstead}))
         union all
        select act.who, 'answer', act.made_at - asked.made_at from desk_acts act
          join help_requests asked on asked.id = (act.payload ->> 'id')::bigint
         where act.act = 'answer' and act.payload ->> 'more' is distinct from 'true' and act.made_at >= $1 and act.made_at < $2
           and not act.rehearsed and act.result ->> 'status' = 'success')
      select who, count(*) filter (where kind = 'deposit')::integer as deposits,
             count(*) filter (where kind = 'withdrawal')::integer as withdrawals,
             count(*) filter (where kind = 'cancelled')::integer as cancelled,
             count(*) filter (where kind = 'answer')::integer as answers,
             round(extract(epoch from percentile_cont(0.5) within group (order by waited)) / 60)::integer as median,
             round(extract(epoch from max(waited)) / 60)::integer as longest
        from handled
       where who = 'owner' or who in (select name from desk_tokens where role <> 'machine')
       group by who order by who`
    return report(ctx, (sql) => selectRows(sql, measure, seoulDayBounds(periodOf(ctx, range))))
  },

  'recount-figures': async ({ now }, { from, to }, sql) => {
    const last = [to, lastClosedDay(now())].toSorted()[0] ?? to
    if (daysBetween(from, to) > maxRecounted) throw invalidField('to', '31 days or less')
    const digestOf = async (day: Day) => {
      const figures =
        'select md5(string_agg(f::text, chr(10) order by f::text)) from play_figures f where day = $1::date'
      const [row] = await sql.query<{ md5: string | null }>(figures, [day])
      return row?.md5
    }
    let [counted, changed] = [0, 0]
    await sql.query('select pg_advisory_xact_lock($1)', [closingLock])
    for (let day = from; day <= last; day = daysBefore(day, -1)) {
      const before = await digestOf(day)
      await countDay(sql, day, now())
      counted += 1
      changed += Number((await digestOf(day)) !== before)
    }
    return { days: counted, changed }
  },
} satisfies BackofficeHandlers

function periodOf({ now }: EmbeddedContext, given: { from?: Day | undefined; to?: Day | undefined }) {
  const to = given.to ?? toSeoulDay(now().getTime())
  const from = given.from ?? daysBefore(to, shownDays - 1)
  const length = daysBetween(from, to)
  if (length < 1 || length > maxDays) throw invalidField('from', 'a period of up to a year')
  return { from, to }
}

const turns = new WeakMap<Store, FairQueue>()

/** Runs one report at a time, across all replicas. @throws Refused `busy` */
async function report<Result>({ store }: EmbeddedContext, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const queue = turns.get(store) ?? new FairQueue(1)
  turns.set(store, queue)
  const busy = () => new Refused({ status: 'busy' }, 409)
  const release = await queue.acquire('report', reportTimeoutMs).catch(() => {
    throw busy()
  })
  try {
    return await store.tx(async (sql) => {
      await sql.query(`set local statement_timeout = ${reportTimeoutMs}`)
      await sql.query('select pg_advisory_xact_lock($1)', [reportLock])
      return work(sql)
    })
  } catch (error) {
    const { code } = (error instanceof StoreUnavailable ? error.cause : {}) as { code?: string }
    // 57014 is a statement timeout. 55P03 is a timeout of the lock that another replica's report holds.
    if (code === '57014' || code === '55P03') throw busy()
    throw error
  } finally {
    release()
  }
}

/** The delay between a day's end and its count. It allows for clock differences and for transactions being settled. */
const closesAfterMs = minutes(10)
/** The maximum time that a run spends on counting days. The first run may find years of bets. */
const maxRunMs = 1_000
const closingLock = 7_140_001

/** Counts a day from the ledger and replaces its earlier figures. Call only inside a transaction. */
export async function countDay(sql: Sql, day: Day, now: Date): Promise<void> {
  await sql.query('delete from figure_days where day = $1::date', [day])
  await sql.query('insert into figure_days (day, counted_at) values ($1::date, $2)', [day, now])
  const bounds = seoulDayBounds({ from: day, to: day })
  await sql.longQuery('insert into play_figures select * from count_play($1, $2)', bounds)
}

const lastClosedDay = (now: Date): Day => toSeoulDay(now.getTime() - closesAfterMs - days(1))

const closedThrough = new WeakMap<Store, Day>()

/** Counts ended days that are not counted yet, oldest first. Only one replica does so at a time. */
export async function closeFigureDays(ctx: EmbeddedContext): Promise<void> {
  const { store, now } = ctx
  const last = lastClosedDay(now())
  const beganMs = performance.now()
  while ((closedThrough.get(store) ?? '') < last && performance.now() - beganMs < maxRunMs) {
    const counted = await store.tx(async (sql) => {
      const [turn] = await sql.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [closingLock])
      if (!turn?.mine) return undefined
      const nextDay = `select coalesce((select max(day) + 1 from figure_days),
        (select seoul_day(min(settled_at)) from bets), $1::date) as day`
      const [next] = await sql.query<{ day: Day }>(nextDay, [last])
      if (!next || next.day > last) return last
      await countDay(sql, next.day, now())
      return next.day
    })
    if (counted === undefined) return
    closedThrough.set(store, counted)
  }
}
