-- compatible-from: 0008
-- The account to pay into in fields, where the desk's answer to a request for it names it so: bank, number and holder.

alter table help_requests
  add column answer_account jsonb,
  -- The answered_at of the answer that it belongs to: a program of before puts another answer there and leaves the fields.
  add column answer_account_of timestamptz,
  add check ((answer_account is null) = (answer_account_of is null)),
  add check (answer_account is null or account_request_id is not null);
