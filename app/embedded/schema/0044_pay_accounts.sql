-- compatible-from: 0008
-- The operator's bank accounts that members pay into. A row is never changed: another account is another row.
create table pay_accounts (
  id bigint generated always as identity primary key,
  bank text not null,
  number text not null,
  holder text not null,
  made_at timestamptz not null,
  made_by text not null,
  ended_at timestamptz
);
create unique index pay_accounts_open on pay_accounts (bank, number, holder) where ended_at is null;
