-- Double entry in whole won. An entry above zero raises its account. What members own stands above zero; bank,
-- payments, providers and the comp budget go below zero by what came in through them or was paid out of them.
create table accounts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('cash', 'game', 'comp', 'provider', 'jackpot', 'bank', 'payments', 'held', 'comp_budget', 'fees')),
  member_id bigint references members (id),
  provider text,
  -- Kept in step by a trigger for members' accounts and the jackpot. Null for the others: their balance is the sum of
  -- their entries, asked for rarely, so that a thousand members' bets do not queue on one row.
  balance bigint,
  check ((member_id is not null) = (kind in ('cash', 'game', 'comp'))),
  check ((provider is not null) = (kind = 'provider')),
  check ((balance is not null) = (kind in ('cash', 'game', 'comp', 'jackpot'))),
  constraint never_below_zero check (balance >= 0),
  -- The largest whole won that a JSON number carries exactly.
  constraint never_above_exact check (balance <= 9007199254740991),
  unique nulls not distinct (kind, member_id, provider)
);
insert into accounts (kind) values ('bank'), ('payments'), ('held'), ('comp_budget'), ('fees');
insert into accounts (kind, balance) values ('jackpot', 0);
create index accounts_of_member on accounts (member_id) where member_id is not null;

create table transfers (
  id bigint generated always as identity primary key,
  -- settlement: what ends a bet, its win, its comp and its share for the jackpot in one.
  cause text not null check (cause in ('deposit', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned', 'exchange', 'bet', 'settlement', 'bet_returned', 'to_game', 'to_cash', 'jackpot', 'comp_grant', 'correction')),
  -- Id of the deposit, withdrawal, bet … that caused it.
  cause_id text,
  made_at timestamptz not null
);
create index transfers_by_cause on transfers (cause, cause_id);

create table entries (
  id bigint generated always as identity primary key,
  transfer_id bigint not null references transfers (id),
  account_id bigint not null references accounts (id),
  won bigint not null check (won <> 0),
  -- The account's balance after this entry, where one is kept; filled by the trigger.
  after bigint
);
create index entries_of_transfer on entries (transfer_id);
create index entries_of_account on entries (account_id, id);

-- The only way a balance moves: inserting an entry. So a balance can't differ from the sum of its entries.
create function entry_moves_balance() returns trigger language plpgsql as $$
begin
  update accounts set balance = balance + new.won where id = new.account_id and balance is not null returning balance into new.after;
  return new;
end $$;
create trigger entry_moves_balance before insert on entries for each row execute function entry_moves_balance();

create function balance_moves_by_entries() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then raise exception 'a balance moves by entries alone'; end if;
  return new;
end $$;
create trigger balance_moves_by_entries before update of balance on accounts for each row execute function balance_moves_by_entries();

create function account_starts_at_zero() returns trigger language plpgsql as $$
begin
  if new.balance <> 0 then raise exception 'an account starts at zero'; end if;
  return new;
end $$;
create trigger account_starts_at_zero before insert on accounts for each row execute function account_starts_at_zero();

create function never_changed() returns trigger language plpgsql as $$
begin
  raise exception '% is written once: a correction is a new transfer', tg_table_name;
end $$;
create trigger entries_never_changed before update or delete or truncate on entries for each statement execute function never_changed();
create trigger transfers_never_changed before update or delete or truncate on transfers for each statement execute function never_changed();

create function transfer_sums_to_zero() returns trigger language plpgsql as $$
begin
  if (select sum(won) from entries where transfer_id = new.transfer_id) <> 0 then
    raise exception 'transfer % does not sum to zero', new.transfer_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger transfer_sums_to_zero after insert on entries deferrable initially deferred
  for each row execute function transfer_sums_to_zero();

-- One-time request codes: the first outcome of (member, code), kept with what it moved, in the same transaction.
create table codes (
  member_id bigint not null references members (id),
  code text not null,
  segment text not null,
  -- SHA-256 of the payload without passwords.
  payload_hash text not null,
  answer jsonb,
  made_at timestamptz not null,
  primary key (member_id, code)
);
