-- compatible-from: 0008
-- Finds the recipients of a note that was sent from the back office.
create index if not exists notes_by_time on notes (made_at, id);
