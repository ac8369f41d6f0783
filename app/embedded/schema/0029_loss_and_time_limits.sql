-- compatible-from: 0008
-- Limits of losses and of playing time, and what they count: a member's play by day of Seoul. It is counted where bets
-- and opened games are written, in the same transaction, so that no bet is ever missing from it.

alter table play_limits
  -- In won.
  add column loss_day bigint check (loss_day >= 0),
  add column loss_week bigint check (loss_week >= 0),
  add column loss_month bigint check (loss_month >= 0),
  -- In minutes.
  add column time_day integer check (time_day >= 0),
  add column time_week integer check (time_week >= 0),
  add column time_month integer check (time_month >= 0),
  -- When the member was last asked, by a note, to look at their limits again.
  add column reminded_at timestamptz;

create table play_days (
  member_id bigint not null references members (id),
  -- Of the bets that were made on it, whenever they settle.
  day date not null,
  -- In won, without bets that were returned.
  staked bigint not null default 0 check (staked >= 0),
  won bigint not null default 0 check (won >= 0),
  played_ms bigint not null default 0 check (played_ms >= 0),
  -- The latest bet or opened game.
  last_at timestamptz,
  primary key (member_id, day)
);

create function seoul_day(moment timestamptz) returns date language sql immutable as $$
  select (moment at time zone 'Asia/Seoul')::date
$$;

-- Bets from before count too. Time is counted from now on.
insert into play_days (member_id, day, staked, won)
  select member_id, seoul_day(made_at), sum(stake), sum(coalesce(win, 0)) from bets
   where returned_at is null and made_at >= now() - interval '40 days' group by 1, 2;

-- Counts the time since the member's last bet or opened game, unless that was a pause, on the days on which it passed.
create function count_play_time(member bigint, moment timestamptz, pause interval) returns void language plpgsql as $$
declare
  today date := seoul_day(moment);
  midnight timestamptz := today::timestamp at time zone 'Asia/Seoul';
  latest timestamptz;
begin
  select last_at into latest from play_days
   where member_id = member and day in (today, today - 1) and last_at is not null order by day desc limit 1;
  -- A clock that was set back counts nothing once, and goes on from there.
  if latest is null or latest > moment or moment - latest > pause then latest := moment; end if;
  if latest < midnight then
    update play_days set played_ms = played_ms + round(extract(epoch from midnight - latest) * 1000)
     where member_id = member and day = today - 1;
    latest := midnight;
  end if;
  insert into play_days as days (member_id, day, played_ms, last_at)
    values (member, today, round(extract(epoch from moment - latest) * 1000), moment)
    on conflict (member_id, day) do update
      set played_ms = days.played_ms + excluded.played_ms, last_at = excluded.last_at;
end $$;

create function count_bet() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into play_days as days (member_id, day, staked) values (new.member_id, seoul_day(new.made_at), new.stake)
      on conflict (member_id, day) do update set staked = days.staked + excluded.staked;
  else
    update play_days
       set won = won + coalesce(new.win, 0) - coalesce(old.win, 0),
           staked = staked - case when new.returned_at is not null and old.returned_at is null then new.stake else 0 end
     where member_id = new.member_id and day = seoul_day(new.made_at);
  end if;
  return null;
end $$;
create trigger count_bet after insert or update on bets for each row execute function count_bet();
