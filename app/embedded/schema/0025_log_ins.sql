-- compatible-from: 0008
-- What log-ins came from.

-- The word that the site has for the browser of a log-in; null: it said none, or an older release stored the log-in.
alter table tokens add column browser text;

-- The browsers that members have logged in with, to notice one that is new.
create table member_browsers (
  member_id bigint not null references members (id),
  -- SHA-256 of the random value that the browser keeps.
  hash text not null,
  seen_at timestamptz not null,
  primary key (member_id, hash)
);
create index member_browsers_by_time on member_browsers (seen_at);
