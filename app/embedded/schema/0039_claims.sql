-- compatible-from: 0008
-- Who pays or checks a waiting transaction at the back office, and since when. A claim is no state: it changes no settlement.
alter table movements add column claimed_by text, add column claimed_at timestamptz;
