-- compatible-from: 0008
-- The login that opened a game, by the SHA-256 of its token: its end is the end of the game.
alter table game_launches add column login_hash text;
create index game_launches_of_login on game_launches (login_hash);
