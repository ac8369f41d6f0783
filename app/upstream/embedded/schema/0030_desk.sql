-- The operator's desk: what it did, kept for good; notices that end; and which help request asks for the account to
-- pay into, so that one answer ends both.

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

-- From when on it is no longer shown. Null: shown until the desk ends it.
alter table notices add column ends_at timestamptz;

alter table help_requests add column account_request_id bigint unique references account_requests (id);
-- Both were written by one call, within moments.
update help_requests set account_request_id = pair.account_request
  from (select distinct on (a.id) a.id as account_request, h.id as help_request
          from account_requests a join help_requests h on h.member_id = a.member_id
         where h.title in ('입금 계좌 문의', 'Account to pay into')
           and h.made_at between a.asked_at and a.asked_at + interval '1 second'
         order by a.id, h.made_at, h.id) pair
 where help_requests.id = pair.help_request;
-- Open ones of the time before they stood among the help requests.
insert into help_requests (member_id, title, contents, language, made_at, due_at, account_request_id)
select member_id, '입금 계좌 문의', '입금할 계좌를 알려 주세요.', 'ko', asked_at, due_at, id
  from account_requests a
 where answered_at is null and not exists (select 1 from help_requests h where h.account_request_id = a.id);
