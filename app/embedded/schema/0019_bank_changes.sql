-- compatible-from: 0008
-- When the desk last changed a member's bank account: what was settled before may have been paid to another one.
alter table members add column bank_changed_at timestamptz;
-- What the holds so far came from is not known.
update members set bank_changed_at = withdrawals_held_until - interval '24 hours' where withdrawals_held_until is not null;
