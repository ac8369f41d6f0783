-- compatible-from: 0008
-- Forgotten passwords: who asked the desk for a code, and the code that it gave. And what the desk changes for a member.

-- One row a member: at most one open request and one code. The row without a member takes what is asked and tried for ids
-- that nobody has, so that these calls write as much as the others and take as long.
create table password_resets (
  id bigint generated always as identity primary key,
  member_id bigint unique nulls not distinct references members (id),
  -- The open request: when it was first and last asked for, how often, and the phone that was given with it, which proves
  -- nothing. Null: none is open.
  asked_at timestamptz,
  asked_again_at timestamptz,
  times integer not null default 0,
  phone text,
  -- Which password the code sets.
  kind text check (kind in ('login', 'exchange')),
  -- SHA-256 of the code, which is random: a stolen table sets no password.
  code_hash text,
  made_at timestamptz,
  ends_at timestamptz,
  -- Every use counts, also of the right code.
  tries integer not null default 0,
  used_at timestamptz,
  check ((code_hash is null) = (ends_at is null))
);
create index password_resets_open on password_resets (asked_at) where asked_at is not null;
insert into password_resets (member_id) values (null);

-- Until when nothing is paid out, because a password, the phone or the bank account was changed for the member.
alter table members add column withdrawals_held_until timestamptz;
-- Where a login came from; null: it was made by an older release.
alter table tokens add column address text;
-- Since when nobody can register with the code; null: it is in use.
alter table referral_codes add column removed_at timestamptz;
-- What the desk tells the member about how a movement ended.
alter table movements add column desk_reason text;
