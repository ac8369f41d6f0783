import { stored } from '~/values/status'
import type { Sql } from '../store/store.server'
import type { Account } from './entries'

type CountAndSum = { count: number; won: bigint }

export type AuditResult = Awaited<ReturnType<typeof auditLedger>>

/**
 * Audits the ledger. Checks that entries sum to zero, balances match their entries, and no member's balance is
 * negative. Also checks that the entries of each transaction and bet match its state, that each request code took
 * effect once, and that the log's hash chain is intact. Each check is one query, so it sees a consistent state.
 */
export async function auditLedger(sql: Sql) {
  const findings: { check: string; count: number; examples: readonly string[] }[] = []
  for (const [check, violations] of Object.entries(checks)) {
    const [found] = await sql.longQuery<{ count: number; examples: string[] | null }>(
      `select count(*)::integer as count, (array_agg(what))[1:5] as examples from (${violations}) as wrong (what)`,
    )
    if (found && found.count > 0) findings.push({ check, count: found.count, examples: found.examples ?? [] })
  }
  const figures = await readFigures(sql)
  if (figures.sum !== 0n) findings.push({ check: 'all entries sum to zero', count: 1, examples: [String(figures.sum)] })
  return { inOrder: findings.length === 0, findings, figures }
}

const checks: Readonly<Record<string, string>> = {
  'every transfer has entries and sums to zero': `
    select t.id::text from transfers t left join (select transfer_id, sum(won) as won from entries group by transfer_id) e
        on e.transfer_id = t.id
     where e.won is distinct from 0`,

  'every balance is the sum of its entries': `
    select a.id::text from accounts a
      left join (select account_id, sum(won) as won from entries group by account_id) e on e.account_id = a.id
     where a.balance <> coalesce(e.won, 0)`,

  'every entry tells the balance after it': `
    select id::text from (
      select e.id, e.after, a.balance is not null as kept, sum(e.won) over (partition by e.account_id order by e.id) as made
        from entries e join accounts a on a.id = e.account_id) line
     where after is distinct from case when kept then made end`,

  'no account of a member is below zero, nor the jackpot': `
    select id::text from accounts where balance < 0`,

  "every line of the back office's log is as it was written": `
    with chain as (
      select *, lag(no) over (order by no) as no_before, lag(hash) over (order by no) as hash_before from desk_log_chain),
    anchor as (select max(act_id) as last from desk_log_chain where no = 0)
    select coalesce(c.no::text, 'line ' || a.id) from (select * from chain where no <> 0) c
      full join (select * from desk_acts where id > (select coalesce(last, 0) from anchor)) a on a.id = c.act_id
     where c.no is null or a.id is null or no_before is distinct from no - 1 or hash <>
       encode(sha256(convert_to(jsonb_build_array(hash_before, no, a.id,
         to_char(a.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), a.who, a.act, a.request_id, a.rehearsed,
         a.payload, a.result, a.payload_hash, a.member_ids, a.texts_digest)::text, 'UTF8')), 'hex')
    union all select 'no anchor' where not exists (select 1 from desk_log_chain where no = 0)
    union all select 'line ' || id from desk_acts where id < 1
    union all
    select 'texts of ' || a.id from desk_act_texts t join desk_acts a on a.id = t.act_id
     where a.texts_digest <> encode(sha256(convert_to(t.salt || t.payload::text || t.result::text, 'UTF8')), 'hex')
        or (a.texts_digest is not null and t.salt is null)
    union all
    select 'trigger ' || name from unnest(array['desk_acts_chain', 'desk_acts_stay', 'desk_acts_only_lose', 'desk_log_chain_stays']) name
     where not exists (select 1 from pg_trigger where tgname = name and tgenabled <> 'D')`,

  'every member has one account of each kind': `
    select m.id::text from members m left join accounts a on a.member_id = m.id
     group by m.id having array_agg(a.kind order by a.kind) is distinct from array['cash', 'comp', 'game']`,

  'every deposit and withdrawal moved what its state says': `
    with ledger as (
      select t.cause_id,
             count(distinct t.id) filter (where t.cause = 'deposit') as deposited,
             count(distinct t.id) filter (where t.cause = 'withdrawal') as taken,
             count(distinct t.id) filter (where t.cause = 'withdrawal_paid') as paid,
             count(distinct t.id) filter (where t.cause = 'withdrawal_returned') as returned,
             coalesce(sum(e.won) filter (where a.kind = 'cash'), 0) as cash,
             coalesce(sum(e.won) filter (where a.kind = 'held'), 0) as held,
             coalesce(sum(e.won) filter (where a.kind = 'fees'), 0) as fees,
             array_agg(distinct a.member_id) filter (where a.member_id is not null) as members
        from transfers t join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
       where t.cause in ('deposit', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned')
       group by t.cause_id)
    select m.id::text from movements m left join ledger l on l.cause_id = m.id::text
     where (coalesce(l.deposited, 0), coalesce(l.taken, 0), coalesce(l.paid, 0), coalesce(l.returned, 0),
            coalesce(l.cash, 0), coalesce(l.held, 0), coalesce(l.fees, 0))
           is distinct from case m.kind || ' ' || m.state
             when 'deposit ${stored.done}'
               then (1::bigint, 0::bigint, 0::bigint, 0::bigint, (m.won - m.fee)::numeric, 0::numeric, m.fee::numeric)
             when 'withdrawal ${stored.pending}'
               then (0::bigint, 1::bigint, 0::bigint, 0::bigint, (-m.won)::numeric, m.won::numeric, 0::numeric)
             when 'withdrawal ${stored.done}'
               then (0::bigint, 1::bigint, 1::bigint, 0::bigint, (-m.won)::numeric, 0::numeric, m.fee::numeric)
             when 'withdrawal ${stored.cancelled}'
               then (0::bigint, 1::bigint, 0::bigint, 1::bigint, 0::numeric, 0::numeric, 0::numeric)
             else (0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::numeric, 0::numeric, 0::numeric) end
        or l.members <> array[m.member_id]`,

  'what is held is what waits to be paid out': `
    select held.won::text from
      (select coalesce(sum(e.won), 0) as won from entries e join accounts a on a.id = e.account_id where a.kind = 'held') held,
      (select coalesce(sum(won), 0) as won from movements where kind = 'withdrawal' and state = '${stored.pending}') waiting
     where held.won <> waiting.won`,

  'every bet moved what its state says': `
    with ledger as (
      select t.cause_id,
             count(distinct t.id) filter (where t.cause = 'bet') as taken,
             count(distinct t.id) filter (where t.cause = 'settlement') as settled,
             count(distinct t.id) filter (where t.cause = 'bet_returned') as returned,
             coalesce(sum(e.won) filter (where a.kind in ('cash', 'game')), 0) as won,
             array_agg(distinct a.member_id) filter (where a.member_id is not null) as members
        from transfers t join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
       where t.cause in ('bet', 'settlement', 'jackpot', 'bet_returned') and t.cause_id is not null
       group by t.cause_id)
    select b.id::text from bets b left join ledger l on l.cause_id = b.id::text
     where coalesce(l.taken, 0) <> 1 or l.settled > 1 or l.members <> array[b.member_id]
        or l.returned <> (b.returned_at is not null)::integer
        or (b.settled_at is null and l.settled > 0) or (b.settled_at is null) <> (b.win is null)
        or l.won <> case when b.returned_at is not null then 0 else coalesce(b.win, 0) - b.stake end`,

  'every closed day has the play of its bets': `
    select day::text from
      (select day, sum(bets) as bets, sum(staked) as staked, sum(won + jackpot_won) as won from play_figures group by 1) f
      full join (select seoul_day(settled_at) as day, count(*) as bets, sum(stake) as staked, sum(win) as won from bets
        where seoul_day(settled_at) in (select day from figure_days) group by 1) b using (day)
     where (f.bets, f.staked, f.won) is distinct from (b.bets, b.staked, b.won)`,

  'every transfer has what caused it': `
    select t.id::text from transfers t left join movements m on m.id::text = t.cause_id
     where t.cause in ('deposit', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned') and m.id is null
     union all
    select t.id::text from transfers t left join bets b on b.id::text = t.cause_id
     where (t.cause in ('bet', 'settlement', 'bet_returned') or (t.cause = 'jackpot' and t.cause_id is not null))
       and b.id is null`,

  'every request code moved money once': `
    with exchanged as (
      select a.member_id, t.cause_id as code, count(distinct t.id) as times
        from transfers t join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
       where t.cause = 'exchange' and t.cause_id is not null and a.kind = 'comp' group by 1, 2)
    select c.member_id || ' ' || c.code from codes c left join movements m on m.member_id = c.member_id and m.code = c.code
     where c.segment in ('apply-user-deposit', 'apply-deposit-payment', 'apply-user-withdraw') and m.id is null
     union all
    select c.member_id || ' ' || c.code from codes c
      left join exchanged x on x.member_id = c.member_id and x.code = c.code
     where c.segment in ('roll-to-balance', 'money-to-point') and x.times is distinct from 1`,

  'every bet that a provider was told is taken is there': `
    select c.sender || ' ' || c.id from callbacks c
     where c.type = 'bet' and c.answer ->> 'status' = 'success'
       and not exists (select 1 from bets b where b.provider = c.sender and b.round = c.id)`,

  'no message of a provider is left without an answer': `
    select sender || ' ' || id from callbacks where answer is null`,
}

