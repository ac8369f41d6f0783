-- compatible-from: 0008
-- Lists of the desk in a browser with their filters, kept by name for everybody there.

create table kept_views (
  name text primary key,
  address text not null,
  kept_at timestamptz not null,
  kept_by text not null
);
