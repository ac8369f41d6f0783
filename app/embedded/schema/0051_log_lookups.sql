-- compatible-from: 0008
-- The log entry of the note that a member got a copy of. Null: sent by an older release or not by staff.
alter table notes add column if not exists sent_by_act bigint;
create index if not exists notes_of_act on notes (sent_by_act, id) include (read_at) where sent_by_act is not null;
-- Finds members by the account number that staff replaced.
create index if not exists desk_act_texts_by_account on desk_act_texts ((result #>> '{before,bank,number}'))
  where result #>> '{before,bank,number}' is not null;
-- Finds the entries about a transaction that name no member, by its id or number as it was typed.
create index if not exists desk_acts_by_target on desk_acts
  (translate(upper(coalesce(payload ->> 'id', payload ->> 'number')), 'OIL -', '011'))
  where coalesce(member_ids, '{}') = '{}' and coalesce(payload ->> 'id', payload ->> 'number') is not null;
-- Texts that name other members, so that their erasures could not find them. Digests cover only whole texts.
delete from desk_act_texts using desk_acts
  where act_id = id and act = 'change-member' and desk_act_texts.result #> '{sharedWith,0}' is not null;
