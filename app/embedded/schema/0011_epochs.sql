-- compatible-from: 0008
-- The epochs of the store: each restore begins one, the last row is the current one. What is kept outside of the store
-- about it, such as answers to request codes in Redis, counts in its own epoch alone.

create table epochs (
  id bigint generated always as identity primary key,
  -- Random, so that two restores of one backup differ.
  name text not null unique,
  began_at timestamptz not null
);
