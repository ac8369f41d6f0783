-- What is played: providers under maintenance, bets, the messages of providers, and the sandbox games' own book.

-- Providers under maintenance; who is not named here is open. Which providers there are is fixed in the program.
create table provider_closures (
  provider text primary key,
  closed_at timestamptz not null
);

-- What a member played: one row per bet, its win filled in when it settles. A bet is open, settled or returned.
create table bets (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  provider text not null,
  game text not null,
  -- The provider's own id of the bet: it is taken once.
  round text not null,
  stake bigint not null check (stake > 0),
  win bigint check (win >= 0),
  made_at timestamptz not null,
  settled_at timestamptz,
  returned_at timestamptz,
  constraint bet_ends_one_way check (returned_at is null or (win is null and settled_at is null)),
  unique (provider, round)
);
create index bets_of_member on bets (member_id, id desc);
create index bets_open on bets (made_at) where settled_at is null and returned_at is null;

-- Messages of providers and payment services, each by its own id: the first answer is every answer.
create table callbacks (
  sender text not null,
  id text not null,
  type text not null,
  -- SHA-256 of the message. Null: a bet that was rolled back before it came; whatever comes under its id is refused.
  payload_hash text,
  answer jsonb,
  made_at timestamptz not null,
  primary key (sender, id)
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

-- Rounds of the sandbox games are their provider's own book: what was pressed and drawn, and how far it got. At most
-- one by the spin id that its form carried.
create table game_rounds (
  id bigint generated always as identity,
  launch_id bigint not null references game_launches (id),
  spin text not null,
  choice text not null,
  outcome jsonb not null,
  stake bigint not null check (stake > 0),
  -- What the round pays without the jackpot.
  win bigint not null check (win >= 0),
  -- Whether it takes the jackpot, and what that came to.
  jackpot boolean not null,
  jackpot_won bigint not null default 0 check (jackpot_won >= 0),
  -- open: its bet may not be taken yet, or not ended. refused: nothing was staked. void: it was given back.
  state text not null check (state in ('open', 'done', 'refused', 'void')),
  refusal text,
  made_at timestamptz not null,
  primary key (launch_id, spin),
  check ((state = 'refused') = (refusal is not null))
);
create index game_rounds_latest on game_rounds (launch_id, id desc);
create index game_rounds_open on game_rounds (made_at) where state = 'open';
