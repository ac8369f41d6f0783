-- compatible-from: 0008
-- A self-exclusion goes on after its term until the member asks to play again, and for 24 hours from then on.

alter table play_limits add column ends_on_request boolean not null default false;
update play_limits set ends_on_request = true where excluded_until > now();

create or replace function exclusion_never_shorter() returns trigger language plpgsql as $$
begin
  if new.break_until < old.break_until or new.excluded_until < old.excluded_until
     or (new.break_until is null and old.break_until is not null)
     or (new.excluded_until is null and old.excluded_until is not null)
     or (old.ends_on_request and not new.ends_on_request
         and new.excluded_until < old.excluded_until + interval '24 hours')
  then raise exception 'a break or self-exclusion never becomes shorter'; end if;
  return new;
end $$;
