-- What the house offers to play and to read: closed providers, launches of the sandbox games, notes, help, notices,
-- launches of the sandbox payments. Numbers from 0010 leave room for the members' and the ledger's own steps.

-- Providers under maintenance; who is not named here is open. Which providers there are is fixed in the program.
create table provider_closures (
  provider text primary key,
  closed_at timestamptz not null
);

-- One opened game: whoever holds the token plays it, no session is asked for.
create table game_launches (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token: a stolen table opens no game.
  token_hash text not null unique,
  member_id bigint not null references members (id),
  provider text not null,
  game text not null,
  -- The language the member came in.
  language text not null check (language in ('ko', 'en')),
  made_at timestamptz not null,
  ends_at timestamptz not null
);

-- One round of a launch, at most once by the spin id that its form carried.
create table game_rounds (
  launch_id bigint not null references game_launches (id),
  spin text not null,
  bet_id bigint not null unique references bets (id),
  choice text not null,
  outcome jsonb not null,
  jackpot_won bigint not null default 0 check (jackpot_won >= 0),
  primary key (launch_id, spin)
);
create index game_rounds_latest on game_rounds (launch_id, bet_id desc);

create table notes (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  title text not null,
  contents text not null,
  made_at timestamptz not null,
  read_at timestamptz
);
create index notes_of_member on notes (member_id, id desc);

-- Questions to the house. In play money one is answered by itself at due_at; null: a person answers.
create table help_requests (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  title text not null,
  contents text not null,
  -- The language of the page it was written on: the answer's language.
  language text not null check (language in ('ko', 'en')),
  made_at timestamptz not null,
  due_at timestamptz,
  answer text,
  answered_at timestamptz,
  -- When the answer was read.
  read_at timestamptz,
  check ((answer is null) = (answered_at is null)),
  check (read_at is null or answered_at is not null)
);
create index help_requests_of_member on help_requests (member_id, id desc);
create index help_requests_due on help_requests (due_at) where answered_at is null;

create table notices (
  idx bigint generated always as identity primary key,
  -- list: on the notice page; popup: on the home page until hidden.
  place text not null check (place in ('list', 'popup')),
  title text not null,
  contents text not null,
  made_at timestamptz not null
);
create index notices_by_place on notices (place, idx desc);
