-- compatible-from: 0008
-- A log of the desk that shows if it was touched: each line is hashed together with the hash of the line before it. The
-- database appends the hashes, so that lines of an older release beside this one are in the chain too.

alter table desk_acts
  -- Salted hash of what desk_act_texts has of the line, which stays when the texts and the salt go; 'none': it has nothing.
  add column texts_digest text;
alter table desk_act_texts add column salt text;

create function desk_texts_digest(salt text, payload jsonb, result jsonb) returns text language sql immutable as $$
  select encode(sha256(convert_to(salt || payload::text || result::text, 'UTF8')), 'hex')
$$;

create table desk_log_chain (
  no bigint primary key,
  act_id bigint references desk_acts (id),
  hash text not null
);
-- The anchor: lines up to this one were written before there was a chain.
insert into desk_log_chain select 0, max(id), encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex') from desk_acts;
create trigger desk_log_chain_stays before update or delete or truncate on desk_log_chain
  for each statement execute function desk_act_stays();

-- The audit computes the same by itself: it trusts no function of the database.
create function desk_log_hash(hash_before text, no bigint, line desk_acts) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(hash_before, no, line.id,
    to_char(line.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), line.who, line.act, line.request_id,
    line.rehearsed, line.payload, line.result, line.payload_hash, line.member_ids, line.texts_digest)::text, 'UTF8')), 'hex')
$$;

create function desk_log_append() returns trigger language plpgsql as $$
declare last desk_log_chain;
begin
  -- One append after the other, of all replicas.
  perform pg_advisory_xact_lock(7204412);
  select * into last from desk_log_chain order by no desc limit 1;
  insert into desk_log_chain values (last.no + 1, new.id, desk_log_hash(last.hash, last.no + 1, new));
  return null;
end $$;
create trigger desk_acts_chain after insert on desk_acts for each row execute function desk_log_append();
