-- The checks of the ledger's audit. Each returns the ids of the rows that violate it.
-- psql can run the file as it is. States: wait (pending), already (done), cansel (cancelled).

-- check: every transfer has entries and sums to zero
select t.id::text from transfers t left join (select transfer_id, sum(won) as won from entries group by transfer_id) e
    on e.transfer_id = t.id
 where e.won is distinct from 0;

-- check: every balance is the sum of its entries
select a.id::text from accounts a
  left join (select account_id, sum(won) as won from entries group by account_id) e on e.account_id = a.id
 where a.balance <> coalesce(e.won, 0);

-- check: every entry tells the balance after it
select id::text from (
  select e.id, e.after, a.balance is not null as kept, sum(e.won) over (partition by e.account_id order by e.id) as made
    from entries e join accounts a on a.id = e.account_id) line
 where after is distinct from case when kept then made end;

-- check: no account of a member is below zero, nor the jackpot
select id::text from accounts where balance < 0;

-- check: every line of the back office's log is as it was written
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
 where not exists (select 1 from pg_trigger where tgname = name and tgenabled <> 'D');

-- check: every member has one account of each kind
select m.id::text from members m left join accounts a on a.member_id = m.id
 group by m.id having array_agg(a.kind order by a.kind) is distinct from array['cash', 'comp', 'game'];

-- check: every deposit and withdrawal moved what its state says
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
         when 'deposit already'
           then (1::bigint, 0::bigint, 0::bigint, 0::bigint, (m.won - m.fee)::numeric, 0::numeric, m.fee::numeric)
         when 'withdrawal wait'
           then (0::bigint, 1::bigint, 0::bigint, 0::bigint, (-m.won)::numeric, m.won::numeric, 0::numeric)
         when 'withdrawal already'
           then (0::bigint, 1::bigint, 1::bigint, 0::bigint, (-m.won)::numeric, 0::numeric, m.fee::numeric)
         when 'withdrawal cansel'
           then (0::bigint, 1::bigint, 0::bigint, 1::bigint, 0::numeric, 0::numeric, 0::numeric)
         else (0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::numeric, 0::numeric, 0::numeric) end
    or l.members <> array[m.member_id];

-- check: what is held is what waits to be paid out
select held.won::text from
  (select coalesce(sum(e.won), 0) as won from entries e join accounts a on a.id = e.account_id where a.kind = 'held') held,
  (select coalesce(sum(won), 0) as won from movements where kind = 'withdrawal' and state = 'wait') waiting
 where held.won <> waiting.won;

-- check: every bet moved what its state says
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
    or l.won <> case when b.returned_at is not null then 0 else coalesce(b.win, 0) - b.stake end;

-- check: every closed day has the play of its bets
select day::text from
  (select day, sum(bets) as bets, sum(staked) as staked, sum(won + jackpot_won) as won from play_figures group by 1) f
  full join (select seoul_day(settled_at) as day, count(*) as bets, sum(stake) as staked, sum(win) as won from bets
    where seoul_day(settled_at) in (select day from figure_days) group by 1) b using (day)
 where (f.bets, f.staked, f.won) is distinct from (b.bets, b.staked, b.won);

-- check: every transfer has what caused it
select t.id::text from transfers t left join movements m on m.id::text = t.cause_id
 where t.cause in ('deposit', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned') and m.id is null
 union all
select t.id::text from transfers t left join bets b on b.id::text = t.cause_id
 where (t.cause in ('bet', 'settlement', 'bet_returned') or (t.cause = 'jackpot' and t.cause_id is not null))
   and b.id is null;

-- check: every request code moved money once
with exchanged as (
  select a.member_id, t.cause_id as code, count(distinct t.id) as times
    from transfers t join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
   where t.cause = 'exchange' and t.cause_id is not null and a.kind = 'comp' group by 1, 2)
select c.member_id || ' ' || c.code from codes c left join movements m on m.member_id = c.member_id and m.code = c.code
 where c.segment in ('apply-user-deposit', 'apply-deposit-payment', 'apply-user-withdraw') and m.id is null
 union all
select c.member_id || ' ' || c.code from codes c
  left join exchanged x on x.member_id = c.member_id and x.code = c.code
 where c.segment in ('roll-to-balance', 'money-to-point') and x.times is distinct from 1;

-- check: every bet that a provider was told is taken is there
select c.sender || ' ' || c.id from callbacks c
 where c.type = 'bet' and c.answer ->> 'status' = 'success'
   and not exists (select 1 from bets b where b.provider = c.sender and b.round = c.id);

-- check: no message of a provider is left without an answer
select sender || ' ' || id from callbacks where answer is null;
