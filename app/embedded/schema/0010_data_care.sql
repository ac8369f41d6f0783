-- compatible-from: 0008
-- Data care: closed and erased members, and a desk log whose lines stay while the texts in them can go.

alter table members
  -- Since when the account is closed: nobody can log in.
  add column closed_at timestamptz,
  -- When its personal data were erased. The row stays, because the ledger names members by number.
  add column erased_at timestamptz;

-- Phones and bank accounts of erased members whose break or self-exclusion runs: registration refuses them.
create table excluded_identities (
  -- A slow keyed hash: neither phone nor account can be read back.
  hash text primary key,
  ends_at timestamptz not null
);
-- Each registration asks first whether there is any.
create index excluded_identities_by_end on excluded_identities (ends_at);

alter table desk_acts
  -- The members that it was about; null: written by a release that put their ids and texts into the line itself.
  add column member_ids bigint[],
  -- Keyed hash of what was asked for, to compare a repeated request by.
  add column payload_hash text,
  -- When the ids and texts were taken out of a line of such a release.
  add column redacted_at timestamptz;

-- What was asked for and answered, with its ids and texts, as far as desk_acts does not have it. Not kept for good.
create table desk_act_texts (
  act_id bigint primary key references desk_acts (id),
  payload jsonb not null,
  result jsonb not null
);

-- A line can only lose something, once, and then says when.
create function desk_act_only_loses() returns trigger language plpgsql as $$
begin
  if old.redacted_at is null and new.redacted_at is not null and old.payload @> new.payload and old.result @> new.result
     and (new.id, new.made_at, new.who, new.act, new.request_id, new.rehearsed, new.member_ids, new.payload_hash)
       is not distinct from
         (old.id, old.made_at, old.who, old.act, old.request_id, old.rehearsed, old.member_ids, old.payload_hash)
  then return new; end if;
  raise exception 'what the desk did stays written';
end $$;
drop trigger desk_acts_stay on desk_acts;
create trigger desk_acts_stay before delete or truncate on desk_acts for each statement execute function desk_act_stays();
create trigger desk_acts_only_lose before update on desk_acts for each row execute function desk_act_only_loses();
