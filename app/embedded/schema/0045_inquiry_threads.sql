-- compatible-from: 0008
-- What an inquiry is about, and the first inquiry of its thread. That one may be deleted while the thread goes on.
alter table help_requests
  add column if not exists subject text check (subject in ('deposit', 'withdrawal', 'game', 'account', 'other')),
  add column if not exists thread_id bigint;

-- Texts that the back office answers and cancels with.
create table if not exists reply_templates (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('answer', 'cancel')),
  title text not null,
  contents text not null,
  made_at timestamptz not null,
  made_by text not null
);
