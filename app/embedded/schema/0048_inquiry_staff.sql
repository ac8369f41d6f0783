-- compatible-from: 0008
-- The person who is answering an inquiry, since when, and the person who answered it.
alter table help_requests
  add column if not exists claimed_by text,
  add column if not exists claimed_at timestamptz,
  add column if not exists answered_by text;
