-- Deposits and withdrawals, by bank and through payment pages.

-- wait: asked for; already: done; cansel: called off. The wire's own words.
create table movements (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('deposit', 'withdrawal')),
  member_id bigint not null references members (id),
  won bigint not null check (won > 0),
  -- What the way of paying costs the member, taken from `won`: a deposit brings, a withdrawal pays out, that much less.
  fee bigint not null default 0 check (fee >= 0 and fee < won),
  -- bank: by transfer; payment: through a payment page.
  method text not null check (method in ('bank', 'payment')),
  payment_idx text,
  -- The request code that it was asked for with; none on a withdrawal through a payment page.
  code text,
  state text not null default 'wait' check (state in ('wait', 'already', 'cansel')),
  applied_at timestamptz not null,
  -- Play money approves by itself at this time; null: a person, or the payment page, does.
  due_at timestamptz,
  settled_at timestamptz,
  settled_by text,
  -- Cash after it was applied (withdrawal) or settled (deposit).
  after bigint,
  check ((state = 'wait') = (settled_at is null))
);
create index movements_of_member on movements (member_id, kind, id desc);
create unique index movements_of_code on movements (member_id, code) where code is not null;
create index movements_due on movements (due_at) where state = 'wait';
-- Every call of a member asks whether something of theirs waits: their whole history is no place to look for it.
create index movements_waiting on movements (member_id, due_at) where state = 'wait';
-- Payments that their payer never finished.
create index movements_unpaid on movements (applied_at) where state = 'wait' and kind = 'deposit' and method = 'payment';

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

-- One opened payment page: whoever holds the token acts on it, no session is asked for.
create table payment_launches (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token: a stolen table opens no payment.
  token_hash text not null unique,
  member_id bigint not null references members (id),
  kind text not null check (kind in ('deposit', 'withdrawal')),
  payment_idx text not null,
  -- A deposit is there before its page; a withdrawal is made on it, one for each launch.
  movement_id bigint references movements (id),
  language text not null check (language in ('ko', 'en')),
  -- When its payer left without a withdrawal.
  left_at timestamptz,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  check (kind = 'withdrawal' or movement_id is not null)
);
