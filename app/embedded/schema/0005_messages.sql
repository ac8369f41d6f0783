-- Notes, notices, help requests, and requests for the bank account to pay into.

create table notes (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  title text not null,
  contents text not null,
  made_at timestamptz not null,
  read_at timestamptz
);
create index notes_of_member on notes (member_id, id desc);

create table notices (
  idx bigint generated always as identity primary key,
  -- list: on the notice page; popup: on the home page until hidden.
  place text not null check (place in ('list', 'popup')),
  title text not null,
  contents text not null,
  made_at timestamptz not null,
  -- From when on it is no longer shown. Null: shown until the desk ends it.
  ends_at timestamptz
);
create index notices_by_place on notices (place, idx desc);

-- Requests for the bank account to pay into. Open until answered, one of a member at a time.
create table account_requests (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  asked_at timestamptz not null,
  due_at timestamptz,
  answered_at timestamptz
);
create unique index account_requests_open on account_requests (member_id) where answered_at is null;

-- Questions of members. In play money one is answered by itself at due_at; null: a person answers.
create table help_requests (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  -- The account request that it stands for among the help requests: one answer ends both.
  account_request_id bigint unique references account_requests (id),
  title text not null,
  contents text not null,
  -- The language of the page it was written on: the answer's language.
  language text not null check (language in ('ko', 'en')),
  made_at timestamptz not null,
  due_at timestamptz,
  answer text,
  answered_at timestamptz,
  -- When the answer was read.
  read_at timestamptz,
  check ((answer is null) = (answered_at is null)),
  check (read_at is null or answered_at is not null)
);
create index help_requests_of_member on help_requests (member_id, id desc);
create index help_requests_due on help_requests (due_at) where answered_at is null;
