-- Games are played with in-game money over signed callbacks, as game providers do it everywhere: bet, win, rollback,
-- each once by the provider's own id. And every movement can be traced from what asked for it to what it moved.

-- settlement: what ends a bet, its win, its comp and its share for the jackpot in one. win is of earlier versions.
alter table transfers drop constraint transfers_cause_check;
alter table transfers add constraint transfers_cause_check check (cause in ('deposit', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned', 'exchange', 'bet', 'win', 'settlement', 'bet_returned', 'to_game', 'to_cash', 'jackpot', 'comp_grant', 'correction'));

-- The request code that a movement was asked for with; none on a withdrawal through a payment page.
alter table movements add column code text;
create unique index movements_of_code on movements (member_id, code) where code is not null;
-- Codes from here on can be followed to what they moved; earlier ones can't.
alter table codes add column traced boolean not null default false;
alter table codes alter column traced set default true;

-- What was asked for stays as it was asked for, and ends once.
create function movement_ends_once() returns trigger language plpgsql as $$
begin
  if (new.kind, new.member_id, new.won, new.fee, new.method, new.payment_idx, new.code, new.applied_at)
     is distinct from (old.kind, old.member_id, old.won, old.fee, old.method, old.payment_idx, old.code, old.applied_at)
  then raise exception 'movement % stays as it was asked for', old.id; end if;
  if old.state <> 'wait' and (new.state, new.settled_at, new.settled_by) is distinct from (old.state, old.settled_at, old.settled_by)
  then raise exception 'movement % has ended', old.id; end if;
  return new;
end $$;
create trigger movement_ends_once before update on movements for each row execute function movement_ends_once();
create trigger movements_never_deleted before delete or truncate on movements for each statement execute function never_changed();

-- A bet is open, settled (win is set) or returned. `round` is the provider's own id of the bet.
alter table bets add column returned_at timestamptz;
alter table bets add constraint bet_ends_one_way check (returned_at is null or (win is null and settled_at is null));
create index bets_open on bets (made_at) where settled_at is null and returned_at is null;

-- Messages of providers and payment services, each by its own id: the first answer is every answer.
create table callbacks (
  sender text not null,
  id text not null,
  type text not null,
  -- SHA-256 of the message. Null: a bet that was rolled back before it came; whatever comes under its id is refused.
  payload_hash text,
  answer jsonb,
  made_at timestamptz not null,
  primary key (sender, id)
);

-- Secrets that the house made for itself.
create table kept_secrets (
  name text primary key,
  secret text not null,
  made_at timestamptz not null
);

-- Rounds of the sandbox games are their provider's own book: what was pressed and drawn, and how far it got.
drop index game_rounds_latest;
alter table game_rounds
  add column id bigint generated always as identity,
  add column stake bigint,
  -- What the round pays without the jackpot.
  add column win bigint,
  -- Whether it takes the jackpot.
  add column jackpot boolean not null default false,
  -- open: the house may not know of it yet, or not how it ended. refused: nothing was staked. void: it was given back.
  add column state text not null default 'done' check (state in ('open', 'done', 'refused', 'void')),
  add column refusal text,
  add column made_at timestamptz;
update game_rounds set stake = bets.stake, win = bets.win - jackpot_won, jackpot = jackpot_won > 0, made_at = bets.made_at
  from bets where bets.id = bet_id;
alter table game_rounds
  drop column bet_id,
  alter column stake set not null,
  alter column win set not null,
  alter column made_at set not null,
  alter column state drop default,
  add check (stake > 0 and win >= 0),
  add check ((state = 'refused') = (refusal is not null));
create index game_rounds_latest on game_rounds (launch_id, id desc);
create index game_rounds_open on game_rounds (made_at) where state = 'open';
