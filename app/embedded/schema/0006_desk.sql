-- What the operator's desk did, kept for good.
create table desk_acts (
  id bigint generated always as identity primary key,
  made_at timestamptz not null,
  -- As the caller calls itself: the desk has one token for all who work at it.
  who text not null,
  act text not null,
  -- The caller's own number of a change: the same one again changes nothing more. Null: a look, a rehearsal, a refusal.
  request_id text unique,
  -- Done and undone again, to see what it would come to.
  rehearsed boolean not null default false,
  payload jsonb not null,
  result jsonb not null
);

create function desk_act_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what the desk did stays written';
end $$;
create trigger desk_acts_stay before update or delete or truncate on desk_acts for each statement execute function desk_act_stays();
