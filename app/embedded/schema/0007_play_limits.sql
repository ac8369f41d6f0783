-- Play limits: what a member set for themselves, and which documents they accepted.

-- The limits that hold now. A member without a row never set any.
create table play_limits (
  member_id bigint primary key references members (id),
  -- Deposit limits in won of a day, week and month; null: none.
  day bigint check (day >= 0),
  week bigint check (week >= 0),
  month bigint check (month >= 0),
  -- Raises that wait: [{ name, value, from }].
  pending jsonb not null,
  -- Minutes of play between two reality checks; null: none.
  reality integer check (reality in (15, 30, 60)),
  reality_checked_at timestamptz,
  break_until timestamptz,
  excluded_until timestamptz
);

create function exclusion_never_shorter() returns trigger language plpgsql as $$
begin
  if new.break_until < old.break_until or new.excluded_until < old.excluded_until
     or (new.break_until is null and old.break_until is not null)
     or (new.excluded_until is null and old.excluded_until is not null)
  then raise exception 'a break or self-exclusion never becomes shorter'; end if;
  return new;
end $$;
create trigger exclusion_never_shorter before update on play_limits for each row execute function exclusion_never_shorter();
create trigger play_limits_never_deleted before delete or truncate on play_limits for each statement execute function never_changed();

-- Every change of them, for the operator and the regulator.
create table play_limit_changes (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  made_at timestamptz not null,
  -- desk: an operator, at the member's request; the desk's log says who.
  made_by text not null check (made_by in ('member', 'desk')),
  -- What was asked for, and the limits after it.
  change jsonb not null,
  limits jsonb not null
);
create index play_limit_changes_of_member on play_limit_changes (member_id, id desc);
create trigger play_limit_changes_never_changed before update or delete or truncate on play_limit_changes
  for each statement execute function never_changed();

create table document_acceptances (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  document text not null check (document in ('terms', 'privacy')),
  version text not null,
  -- Whether the member also said to be of age.
  adult boolean not null,
  accepted_at timestamptz not null,
  unique (member_id, document, version, adult)
);
create trigger document_acceptances_never_changed before update or delete or truncate on document_acceptances
  for each statement execute function never_changed();

-- Deposits of a period, the play of the last hours, and the members that a new one may be.
create index deposits_applied on movements (member_id, applied_at) where kind = 'deposit';
create index bets_by_time on bets (member_id, made_at);
create index game_launches_by_time on game_launches (member_id, made_at);
create index members_by_phone on members (phone);
create index members_by_bank_number on members (bank_number);
