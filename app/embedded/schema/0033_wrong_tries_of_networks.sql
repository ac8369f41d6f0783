-- compatible-from: 0008
-- How often a network came with what is no token, or with a wrong code, since its first such try of ten minutes.
create table desk_wrong_networks (
  network text primary key,
  since timestamptz not null,
  count integer not null
);
