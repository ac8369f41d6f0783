-- compatible-from: 0008
-- The metrics ask for the last backup and audit at each scrape; the log has a line for everything that the desk did.
create index desk_acts_of_checks on desk_acts (act, made_at) where act in ('record-backup', 'audit');
