-- compatible-from: 0008
-- Why a deposit or withdrawal was cancelled, where its member may read it.

alter table movements
  -- given-up: on the payment page; unfinished: nobody paid within its 12 hours; too-large: cash would pass its maximum.
  add column reason text check (reason in ('given-up', 'unfinished', 'too-large'));
