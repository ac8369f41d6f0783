-- compatible-from: 0008
-- The games that members have marked.
create table favourites (
  member_id bigint not null references members (id),
  company text not null,
  code text not null,
  made_at timestamptz not null,
  primary key (member_id, company, code)
);
create index favourites_by_time on favourites (member_id, made_at);
