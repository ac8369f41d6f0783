-- Members and what opens their account: referral codes, tokens, wrong passwords; and the secrets the program made for
-- itself. These files run on PGlite and on PostgreSQL 15 and later.

-- What a new store was filled with, once each: catalogue, demo.
create table seeds (
  name text primary key,
  made_at timestamptz not null
);

-- Secrets that were made here, where no setting gave one.
create table kept_secrets (
  name text primary key,
  secret text not null,
  made_at timestamptz not null
);

create table referral_codes (
  code text primary key,
  -- Shown as the recommending member by get-reg-domain.
  user_id text not null,
  -- The public origin whose visitors get this code filled in; *: those of every one; null: nobody does.
  origin text,
  made_at timestamptz not null
);

create table members (
  id bigint generated always as identity primary key,
  user_id text not null unique,
  nick text not null,
  -- The nick as it is compared: NFKC, lower case.
  nick_key text not null unique,
  phone text not null,
  bank_name text not null,
  bank_number text not null,
  bank_owner text not null,
  login_hash text not null,
  exchange_hash text not null,
  level integer not null default 1,
  referral_code text references referral_codes (code),
  joined_at timestamptz not null
);

create table tokens (
  -- SHA-256 of the bearer token: a stolen table opens no session.
  hash text primary key,
  member_id bigint not null references members (id),
  made_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz
);
create index tokens_of_member on tokens (member_id);

-- Wrong passwords given by somebody who is signed in, wherever one is asked for: all processes count in this one row.
create table wrong_passwords (
  member_id bigint not null references members (id),
  kind text not null check (kind in ('login', 'exchange')),
  -- When the first one of this window came.
  began_at timestamptz not null,
  count integer not null check (count > 0),
  primary key (member_id, kind)
);
