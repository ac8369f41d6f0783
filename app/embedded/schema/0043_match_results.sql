-- compatible-from: 0008
-- A slip is placed until its last match ends (due_at). A match has one result, drawn when it begins.
alter table game_rounds
  add column due_at timestamptz,
  drop constraint game_rounds_state_check,
  add constraint game_rounds_state_check check (state in ('open', 'placed', 'done', 'refused', 'void'));
create index game_rounds_placed on game_rounds (due_at) where state = 'placed';
create table match_results (
  provider text not null,
  match text not null,
  score jsonb not null,
  made_at timestamptz not null,
  primary key (provider, match)
);
