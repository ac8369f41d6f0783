-- compatible-from: 0008
-- The second factor of who works at the desk, their sessions, and machines among them.

alter table desk_tokens drop constraint desk_tokens_role_check;
alter table desk_tokens
  add constraint desk_tokens_role_check check (role in ('reader', 'support', 'cashier', 'owner', 'machine')),
  -- The secret that codes are made of, encrypted under the token itself: a stolen table makes no code.
  add column factor text,
  -- The 30 seconds of the last code that was taken: none is taken twice.
  add column factor_step bigint,
  add column wrong_codes integer not null default 0,
  add column wrong_codes_since timestamptz,
  add column factor_reset_at timestamptz;

create table desk_recovery_codes (
  token_id bigint not null references desk_tokens (id),
  -- SHA-256 of 80 random bits.
  hash text not null,
  used_at timestamptz,
  primary key (token_id, hash)
);

create table desk_sessions (
  id bigint generated always as identity primary key,
  -- SHA-256 of what the browser has, and of the token that the session is of, DESK_TOKEN among them.
  hash text not null unique,
  token_hash text not null,
  began_at timestamptz not null,
  seen_at timestamptz not null,
  -- When a code was given last.
  verified_at timestamptz,
  address text not null
);
create index desk_sessions_by_token on desk_sessions (token_hash);

-- How often somebody came with what is no token, or with a wrong code, by the hour.
create table desk_wrong_tries (
  hour timestamptz primary key,
  count integer not null
);
