-- compatible-from: 0008
-- Play by day of Seoul in which its bets were settled. Closed days are counted from the ledger and can be counted again.
create table figure_days (
  day date primary key,
  counted_at timestamptz not null
);
create table play_figures (
  day date not null references figure_days (day) on delete cascade,
  provider text not null,
  game text not null,
  member_id bigint not null references members (id),
  bets integer not null check (bets > 0),
  -- In won: stakes, wins without the jackpot, comp, the share of stakes that went into the jackpot, and the jackpot paid.
  staked bigint not null,
  won bigint not null,
  comp bigint not null,
  jackpot_share bigint not null,
  jackpot_won bigint not null,
  primary key (day, member_id, provider, game)
);
create index if not exists bets_settled on bets (settled_at) where settled_at is not null;

-- The figures of the bets settled from one moment until before another.
create function count_play(since timestamptz, until timestamptz)
returns table (day date, provider text, game text, member_id bigint, bets integer, staked bigint, won bigint, comp bigint,
  jackpot_share bigint, jackpot_won bigint) language sql stable parallel safe as $$
  select seoul_day(b.settled_at), b.provider, b.game, b.member_id, count(distinct b.id)::integer,
         coalesce(-sum(e.won) filter (where t.cause = 'bet' and a.kind = 'game'), 0)::bigint,
         coalesce(sum(e.won) filter (where t.cause = 'settlement' and a.kind = 'game'), 0)::bigint,
         coalesce(sum(e.won) filter (where a.kind = 'comp'), 0)::bigint,
         coalesce(sum(e.won) filter (where t.cause = 'settlement' and a.kind = 'jackpot'), 0)::bigint,
         coalesce(sum(e.won) filter (where t.cause = 'jackpot' and a.kind = 'game'), 0)::bigint
    from bets b
    join transfers t on t.cause_id = b.id::text and t.cause in ('bet', 'settlement', 'jackpot')
    join entries e on e.transfer_id = t.id
    join accounts a on a.id = e.account_id
   where b.settled_at >= since and b.settled_at < until
   group by 1, 2, 3, 4
$$;

-- Others who logged in from the same address or browser, or have the same account holder.
create index if not exists tokens_by_address on tokens (address);
create index if not exists member_browsers_by_hash on member_browsers (hash);
create index if not exists members_by_bank_owner on members (bank_owner);
