-- compatible-from: 0008
-- Games under maintenance, of providers that are open; which games there are is fixed in the program.
create table game_closures (
  provider text not null,
  game text not null,
  closed_at timestamptz not null,
  primary key (provider, game)
);
