-- compatible-from: 0008
-- Members cancel their own bank deposits.
alter table movements drop constraint movements_reason_check;
alter table movements
  add constraint movements_reason_check check (reason in ('given-up', 'unfinished', 'too-large', 'member'));
