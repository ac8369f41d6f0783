-- compatible-from: 0008
-- Who works at the desk, by a token each, and what one of them said yes to and another has not yet.

create table desk_tokens (
  id bigint generated always as identity primary key,
  -- The person, in the log and as one of two who say yes. The next token of the same name is the same person's.
  name text not null,
  role text not null check (role in ('reader', 'support', 'cashier', 'owner')),
  -- SHA-256 of the token, which is random: a stolen table opens nothing.
  hash text not null unique,
  made_at timestamptz not null,
  made_by text not null,
  ended_at timestamptz,
  ended_by text
);
create unique index desk_tokens_live on desk_tokens (name) where ended_at is null;

create table desk_first_approvals (
  id bigint generated always as identity primary key,
  act text not null,
  member_id bigint not null references members (id),
  -- What the second person must ask for as well: the payload as the command reads it, without member and texts.
  request jsonb not null,
  won bigint not null,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  made_by text not null,
  -- Null: DESK_TOKEN.
  token_id bigint references desk_tokens (id),
  unique (act, member_id, request)
);
