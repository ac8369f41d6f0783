-- compatible-from: 0008
-- When the member saw that a deposit or withdrawal was settled; null: not yet. Those of before are no news.
alter table movements add column seen_at timestamptz default now();
alter table movements alter column seen_at drop default;
create index movements_unseen on movements (member_id, settled_at desc) where seen_at is null and state <> 'wait';

-- The transaction whose settlement a note reports: it is read in words of its reader, and not counted as unread.
alter table notes add column movement_id bigint references movements (id);
create index notes_of_movement on notes (movement_id) where movement_id is not null;
