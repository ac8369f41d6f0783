-- compatible-from: 0008
-- When the desk last changed a member's phone, which the member's own page says.
alter table members add column phone_changed_at timestamptz;