/** Returns totals. `accounts` has the sum of entries per kind of account. `sum` is zero in a sound ledger. */
async function readFigures(sql: Sql) {
  const accounts: Record<Account['kind'], bigint> = {
    cash: 0n,
    game: 0n,
    comp: 0n,
    provider: 0n,
    jackpot: 0n,
    bank: 0n,
    payments: 0n,
    held: 0n,
    comp_budget: 0n,
    fees: 0n,
  }
  let [entries, sum] = [0, 0n]
  for (const kind of await sql.longQuery<{ kind: Account['kind']; count: number; won: bigint }>(
    `select a.kind, sum(e.count)::integer as count, sum(e.won)::bigint as won
       from (select account_id, count(*) as count, sum(won) as won from entries group by account_id) e
       join accounts a on a.id = e.account_id group by a.kind`,
  )) {
    accounts[kind.kind] = kind.won
    entries += kind.count
    sum += kind.won
  }
  const [rows] = await sql.longQuery<{ members: number; transfers: number }>(
    'select (select count(*) from members)::integer as members, (select count(*) from transfers)::integer as transfers',
  )
  const transactions = await sql.longQuery<CountAndSum & { kind: string; state: string }>(
    `select kind, state, count(*)::integer as count, sum(won)::bigint as won from movements group by kind, state`,
  )
  const bets = await sql.longQuery<CountAndSum & { state: string }>(
    `select case when returned_at is not null then 'returned' when settled_at is not null then 'settled' else 'open' end as state,
            count(*)::integer as count, sum(stake)::bigint as won from bets group by 1`,
  )
  const none: CountAndSum = { count: 0, won: 0n }
  const transactionTotals = (kind: string, state: string) =>
    transactions.find((row) => row.kind === kind && row.state === state) ?? none
  const betTotals = (state: string) => bets.find((row) => row.state === state) ?? none
  return {
    members: rows?.members ?? 0,
    transfers: rows?.transfers ?? 0,
    entries,
    sum,
    accounts,
    waiting: {
      deposits: transactionTotals('deposit', stored.pending),
      withdrawals: transactionTotals('withdrawal', stored.pending),
    },
    done: {
      deposits: transactionTotals('deposit', stored.done),
      withdrawals: transactionTotals('withdrawal', stored.done),
    },
    bets: { open: betTotals('open'), settled: betTotals('settled'), returned: betTotals('returned') },
  }
}
