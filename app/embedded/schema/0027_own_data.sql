-- compatible-from: 0008
-- When a member was given all that is stored of them last.
alter table members add column exported_at timestamptz;
