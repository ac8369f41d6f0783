-- compatible-from: 0008
-- The outbox of alerts to ALERT_URL. A subject is alerted once per event; due_at is null once it is sent or given up.
create table alerts (
  id uuid primary key default gen_random_uuid(),
  event text not null,
  subject text not null,
  details jsonb not null,
  made_at timestamptz not null,
  tries integer not null default 0,
  due_at timestamptz,
  sent_at timestamptz,
  failure text,
  unique (event, subject)
);
create index alerts_due on alerts (due_at) where due_at is not null;
create index alerts_made on alerts (made_at desc);
