-- compatible-from: 0008
-- The log has a line for every command: alerts and the Today screen read those of one command, Staff a person's last.
create index if not exists desk_acts_by_act on desk_acts (act, made_at);
create index if not exists desk_acts_by_person on desk_acts (who, made_at);
drop index if exists desk_acts_of_checks;
