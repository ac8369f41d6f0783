-- compatible-from: 0008
-- What two people have to approve whatever the sum: of no member or sum, and what is read, which a second person opens.

alter table desk_first_approvals
  alter column member_id drop not null,
  alter column won drop not null,
  -- When and by whom a file was opened to the first person, once.
  add column opened_at timestamptz,
  add column opened_by text;
create unique index desk_first_approvals_once on desk_first_approvals (act, coalesce(member_id, 0), request);
