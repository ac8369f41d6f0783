-- compatible-from: 0008
-- Second factors of members. A release that does not know them lets members in with their password alone.

create table member_factors (
  member_id bigint primary key references members (id),
  -- The secret that codes are made of, encrypted under a kept secret; null: none is set yet.
  secret text,
  -- The 30 seconds of the last code that was taken: none is taken twice.
  step bigint,
  -- A secret that is being set up.
  pending text,
  pending_ends_at timestamptz,
  wrong_codes integer not null default 0,
  wrong_codes_since timestamptz
);

create table member_recovery_codes (
  member_id bigint not null references members (id),
  -- SHA-256 of 80 random bits.
  hash text not null,
  used_at timestamptz,
  primary key (member_id, hash)
);

-- Log-ins whose password was right and whose code is awaited.
create table login_tickets (
  -- SHA-256 of the ticket, which is random.
  hash text primary key,
  member_id bigint not null references members (id),
  ends_at timestamptz not null
);
create index login_tickets_by_member on login_tickets (member_id);
create index login_tickets_by_end on login_tickets (ends_at);
