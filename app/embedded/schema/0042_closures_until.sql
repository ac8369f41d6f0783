-- compatible-from: 0008
-- When a closure ends. A release without the column keeps a provider or game closed until its row is deleted.
alter table provider_closures add column until timestamptz;
alter table game_closures add column until timestamptz;

-- The maintenance of the whole site: at most one row. It is over at its end, or when its row is deleted.
create table site_maintenance (
  one boolean primary key default true check (one),
  until timestamptz not null,
  text text,
  began_at timestamptz not null,
  began_by text not null
);
