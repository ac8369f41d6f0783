-- Payments: what they cost, and the launches of their pages.

-- What the way of paying costs the member, taken from `won`: a deposit brings, a withdrawal pays out, that much less.
alter table movements add column fee bigint not null default 0 check (fee >= 0 and fee < won);
-- Payments that their payer never finished.
create index movements_unpaid on movements (applied_at) where state = 'wait' and kind = 'deposit' and method = 'payment';

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
  -- Wrong exchange passwords so far.
  wrong_tries integer not null default 0,
  -- When its payer left without a withdrawal, or was shown out.
  left_at timestamptz,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  check (kind = 'withdrawal' or movement_id is not null)
);
